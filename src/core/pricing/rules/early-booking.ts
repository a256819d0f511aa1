import { type Duration, dayAfter } from "../stay/duration.ts";
import type { PercentageRule, StrongestWins } from "./rule.ts";

/**
 * `early_booking`: an arrival `length` or more after today changes the nights in force by `percentage`. 3 months from 4 January is 4
 * April, and an arrival on that day matches. Of several matching rules on a night the longest applies.
 */
export interface EarlyBooking extends PercentageRule, Duration {
  readonly kind: "early_booking";
}

export const earlyBooking: StrongestWins<EarlyBooking> = {
  matches: (rule, { arrival }, today) => arrival >= dayAfter(today, rule),
  strength: (rule, _stay, today) => dayAfter(today, rule),
};
