import { dateOf, isWeekend, monthOf, monthsIn } from "../../components/days.ts";
import type { Formats } from "../../components/formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
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
  return (
    <div className="head" role="row" aria-rowindex={1}>
      <div className="name" role="columnheader" aria-colindex={1}>
        {t("calendar.rental")}
      </div>
      {monthsIn(first, last).map((month) => (
        <div
          key={`month ${month}`}
          className="month"
          role="presentation"
          style={{
            left: `calc(var(--names) + ${(month - begin) * dayWidth}px)`,
            width: (monthOf(month, 1) - month) * dayWidth,
          }}
        >
          <span>{formats.month(month)}</span>
        </div>
      ))}
      {shown.map((day) => (
        <div
          key={day}
          role="columnheader"
          aria-colindex={day - begin + 2}
          aria-label={formats.date(day)}
          className={`day${isWeekend(day) ? " weekend" : ""}${day === today ? " today" : ""}`}
          style={{ left: `calc(var(--names) + ${(day - begin) * dayWidth}px)` }}
        >
          <span className="weekday">{formats.weekday(day)}</span>
          <b>{dateOf(day).getUTCDate()}</b>
        </div>
      ))}
    </div>
  );
}
