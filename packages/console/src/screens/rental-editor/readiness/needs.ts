import type { Resource } from "@roost/client";
import type { FieldName } from "../fields/field-lists.ts";
import type { RentalPart } from "../parts.ts";

/** Something that guests look for in a rental. */
export interface Need {
  readonly name: "place" | "zone" | "guests" | "price" | "photo";
  /** Nobody can book without it. */
  readonly isCondition: boolean;
  readonly isMet: boolean;
  readonly part: RentalPart;
  readonly field?: FieldName;
}

type Known = Pick<
  Resource<"rentals">,
  | "city"
  | "country_code"
  | "time_zone"
  | "sleeps"
  | "sleeps_max"
  | "base_rate"
  | "min_price"
  | "nightly_rates_managed_externally"
> & { readonly links: { readonly photos?: readonly number[] | undefined } };

/** The needs of a rental, in the order of the wizard's steps. */
export function needsOf(rental: Known): readonly Need[] {
  // Periods price nights without a base rate, too; their lowest price follows a moment later.
  const hasPrice = rental.min_price !== null || (!rental.nightly_rates_managed_externally && rental.base_rate !== null);
  return [
    wish("place", rental.city !== null && rental.country_code !== null, { part: "basics", field: "city" }),
    condition("zone", Boolean(rental.time_zone), { part: "basics", field: "time_zone" }),
    wish("guests", Boolean(rental.sleeps ?? rental.sleeps_max), { part: "guests", field: "sleeps" }),
    condition("price", hasPrice, { part: "prices", field: "base_rate" }),
    wish("photo", (rental.links.photos ?? []).length > 0, { part: "photos" }),
  ];
}

type At = Pick<Need, "part" | "field">;
const condition = (name: Need["name"], isMet: boolean, at: At): Need => ({ name, isCondition: true, isMet, ...at });
const wish = (name: Need["name"], isMet: boolean, at: At): Need => ({ name, isCondition: false, isMet, ...at });

export const isBookable = (rental: Known): boolean =>
  needsOf(rental).every(({ isMet, isCondition }) => isMet || !isCondition);
