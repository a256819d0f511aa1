import { countries } from "../../../core/countries.ts";
import {
  booleanParameter,
  closedList,
  idList,
  integerParameter,
  textParameter,
  wordList,
} from "../../../kernel/search.ts";
import { amenityKeys } from "../../reference/amenities/known-amenities.ts";
import { rentalTypes } from "./rental-kinds.ts";
import { fullBathroomsCount } from "./rooms/bathrooms-count.ts";

const count = { min: 0, max: 100 };

/** The rental has this amenity; `which` compares `amenities` and the live `rentals_amenities`. */
const has = (which: string) =>
  "exists (select from rentals_amenities join amenities on amenities.id = rentals_amenities.amenity_id" +
  " where rentals_amenities.account_id = rentals.account_id and rentals_amenities.rental_id = rentals.id" +
  ` and rentals_amenities.deleted_at is null and ${which})`;

/** Amenities are named by key or id. */
const among = (parameter: string) => `(amenities.key = any(:${parameter}) or amenities.id::text = any(:${parameter}))`;
const hasAll = (parameter: string) =>
  `not exists (select from unnest(:${parameter}) as wanted(name) where not ${has("wanted.name in (amenities.key, amenities.id::text)")})`;

/**
 * The search parameters of the registry that a list can answer. Those about a stay (dates, guests to price, currency to exchange
 * to, sorting by price) belong to /rentals/search.
 */
export const rentalSearch = {
  id: idList({ condition: "rentals.id = any(:id)", description: "Comma list of rental ids." }),
  rental_id: idList({ condition: "rentals.id = any(:rental_id)", description: "Comma list of rental ids." }),
  amenities: closedList(amenityKeys, {
    condition: hasAll("amenities"),
    filteredAs: "amenities_any",
    description: "Comma list of amenities, by key or id, that a rental must all have. A filter of agents means any.",
  }),
  amenities_all: closedList(amenityKeys, {
    condition: hasAll("amenities_all"),
    description: "Comma list of amenities, by key or id, that a rental must all have.",
  }),
  amenities_any: closedList(amenityKeys, {
    condition: has(among("amenities_any")),
    description: "Comma list of amenities, by key or id, of which a rental must have one.",
  }),
  reject_amenities: closedList(amenityKeys, {
    condition: `not ${has(among("reject_amenities"))}`,
    description: "Comma list of amenities, by key or id, of which a rental must have none.",
  }),
  included_amenities: idList({
    condition: `not exists (select from unnest(:included_amenities) as wanted(id) where not ${has("amenities.id = wanted.id")})`,
    description: "Comma list of the ids of amenities that a rental must all have.",
  }),
  excluded_amenities: idList({
    condition: `not ${has("amenities.id = any(:excluded_amenities)")}`,
    description: "Comma list of the ids of amenities of which a rental must have none.",
  }),
  bedrooms_count: integerParameter(count, {
    condition: "rentals.bedrooms_count >= :bedrooms_count",
    description: "At least so many bedrooms.",
  }),
  full_bathrooms_count: integerParameter(count, {
    condition: `${fullBathroomsCount} >= :full_bathrooms_count`,
    description: "At least so many full bathrooms.",
  }),
  guests: integerParameter(count, {
    condition: "coalesce(nullif(rentals.sleeps_max, 0), nullif(rentals.sleeps, 0), :guests) >= :guests",
    description:
      "Takes so many guests: at most sleeps_max, or sleeps where that is not set (0 or null); any number where neither is.",
  }),
  bookable_online: booleanParameter({
    condition: "rentals.bookable_online = :bookable_online",
    description: "Whether rentals can be booked without anybody confirming.",
  }),
  instantly_bookable: booleanParameter({
    condition: "rentals.instantly_bookable = :instantly_bookable",
    description: "Whether a payment confirms a booking.",
  }),
  city: textParameter({
    condition: "position(plain_text(:city) in plain_text(rentals.city)) > 0",
    description: "In a city whose name contains this; capitals and accents do not count.",
  }),
  country_code: closedList(countries, {
    condition: "rentals.country_code = any(:country_code)",
    description: "Comma list of countries, by a code of two or three letters or by name.",
  }),
  destination: idList({
    condition:
      "exists (select from destinations where destinations.id = rentals.destination_id" +
      " and (destinations.id = any(:destination) or destinations.ancestor_ids && :destination))",
    description: "Comma list of the ids of destinations in or below which a rental lies.",
  }),
  special_offers: booleanParameter({
    condition:
      "not :special_offers or exists (select from special_offers where special_offers.account_id = rentals.account_id" +
      " and special_offers.rental_id = rentals.id and special_offers.deleted_at is null" +
      " and special_offers.end_date >= (now() at time zone 'UTC')::date)",
    description: "Only rentals with a special offer that has not ended.",
  }),
  min_price: integerParameter(
    { min: 0 },
    { condition: "rentals.min_price >= :min_price", description: "min_price at or above this." },
  ),
  max_price: integerParameter(
    { min: 0 },
    { condition: "rentals.max_price <= :max_price", description: "max_price at or below this." },
  ),
  published_only: booleanParameter({
    condition: "not :published_only or rentals.published_at is not null",
    description: "Only published rentals.",
  }),
  rental_type: wordList(rentalTypes, {
    condition: "rentals.rental_type = any(:rental_type)",
    description: "Comma list of rental types.",
  }),
  rentals_tags: idList({
    condition:
      "exists (select from rentals_rentals_tags where rentals_rentals_tags.account_id = rentals.account_id" +
      " and rentals_rentals_tags.rental_id = rentals.id and rentals_rentals_tags.rentals_tag_id = any(:rentals_tags))",
    description: "Comma list of the ids of tags, any of which a rental has.",
  }),
};
