import { memo } from "react";
import type { Formats } from "../../components/formats.ts";
import type { FreeNights } from "./free-nights.ts";
import type { LengthPrices } from "./los-reads.ts";
import { type Range, shadeOf } from "./shades.ts";

interface LosRowProps {
  readonly nights: number;
  readonly days: readonly number[];
  readonly prices: LengthPrices;
  readonly freeNights: FreeNights;
  readonly range: Range | undefined;
  readonly formats: Formats;
  readonly labelOf: (day: number, nights: number) => string;
  /** The day under the keyboard. */
  readonly at: number | undefined;
}

/** Stays of one length, by arrival, with their price for each night. */
export const LosRow = memo(function LosRow({
  nights,
  days,
  prices,
  freeNights,
  range,
  formats,
  labelOf,
  at,
}: LosRowProps) {
  return (
    <div className="year-row" role="row">
      <div className="month-name" role="rowheader">
        {nights}
      </div>
      {days.map((day) => {
        const price = prices.get(day)?.[nights - 1] ?? 0;
        const isTaken = freeNights(day) < nights;
        const isPriced = price > 0 && !isTaken;
        const label = labelOf(day, nights);
        return (
          <div
            key={day}
            id={`length-${day}-${nights}`}
            data-day={day}
            data-nights={nights}
            role="gridcell"
            title={label}
            className={`cell${isTaken ? " taken" : price === 0 ? " off" : ""}${day === at ? " at" : ""}`}
            style={isPriced ? { background: shadeOf(price / nights, range) } : {}}
          >
            <span className="visually-hidden">{label}</span>
            {isTaken && <span aria-hidden>×</span>}
            {isPriced && <span aria-hidden>{formats.rounded(String(price / nights))}</span>}
          </div>
        );
      })}
    </div>
  );
});
