import { addMonths } from "../../day.ts";

export const durationUnits = ["days", "months", "years"] as const;

export type DurationUnit = (typeof durationUnits)[number];

/** A rule's `length` and `unit`, such as 3 months. */
export interface Duration {
  readonly length: number;
  readonly unit: DurationUnit;
}

/**
 * The day that is a duration after another. Months and years follow the calendar: 31 January + 1 month is the last day of February
 * (pricing.md §3, Units).
 */
export function dayAfter(day: number, duration: Duration): number {
  switch (duration.unit) {
    case "days":
      return day + duration.length;
    case "months":
      return addMonths(day, duration.length);
    case "years":
      return addMonths(day, duration.length * 12);
  }
}
