import { type Duration, dayAfter } from "../stay/duration.ts";
import type { PercentageRule, StrongestWins } from "./rule.ts";

/**
 * `late_booking`: an arrival less than `length` after today changes the nights in force by `percentage`. With 5 days, today and the next
 * four days match. Of several matching rules on a night the shortest applies.
 */
export interface LateBooking extends PercentageRule, Duration {
  readonly kind: "late_booking";
}

export const lateBooking: StrongestWins<LateBooking> = {
  matches: (rule, { arrival }, today) => arrival < dayAfter(today, rule),
  strength: (rule, _stay, today) => -dayAfter(today, rule),
};
