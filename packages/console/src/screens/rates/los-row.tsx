import { memo } from "react";
import { namesOf } from "../../components/class-names.ts";
import type { Formats } from "../../components/formats.ts";
import type { FreeNights } from "./free-nights.ts";
import type { LengthPrices } from "./los-reads.ts";
import { type Range, shadeOf } from "./shades.ts";
import styles from "./year.module.css";

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
    <div className={styles.yearRow} role="row">
      <div className={styles.monthName} role="rowheader">
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
            className={namesOf(
              styles.cell,
              isTaken ? styles.taken : price === 0 && styles.off,
              day === at && styles.at,
            )}
            style={isPriced ? { background: shadeOf(price / nights, range) } : {}}
          >
            <span className={styles.visuallyHidden}>{label}</span>
            {isTaken && <span aria-hidden>×</span>}
            {isPriced && <span aria-hidden>{formats.rounded(String(price / nights))}</span>}
          </div>
        );
      })}
    </div>
  );
});
