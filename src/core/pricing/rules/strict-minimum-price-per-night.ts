import type { PercentageRule, StrongestWins } from "./rule.ts";

/**
 * `strict_minimum_price_per_night`: no night in force ends below its nightly rate × (100 + percentage) %, whatever the rules
 * before it took off. The nightly rate is that of season or map, before any rule. Of several the highest minimum holds.
 */
export interface StrictMinimumPricePerNight extends PercentageRule {
  readonly kind: "strict_minimum_price_per_night";
}

export const strictMinimumPricePerNight: StrongestWins<StrictMinimumPricePerNight> = {
  matches: () => true,
  strength: (rule) => rule.percentage,
};
