/** The kinds of fees that are tourist taxes. */
export const touristFeeKinds = ["city_tax", "tourism", "municipality"] as const;

/** The kinds of taxes that tourists pay to a municipality. */
export const touristTaxKinds = ["city", "spa", "hot_spring", "local_council"] as const;
