/** What fees are for (enums.yaml). */
// biome-ignore format: one list, read as one
export const feeKinds = [
  "other", "air_conditioning", "airport_shuttle", "bed_linen", "city_tax", "cleaning", "club_card",
  "conservation", "credit_card", "destination", "electricity", "environment", "final_cleaning", "gas",
  "heating", "heritage_charge", "housekeeping", "internet", "kitchen_linen", "linen_package", "municipality",
  "oil", "parking", "pet_fee", "public_transit_day_ticket", "resort", "sea_plane", "service_charge",
  "shuttle_boat", "ski_pass", "tourism", "towel_charge", "transfer", "visa_support", "water_park",
  "water_usage", "wood", "wristband",
] as const;

/** How the rate of a fee is multiplied, or what it is a percentage of (enums.yaml). */
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
] as const;

export type FeeRateKind = (typeof feeRateKinds)[number];

/** Whether the rate is a percentage and no amount. */
export function isPercentage(kind: FeeRateKind): boolean {
  return kind.includes("percentage");
}
