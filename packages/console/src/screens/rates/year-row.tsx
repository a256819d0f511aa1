import { namesOf } from "../../components/class-names.ts";
import { dateOf, isWeekend, monthOf } from "../../components/days.ts";
import type { Formats } from "../../components/formats.ts";
import type { DayFace } from "./day-face.ts";
import styles from "./year.module.css";

interface YearRowProps {
  /** The first day of the month. */
  readonly month: number;
  readonly today: number;
  readonly formats: Formats;
  readonly face: (day: number) => DayFace;
  readonly at: number;
  readonly isMarked: (day: number) => boolean;
  readonly label: string;
  readonly markMonth: () => void;
}

/** A month: its name, which marks all of it, and its days. */
export function YearRow({ month, today, formats, face, at, isMarked, label, markMonth }: YearRowProps) {
  const days = Array.from({ length: monthOf(month, 1) - month }, (_, index) => month + index);
  return (
    <div className={styles.yearRow} role="row">
      <div className={styles.monthName} role="rowheader">
        <button type="button" onClick={markMonth}>
          <span className={styles.visuallyHidden}>{label}</span>
          <span aria-hidden>{formats.shortMonth(month)}</span>
        </button>
      </div>
      {days.map((day) => {
        const { label: description, text, color, isOff } = face(day);
        const marked = isMarked(day);
        return (
          <div
            key={day}
            id={`year-${day}`}
            data-day={day}
            role="gridcell"
            aria-selected={marked}
            title={description}
            className={namesOf(
              ...[styles.cell, isWeekend(day) && styles.weekend, day === today && styles.today],
              ...[isOff && styles.off, marked && styles.marked, day === at && styles.at],
            )}
            style={color ? { background: color } : {}}
          >
            <span className={styles.visuallyHidden}>{description}</span>
            <span className={styles.shown} aria-hidden>
              <span className={styles.number}>{dateOf(day).getUTCDate()}</span>
              {text}
            </span>
          </div>
        );
      })}
    </div>
  );
}
