import { type Duration, dayAfter } from "../stay/duration.ts";
import type { PercentageRule, StrongestWins } from "./rule.ts";

/**
 * `stay_at_least`: a stay of `length` or longer changes its nights in force by `percentage`. The length counts from the arrival: one
 * month from 31 January is 28 nights. Only the stay's own nights count, not charged ones. Of several matching rules on a night the
 * longest applies.
 */
export interface StayAtLeast extends PercentageRule, Duration {
  readonly kind: "stay_at_least";
}

export const stayAtLeast: StrongestWins<StayAtLeast> = {
  matches: (rule, { arrival, departure }) => departure >= dayAfter(arrival, rule),
  strength: (rule, { arrival }) => dayAfter(arrival, rule),
};
