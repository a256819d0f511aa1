/** The multiplier of a fee's rate, or the base of its percentage (enums.yaml, `fee_rate_kinds`; pricing.md §6, Tourist taxes). */
export const feeRateKinds = [
  "fixed",
  "fixed_per_person",
  "fixed_per_adult",
  "fixed_per_child",
  "fixed_per_night",
  "fixed_per_person_per_night",
  "fixed_per_adult_per_night",
  "fixed_per_child_per_night",
  "percentage",
  "percentage_per_person",
  "percentage_per_adult",
  "percentage_per_child",
  "individual_percentage_per_adult",
  "percentage_per_adult_per_night",
] as const;

export type FeeRateKind = (typeof feeRateKinds)[number];

/** Whether a fee involves an amount of money: a percentage without a maximum does not depend on the currency. */
export function hasAmount(kind: FeeRateKind, maximumPossibleRate: number | null): boolean {
  return !isPercentage(kind) || maximumPossibleRate !== null;
}

/** Whether a fee is charged per night, so that `maximum_nights` can limit it. */
export function isPerNight(kind: FeeRateKind): boolean {
  return kind.endsWith("_per_night");
}

/** Whether the rate is a percentage rather than an amount. */
export function isPercentage(kind: FeeRateKind): boolean {
  return kind.includes("percentage");
}
