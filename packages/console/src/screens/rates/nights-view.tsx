import { Group } from "@mantine/core";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { monthOf, todayHere } from "../../components/days.ts";
import { Failure } from "../../components/failure.tsx";
import type { Formats } from "../../components/formats.ts";
import { priceFrom } from "../../components/price-words.ts";
import { everyDay, isMarked, type Marking } from "../../components/prices/marking.ts";
import { useOverrides } from "../../components/prices/overrides.ts";
import { PriceNights } from "../../components/prices/price-nights.tsx";
import { type PricedRental, type RateMap, useRateMap } from "../../components/prices/rate-map.ts";
import { Waiting } from "../../components/waiting.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { Legend } from "./legend.tsx";
import { OverrideList } from "./override-list.tsx";
import { PriceSource } from "./price-source.tsx";
import { rangeOfNights, shadeOf } from "./shades.ts";
import { useTakeOver } from "./use-take-over.ts";
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
  const taking = useTakeOver(rental, map);
  const overrides = useOverrides(rental.id, today).data ?? [];
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
    <section>
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
      {mayWrite && <PriceNights rentals={[{ rental, map, overrides }]} {...{ marking, formats }} mark={setMarking} />}
      <OverrideList {...{ rental, today, formats }} />
      <PriceSource {...{ rental, taking }} />
    </section>
  );
}
