import { addMonths } from "../../day.ts";

export const durationUnits = ["days", "months", "years"] as const;

export type DurationUnit = (typeof durationUnits)[number];

/** `length` and `unit` of a rule: 3 months. */
export interface Duration {
  readonly length: number;
  readonly unit: DurationUnit;
}

/**
 * The day that lies a duration after another: months and years are the calendar's, and 31 January + 1 month is the last of
 * February (pricing.md §3, Units). What it is counted from is for the rule to say: a booking window counts from today, the
 * length of a stay from its arrival.
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
