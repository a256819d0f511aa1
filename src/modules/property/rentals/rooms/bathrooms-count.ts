import { float, integer } from "../../../../kernel/attribute.ts";

/**
 * Counts a rental's bathrooms. A full bathroom has a bath or shower and a WC; a standalone toilet has WCs only.
 * Listings count halves: a full bathroom is 1, one with only a WC or only a bath or shower is 0.5, an empty one 0.
 */
const washes = "(bathrooms.bath_count > 0 or bathrooms.shower_count > 0)";
const hasToilet = "bathrooms.wc_count > 0";

const overBathrooms = (counted: string) =>
  `(select ${counted} from bathrooms where bathrooms.account_id = :account_of(rentals)` +
  " and bathrooms.rental_id = rentals.id and bathrooms.deleted_at is null)";

export const fullBathroomsCount = overBathrooms(`count(*) filter (where ${washes} and ${hasToilet})`);

export const bathroomCounts = {
  full_bathrooms_count: integer()
    .from(fullBathroomsCount)
    .present()
    .description("Bathrooms with a bath or shower and a WC."),
  standalone_toilets_count: integer()
    .from(overBathrooms(`count(*) filter (where ${hasToilet} and not ${washes})`))
    .present()
    .description("Bathrooms with WCs only."),
  vr_bathrooms_count: float()
    .from(overBathrooms(`coalesce(sum(0.5 * ((${washes})::integer + (${hasToilet})::integer)), 0)::double precision`))
    .present()
    .description("Full bathrooms, plus half for each that has only a WC or only a bath or shower."),
};
