import { dateOf, isWeekend, monthOf } from "../../components/days.ts";
import type { Formats } from "../../components/formats.ts";
import type { DayFace } from "./day-face.ts";

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
    <div className="year-row" role="row">
      <div className="month-name" role="rowheader">
        <button type="button" onClick={markMonth}>
          <span className="visually-hidden">{label}</span>
          <span aria-hidden>{formats.shortMonth(month)}</span>
        </button>
      </div>
      {days.map((day) => {
        const { label: description, text, color, isOff } = face(day);
        const marked = isMarked(day);
        const classes = ["cell"];
        if (isWeekend(day)) classes.push("weekend");
        if (day === today) classes.push("today");
        if (isOff) classes.push("off");
        if (marked) classes.push("marked");
        if (day === at) classes.push("at");
        return (
          <div
            key={day}
            id={`year-${day}`}
            data-day={day}
            role="gridcell"
            aria-selected={marked}
            title={description}
            className={classes.join(" ")}
            style={color ? { background: color } : {}}
          >
            <span className="visually-hidden">{description}</span>
            <span className="shown" aria-hidden>
              <span className="number">{dateOf(day).getUTCDate()}</span>
              {text}
            </span>
          </div>
        );
      })}
    </div>
  );
}
