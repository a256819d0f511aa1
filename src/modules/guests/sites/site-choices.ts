import type { Translations } from "../../../kernel/values/structure.ts";
import type { Site } from "./find-site.ts";
import { shownBy, shownRentals } from "./shown-rentals.ts";

/** The choices in a site's search. */
export interface SiteChoices {
  /** Amenities of the site's rentals, the most frequent first. */
  readonly amenities: readonly { readonly key: string; readonly title: Translations }[];
  readonly places: readonly string[];
  /** Currencies with an exchange rate. */
  readonly currencies: readonly string[];
}

/** Amenities to choose from. */
const maxAmenities = 12;

/** Reads a site's choices. */
export function readChoices(site: Site): Promise<SiteChoices> {
  return site.scope.transaction(async (transaction) => {
    const [amenities, places, currencies] = await Promise.all([
      transaction.rows<{ key: string; title: Translations }>(
        `select amenities.key, amenities.title from rentals_amenities
         join amenities on amenities.id = rentals_amenities.amenity_id
         where rentals_amenities.account_id = $1 and rentals_amenities.deleted_at is null
           and rentals_amenities.rental_id in (${shownRentals})
         group by amenities.id order by count(*) desc, amenities.id limit ${maxAmenities}`,
        shownBy(site),
      ),
      transaction.rows<{ city: string }>(
        `select distinct place.city from rentals as place
         where place.account_id = $1 and place.city <> '' and place.id in (${shownRentals}) order by place.city`,
        shownBy(site),
      ),
      transaction.rows<{ currency: string }>(
        "select distinct currency from exchange_rates where day > (now() at time zone 'UTC')::date - 30 order by currency",
      ),
    ]);
    return {
      amenities,
      places: places.map(({ city }) => city),
      currencies: currencies.map(({ currency }) => currency),
    };
  }, "read");
}
