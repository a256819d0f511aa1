import { Group } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useSession } from "../../app/session.tsx";
import { monthOf, todayHere } from "../../components/days.ts";
import type { Formats } from "../../components/formats.ts";
import { everyDay, isMarked, type Marking } from "../../components/prices/marking.ts";
import type { PricedRental, RateMap } from "../../components/prices/rate-map.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { Legend } from "./legend.tsx";
import { rangeOfNights, shadeOf } from "./shades.ts";
import { YearChoice } from "./year-choice.tsx";
import { YearGrid } from "./year-grid.tsx";

interface YearMarkingProps {
  readonly label: string;
  readonly rental: PricedRental;
  readonly map: Pick<RateMap, "first" | "rates">;
  readonly formats: Formats;
  /** A priced night's name after its date, and text beside the price. */
  readonly face: (rate: string, day: number) => { readonly name: string; readonly beside?: ReactNode };
  /** The form for the marked nights, for a person who may write rates. */
  readonly form: (marking: Marking, mark: (marking: Marking) => void) => ReactNode;
}

/** A year of nightly prices. Nights are marked by dragging, by keyboard or in the form. */
export function YearMarking({ label, rental, map, formats, face, form }: YearMarkingProps) {
  const { t } = useI18n();
  const { may } = useSession();
  const today = todayHere();
  const [year, setYear] = useState(0);
  const [marking, setMarking] = useState<Marking>({ from: today, to: today, weekdays: everyDay });
  const [cursor, setCursor] = useState({ day: today, anchor: today });
  const first = monthOf(today, year * 12);
  const mayWrite = may("rates_write");
  const range = rangeOfNights(map, first, monthOf(first, 12) - 1);
  const night = (day: number) => {
    const rate = map.rates[day - map.first];
    const date = formats.date(day);
    if (rate === undefined || Number(rate) === 0)
      return { label: `${date}: ${t("rates.noPrice")}`, text: <b>–</b>, isOff: true };
    const { name, beside } = face(rate, day);
    const text = (
      <>
        <b>{formats.rounded(rate)}</b>
        {beside}
      </>
    );
    return { label: `${date}: ${name}`, text, color: shadeOf(Number(rate), range) };
  };
  return (
    <>
      <Group gap="sm" mb="xs">
        <YearChoice {...{ year, setYear, first, formats }} />
        <Legend range={range} currency={rental.currency} formats={formats} />
      </Group>
      <YearGrid
        {...{ label, first, today, formats, cursor }}
        face={night}
        isMarked={(day) => mayWrite && isMarked(marking, day)}
        point={(to) => {
          setCursor(to);
          setMarking({ ...marking, from: Math.min(to.day, to.anchor), to: Math.max(to.day, to.anchor) });
        }}
        monthLabel={(month) => t("rates.markMonth", { month })}
      />
      {mayWrite && form(marking, setMarking)}
    </>
  );
}
