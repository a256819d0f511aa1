import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { dateOf, monthOf } from "../../components/days.ts";
import type { Formats } from "../../components/formats.ts";
import type { DayFace } from "./day-face.ts";
import styles from "./year.module.css";
import { YearRow } from "./year-row.tsx";

interface YearGridProps {
  readonly label: string;
  /** The first day of the twelve months. */
  readonly first: number;
  readonly today: number;
  readonly formats: Formats;
  readonly face: (day: number) => DayFace;
  /** The keyboard position, and the start of the marked days. */
  readonly cursor: { readonly day: number; readonly anchor: number };
  readonly isMarked: (day: number) => boolean;
  readonly point: (cursor: { readonly day: number; readonly anchor: number }) => void;
  readonly monthLabel: (month: string) => string;
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** A year at a glance: one row for each month, one column for each day (console.md, Rates). */
export function YearGrid({ label, first, today, formats, face, cursor, isMarked, point, monthLabel }: YearGridProps) {
  const dragging = useRef<number>(undefined);
  const last = monthOf(first, 12) - 1;
  const months = Array.from({ length: 12 }, (_, index) => monthOf(first, index));
  const clamped = (day: number) => Math.min(Math.max(day, first), last);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    const to = step === undefined ? monthAway(cursor.day, event.key) : cursor.day + step;
    if (to === undefined) return;
    event.preventDefault();
    const day = clamped(to);
    point({ day, anchor: event.shiftKey ? cursor.anchor : day });
  };
  const dayUnder = ({ clientX, clientY }: PointerEvent): number | undefined => {
    const cell = document.elementFromPoint(clientX, clientY)?.closest("[data-day]");
    return cell ? Number(cell.getAttribute("data-day")) : undefined;
  };
  return (
    <div className={styles.yearFrame}>
      <div
        className={styles.year}
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-multiselectable
        aria-activedescendant={`year-${clamped(cursor.day)}`}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          const day = dayUnder(event);
          if (day === undefined || event.button !== 0) return;
          const anchor = event.shiftKey ? cursor.anchor : day;
          // Touch scrolls sideways, so it does not drag. It marks with two taps and the fields or a month's name.
          if (event.pointerType === "mouse") dragging.current = anchor;
          point({ day, anchor });
        }}
        onPointerMove={(event) => {
          const anchor = dragging.current;
          if (anchor === undefined) return;
          const day = dayUnder(event);
          if (day !== undefined && day !== cursor.day) point({ day, anchor });
        }}
        onPointerUp={() => {
          dragging.current = undefined;
        }}
        onPointerLeave={() => {
          dragging.current = undefined;
        }}
      >
        {months.map((month) => (
          <YearRow
            key={month}
            {...{ month, today, formats, face, isMarked, at: cursor.day }}
            label={monthLabel(formats.month(month))}
            markMonth={() => point({ day: monthOf(month, 1) - 1, anchor: month })}
          />
        ))}
      </div>
    </div>
  );
}

/** The same day of another month, or the month's first or last day. */
function monthAway(day: number, key: string): number | undefined {
  const month = monthOf(day);
  if (key === "Home") return month;
  if (key === "End") return monthOf(day, 1) - 1;
  const months = { ArrowUp: -1, ArrowDown: 1 }[key];
  if (months === undefined) return undefined;
  const other = monthOf(day, months);
  return Math.min(other + dateOf(day).getUTCDate() - 1, monthOf(other, 1) - 1);
}
