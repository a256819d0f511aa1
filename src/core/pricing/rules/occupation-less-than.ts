import { guestCount, type Stay } from "../stay/stay.ts";
import type { PercentageRule, StrongestWins } from "./rule.ts";

/**
 * `occupation_less_than`: with fewer guests than the threshold, each night in force changes by `percentage`. Of several matching rules on
 * a night the one with the smallest threshold applies: "fewer than 3" before "fewer than 5" for two guests.
 */
export interface OccupationLessThan extends PercentageRule {
  readonly kind: "occupation_less_than";
  readonly occupationLessThan: number;
}

export const occupationLessThan: StrongestWins<OccupationLessThan> = {
  matches: (rule, stay: Stay) => guestCount(stay) < rule.occupationLessThan,
  strength: (rule) => -rule.occupationLessThan,
};
