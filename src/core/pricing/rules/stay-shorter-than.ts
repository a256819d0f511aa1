import { type Duration, dayAfter } from "../stay/duration.ts";
import type { PercentageRule, StrongestWins } from "./rule.ts";

/**
 * `stay_shorter_than`: a stay shorter than `length`, counted from the arrival, changes its nights in force by `percentage`. Only the
 * stay's own nights count, not charged ones. Of several matching rules on a night the shortest applies.
 */
export interface StayShorterThan extends PercentageRule, Duration {
  readonly kind: "stay_shorter_than";
}

export const stayShorterThan: StrongestWins<StayShorterThan> = {
  matches: (rule, { arrival, departure }) => departure < dayAfter(arrival, rule),
  strength: (rule, { arrival }) => -dayAfter(arrival, rule),
};
