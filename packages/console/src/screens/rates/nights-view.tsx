import { Alert, Button, Group } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { monthOf, todayHere } from "../../components/days.ts";
import { Failure } from "../../components/failure.tsx";
import { FormProblems } from "../../components/form-problems.tsx";
import type { Formats } from "../../components/formats.ts";
import { useNotices } from "../../components/notices.tsx";
import { priceFrom } from "../../components/price-words.ts";
import { Waiting } from "../../components/waiting.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { Legend } from "./legend.tsx";
import { everyDay, isMarked, type Marking } from "./marking.ts";
import { NightsForm } from "./nights-form.tsx";
import { type PricedRental, type RateMap, useMapWriting, useRateMap } from "./rate-map.ts";
import { rangeOfNights, shadeOf } from "./shades.ts";
import { YearChoice } from "./year-choice.tsx";
import { YearGrid } from "./year-grid.tsx";

interface NightsViewProps {
  readonly rental: PricedRental;
  readonly formats: Formats;
}

/** A year of nightly prices and minimum stays. Nights are marked by dragging, by keyboard or in the form (console.md, Rates). */
export function NightsView({ rental, formats }: NightsViewProps) {
  const map = useRateMap(rental.id);
  if (map.error) return <Failure error={map.error} reset={() => void map.refetch()} />;
  if (map.data === undefined) return <Waiting />;
  return map.data && <Nights key={rental.id} rental={rental} map={map.data} formats={formats} />;
}

function Nights({ rental, map, formats }: NightsViewProps & { readonly map: RateMap }) {
  const { t } = useI18n();
  const { may } = useSession();
  const today = todayHere();
  const [year, setYear] = useState(0);
  const [marking, setMarking] = useState<Marking>({ from: today, to: today, weekdays: everyDay });
  const [cursor, setCursor] = useState({ day: today, anchor: today });
  const first = monthOf(today, year * 12);
  const mayWrite = may("rates_write");
  // Up here, because the change feed can unmount FollowsSeasons before the mutation ends.
  const taking = useTakeOver(rental, map);
  const range = rangeOfNights(map, first, monthOf(first, 12) - 1);
  const face = (day: number) => {
    const rate = map.rates[day - map.first];
    const stay = Number(map.stays[day - map.first] ?? 1);
    const date = formats.date(day);
    if (rate === undefined || Number(rate) === 0)
      return { label: `${date}: ${t("rates.noPrice")}`, text: <b>–</b>, isOff: true };
    const label = `${date}: ${priceFrom(formats.money(rate, rental.currency), stay, t)}`;
    const text = (
      <>
        <b>{formats.rounded(rate)}</b>
        {stay > 1 && <small>≥{stay}</small>}
      </>
    );
    return { label, text, color: shadeOf(Number(rate), range) };
  };
  return (
    <section className="nights">
      <Group gap="sm" mb="xs">
        <YearChoice {...{ year, setYear, first, formats }} />
        <Legend range={range} currency={rental.currency} formats={formats} />
      </Group>
      <YearGrid
        label={t("rates.grid", { rental: rental.name })}
        {...{ first, today, formats, face, cursor }}
        isMarked={(day) => mayWrite && isMarked(marking, day)}
        point={(to) => {
          setCursor(to);
          setMarking({ ...marking, from: Math.min(to.day, to.anchor), to: Math.max(to.day, to.anchor) });
        }}
        monthLabel={(month) => t("rates.markMonth", { month })}
      />
      {!rental.isWritten && <FollowsSeasons {...{ rental, formats, taking }} />}
      {rental.isWritten && mayWrite && <NightsForm {...{ rental, map, marking, formats }} mark={setMarking} />}
    </section>
  );
}

function useTakeOver(rental: PricedRental, map: RateMap) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const { takeOver, setWritten } = useMapWriting();
  return useMutation({
    mutationFn: () => takeOver(rental.id, map),
    onSuccess: () => notify({ text: t("rates.takenOver"), undo: () => setWritten(rental.id, false) }),
  });
}

interface FollowsSeasonsProps extends NightsViewProps {
  readonly taking: ReturnType<typeof useTakeOver>;
}

/** Explains where prices come from when they follow seasons, and offers to switch to nightly prices. */
function FollowsSeasons({ rental, formats, taking }: FollowsSeasonsProps) {
  const { t } = useI18n();
  const { may } = useSession();
  const base = rental.baseRate === null ? "–" : formats.money(rental.baseRate, rental.currency);
  return (
    <Alert color="gray" mt="md" title={t("rates.followsTitle")}>
      <p>{t("rates.follows", { base })}</p>
      {may("rates_write") && may("rentals_write") && (
        <Button mt="sm" variant="default" loading={taking.isPending} onClick={() => taking.mutate()}>
          {t("rates.takeOver")}
        </Button>
      )}
      <FormProblems error={taking.error} excluded={[]} />
    </Alert>
  );
}
