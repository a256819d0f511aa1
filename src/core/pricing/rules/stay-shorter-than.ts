import { type Duration, dayAfter } from "../stay/duration.ts";
import type { PercentageRule, StrongestWins } from "./rule.ts";

/**
 * `stay_shorter_than`: a stay shorter than `length`, counted from the arrival, changes its nights in force by `percentage`. It
 * is the stay's own length, whatever number of nights is charged. Of several that match on a night the shortest acts.
 */
export interface StayShorterThan extends PercentageRule, Duration {
  readonly kind: "stay_shorter_than";
}

export const stayShorterThan: StrongestWins<StayShorterThan> = {
  matches: (rule, { arrival, departure }) => departure < dayAfter(arrival, rule),
  strength: (rule, { arrival }) => -dayAfter(arrival, rule),
};
