import { Group, NativeSelect } from "@mantine/core";
import { useMemo, useState } from "react";
import { monthOf, todayHere } from "../../components/days.ts";
import type { Formats } from "../../components/formats.ts";
import { Pending } from "../../components/pending.tsx";
import type { PricedRental } from "../../components/prices/rate-map.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { type Availability, freeNightsIn, useFreeNights } from "./free-nights.ts";
import { Legend } from "./legend.tsx";
import { LosGrid } from "./los-grid.tsx";
import { type Lengths, useLengths } from "./los-reads.ts";
import styles from "./rates.module.css";
import { rangeOf } from "./shades.ts";
import { Steps } from "./steps.tsx";

interface LosViewProps {
  readonly rental: PricedRental;
  readonly formats: Formats;
}

/** A heat map of prices for 1 to 30 nights by arrival (console.md, Rates: length-of-stay heat map). */
export function LosView({ rental, formats }: LosViewProps) {
  const lengths = useLengths(rental.id);
  const nights = useFreeNights(rental.id);
  if (!lengths.data || !nights.data) return <Pending reads={[lengths, nights]} />;
  return <HeatMap {...{ rental, formats }} lengths={lengths.data} nights={nights.data} />;
}

/** A month with fewer days left shows too little: the next one opens. */
const minDays = 7;

/** The records cover 1096 days. */
const months = 36;

interface HeatMapProps extends LosViewProps {
  readonly lengths: Lengths;
  readonly nights: Availability;
}

function HeatMap({ rental, formats, lengths, nights }: HeatMapProps) {
  const { t } = useI18n();
  const today = todayHere();
  const [month, setMonth] = useState(monthOf(today, 1) - today < minDays ? 1 : 0);
  const [guests, setGuests] = useState(rental.sleeps);
  const begin = monthOf(today, month);
  const [first, end] = [Math.max(begin, today), monthOf(begin, 1)];
  const freeNights = useMemo(() => freeNightsIn(nights, first, end), [nights, first, end]);
  const { currency, occupancies } = lengths;
  const chosen = occupancies.findLast(({ from }) => from <= guests) ?? occupancies[0];
  if (!chosen) return <p className="empty">{t("lengths.none")}</p>;
  const days = Array.from({ length: end - first }, (_, index) => first + index);
  const range = rangeOf(
    days.flatMap((day) => chosen.prices.get(day)?.map((price, index) => price / (index + 1)) ?? []),
  );
  return (
    <section>
      <p className="hint">{t("lengths.about")}</p>
      <Group gap="sm" mb="xs">
        <Steps at={month} last={months - 1} go={setMonth} back={t("lengths.monthBack")} on={t("lengths.monthOn")} />
        <strong>{formats.month(first)}</strong>
        {occupancies.length > 1 && (
          <NativeSelect
            aria-label={t("lengths.guests")}
            value={String(chosen.from)}
            onChange={({ currentTarget }) => setGuests(Number(currentTarget.value))}
            data={occupancies.map(({ from, to }) => ({
              value: String(from),
              label: from === to ? t("lengths.guestCount", { count: from }) : t("lengths.guestRange", { from, to }),
            }))}
          />
        )}
        <Legend {...{ range, currency, formats }} />
        <p className={styles.legend}>
          <i className={`${styles.key} ${styles.off}`} aria-hidden />
          {t("lengths.refusedKey")}
          <i className={`${styles.key} ${styles.taken}`} aria-hidden>
            ×
          </i>
          {t("lengths.takenKey")}
        </p>
      </Group>
      <LosGrid
        key={first}
        label={t("lengths.grid", { rental: rental.name, month: formats.month(first) })}
        {...{ days, range, currency, formats }}
        prices={chosen.prices}
        freeNights={freeNights}
      />
    </section>
  );
}
