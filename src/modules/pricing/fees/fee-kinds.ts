/** Purposes of fees (enums.yaml). */
// biome-ignore format: one list, read as one
export const feeKinds = [
  "other", "air_conditioning", "airport_shuttle", "bed_linen", "city_tax", "cleaning", "club_card",
  "conservation", "credit_card", "destination", "electricity", "environment", "final_cleaning", "gas",
  "heating", "heritage_charge", "housekeeping", "internet", "kitchen_linen", "linen_package", "municipality",
  "oil", "parking", "pet_fee", "public_transit_day_ticket", "resort", "sea_plane", "service_charge",
  "shuttle_boat", "ski_pass", "tourism", "towel_charge", "transfer", "visa_support", "water_park",
  "water_usage", "wood", "wristband",
] as const;
