import { type KeyboardEvent, type PointerEvent, useCallback, useState } from "react";
import { dateOf, isWeekend } from "../../components/days.ts";
import type { Formats } from "../../components/formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import type { FreeNights } from "./free-nights.ts";
import type { LengthPrices } from "./los-reads.ts";
import { LosRow } from "./los-row.tsx";
import type { Range } from "./shades.ts";
import styles from "./year.module.css";

/** The lengths of stay in the records, in nights. */
const lengths = Array.from({ length: 30 }, (_, index) => index + 1);

interface LosGridProps {
  readonly label: string;
  /** Arrival days, across. */
  readonly days: readonly number[];
  readonly prices: LengthPrices;
  readonly freeNights: FreeNights;
  readonly range: Range | undefined;
  readonly currency: string;
  readonly formats: Formats;
}

const steps: Readonly<Record<string, readonly [days: number, nights: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Arrivals across, nights down. The heading describes the cell under the keyboard or pointer. */
export function LosGrid({ label, days, prices, freeNights, range, currency, formats }: LosGridProps) {
  const { t } = useI18n();
  const [first = 0, last = first] = [days[0], days.at(-1)];
  const [at, setAt] = useState({ day: first, nights: 7 });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    setAt({
      day: Math.min(Math.max(at.day + step[0], first), last),
      nights: Math.min(Math.max(at.nights + step[1], 1), lengths.length),
    });
  };
  const point = ({ target }: PointerEvent) => {
    const cell = target instanceof Element ? target.closest<HTMLElement>("[data-nights]") : null;
    const [day, nights] = [Number(cell?.dataset.day), Number(cell?.dataset.nights)];
    if (cell && (day !== at.day || nights !== at.nights)) setAt({ day, nights });
  };
  // Stable while the pointer moves, so untouched rows do not rerender.
  const labelOf = useCallback(
    (day: number, nights: number): string => {
      const price = prices.get(day)?.[nights - 1] ?? 0;
      const stay = t("lengths.stay", { date: formats.date(day), nights });
      if (freeNights(day) < nights) return t("lengths.taken", { stay });
      return price === 0
        ? t("lengths.refused", { stay })
        : t("lengths.costs", {
            stay,
            total: formats.money(price, currency),
            night: formats.money(price / nights, currency),
          });
    },
    [prices, freeNights, t, formats, currency],
  );
  return (
    <>
      <p role="status">{labelOf(at.day, at.nights)}</p>
      <div className={styles.yearFrame}>
        <div
          className={`${styles.year} ${styles.lengths}`}
          role="grid"
          tabIndex={0}
          aria-label={label}
          aria-activedescendant={`length-${at.day}-${at.nights}`}
          onKeyDown={onKeyDown}
          onPointerMove={point}
          onPointerDown={point}
        >
          <div className={`${styles.yearRow} ${styles.days}`} role="row">
            <div className={styles.monthName} role="columnheader">
              {t("lengths.nights")}
            </div>
            {days.map((day) => (
              <div key={day} role="columnheader" className={isWeekend(day) ? styles.weekend : undefined}>
                <span className={styles.visuallyHidden}>{formats.date(day)}</span>
                <span aria-hidden>{dateOf(day).getUTCDate()}</span>
              </div>
            ))}
          </div>
          {lengths.map((nights) => (
            <LosRow
              key={nights}
              nights={nights}
              at={at.nights === nights ? at.day : undefined}
              {...{ days, prices, freeNights, range, formats, labelOf }}
            />
          ))}
        </div>
      </div>
    </>
  );
}
