/** The enumerations of rentals (enums.yaml). */

// biome-ignore format: one list, read as one
export const rentalTypes = [
  "apartment", "bastide", "boat", "bungalow", "bed-and-breakfast", "cabin", "castle", "cave", "chalet",
  "condominium", "cottage", "dormitory", "earth-house", "farmhouse", "gite", "holiday-home", "house", "hut",
  "igloo", "island", "lighthouse", "loft", "longere", "manor", "mas", "mill", "plane", "private-room",
  "private-room-in-apartment", "private-room-in-house", "recreational-vehicle", "studio", "tent", "tipi",
  "townhouse", "train", "treehouse", "villa", "yurt",
] as const;

export const residencyCategories = ["primary_residence", "secondary_residence", "non_residential"] as const;
export const managementTypes = ["professional", "non_professional"] as const;
export const checkinTypes = ["in_person", "lockbox", "smart_lock", "24_hours_staff", "other"] as const;
export const roundingKinds = ["no-rounding", "round-up", "closest-exact", "closest-marketing"] as const;
export const baseRateKinds = ["nightly", "weekly"] as const;
export const surfaceUnits = ["metric", "imperial"] as const;
