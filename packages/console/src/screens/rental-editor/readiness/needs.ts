import type { Resource } from "@roost/client";
import type { FieldName } from "../fields/field-lists.ts";
import type { RentalPart } from "../parts.ts";

/** The conditions for guests to book a rental. */
export interface Need {
  readonly name: "place" | "zone" | "guests" | "price" | "photo";
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
  const hasPrice = rental.nightly_rates_managed_externally ? rental.min_price !== null : rental.base_rate !== null;
  return [
    { name: "place", isMet: rental.city !== null && rental.country_code !== null, part: "basics", field: "city" },
    { name: "zone", isMet: Boolean(rental.time_zone), part: "basics", field: "time_zone" },
    { name: "guests", isMet: Boolean(rental.sleeps ?? rental.sleeps_max), part: "guests", field: "sleeps" },
    { name: "price", isMet: hasPrice, part: "prices", field: "base_rate" },
    { name: "photo", isMet: (rental.links.photos ?? []).length > 0, part: "photos" },
  ];
}

export const isBookable = (rental: Known): boolean => needsOf(rental).every(({ isMet }) => isMet);
