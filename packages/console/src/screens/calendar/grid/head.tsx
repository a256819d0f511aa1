import { dateOf, isWeekend, monthOf, monthsIn } from "../../../components/days.ts";
import type { Formats } from "../../../components/formats.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import styles from "./grid.module.css";
import { dayWidth } from "./sizes.ts";

interface HeadProps {
  readonly first: number;
  readonly last: number;
  readonly begin: number;
  readonly today: number;
  readonly formats: Formats;
}

/** Months and days above the grid. */
export function Head({ first, last, begin, today, formats }: HeadProps) {
  const { t } = useI18n();
  const shown = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const left = (day: number) => `calc(var(--names) + ${(day - begin) * dayWidth}px)`;
  const dayClass = (day: number) =>
    [styles.day, isWeekend(day) && styles.weekend, day === today && styles.today].filter(Boolean).join(" ");
  return (
    <div className={styles.head} role="row" aria-rowindex={1}>
      <div className={styles.name} data-names role="columnheader" aria-colindex={1}>
        {t("calendar.rental")}
      </div>
      {monthsIn(first, last).map((month) => (
        <div
          key={`month ${month}`}
          className={styles.month}
          role="presentation"
          style={{ left: left(month), width: (monthOf(month, 1) - month) * dayWidth }}
        >
          <span>{formats.month(month)}</span>
        </div>
      ))}
      {shown.map((day) => (
        <div
          key={day}
          role="columnheader"
          aria-colindex={day - begin + 2}
          className={dayClass(day)}
          style={{ left: left(day) }}
        >
          <span>{formats.weekday(day)}</span> <b>{dateOf(day).getUTCDate()}</b>
          <span className={styles.unseen}> {formats.month(day)}</span>
        </div>
      ))}
    </div>
  );
}
