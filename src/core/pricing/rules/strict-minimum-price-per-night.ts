import type { PercentageRule, StrongestWins } from "./rule.ts";

/**
 * `strict_minimum_price_per_night`: no night in force costs less than its nightly rate × (100 + percentage) %, whatever earlier rules
 * deduct. The nightly rate is that of the season or map, before any rule. Of several rules the highest minimum applies.
 */
export interface StrictMinimumPricePerNight extends PercentageRule {
  readonly kind: "strict_minimum_price_per_night";
}

export const strictMinimumPricePerNight: StrongestWins<StrictMinimumPricePerNight> = {
  matches: () => true,
  strength: (rule) => rule.percentage,
};
