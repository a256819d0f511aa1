import { dateOf, dayOf } from "../days.ts";
import type { RateOverride } from "./rate-map.ts";

/** The treatment of arrivals or departures on the marked days. */
export const closingChoices = ["keep", "close", "open"] as const;
export type ClosingChoice = (typeof closingChoices)[number];

export const closings = ["closed_to_arrival", "closed_to_departure"] as const;
export type Closing = (typeof closings)[number];
export type ClosingChoices = Readonly<Record<Closing, ClosingChoice>>;

export const keepClosings: ClosingChoices = { closed_to_arrival: "keep", closed_to_departure: "keep" };

/** The attributes of an override: null keeps older ones. */
export function closingAttributes(choices: ClosingChoices): Readonly<Record<Closing, boolean | null>> {
  const closes = (choice: ClosingChoice) => (choice === "keep" ? null : choice === "close");
  return {
    closed_to_arrival: closes(choices.closed_to_arrival),
    closed_to_departure: closes(choices.closed_to_departure),
  };
}

/** Counts the days that overrides close. */
export const closedCount = (overrides: readonly RateOverride[], closing: Closing, days: readonly number[]): number =>
  days.filter((day) => isClosed(overrides, closing, day)).length;

/** The newest override that says something about a day decides. */
function isClosed(overrides: readonly RateOverride[], closing: Closing, day: number): boolean {
  const [newest] = overrides
    .filter((one) => one[closing] !== null && dayOf(one.start_date) <= day && day <= dayOf(one.end_date))
    .filter(({ days }) => days === null || days.includes(dateOf(day).getUTCDay()))
    .sort((one, other) => other.id - one.id);
  return newest?.[closing] === true;
}
