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

/** SQL: the rental has an amenity that meets the condition. */
const has = (condition: string) =>
  "exists (select from rentals_amenities join amenities on amenities.id = rentals_amenities.amenity_id" +
  " where rentals_amenities.account_id = :account_of(rentals) and rentals_amenities.rental_id = rentals.id" +
  ` and rentals_amenities.deleted_at is null and ${condition})`;

/** SQL: the amenity's key or id is in the parameter. */
const among = (parameter: string) => `(amenities.key = any(:${parameter}) or amenities.id::text = any(:${parameter}))`;
const hasAll = (parameter: string) =>
  `not exists (select from unnest(:${parameter}) as required(name) where not ${has("required.name in (amenities.key, amenities.id::text)")})`;

/**
 * The registry's search parameters for lists. Those about a stay (dates, guests, exchange currency, sorting by price) belong to
 * /rentals/search.
 */
export const rentalSearch = {
  id: idList({ condition: "rentals.id = any(:id)", description: "Comma-separated rental ids." }),
  rental_id: idList({ condition: "rentals.id = any(:rental_id)", description: "Comma-separated rental ids." }),
  amenities: closedList(amenityKeys, {
    condition: hasAll("amenities"),
    filteredAs: "amenities_any",
    description: "Comma-separated amenities, by key or id. Rentals must have all of them. An agent's filter means any.",
  }),
  amenities_all: closedList(amenityKeys, {
    condition: hasAll("amenities_all"),
    description: "Comma-separated amenities, by key or id. Rentals must have all of them.",
  }),
  amenities_any: closedList(amenityKeys, {
    condition: has(among("amenities_any")),
    description: "Comma-separated amenities, by key or id. Rentals must have at least one of them.",
  }),
  reject_amenities: closedList(amenityKeys, {
    condition: `not ${has(among("reject_amenities"))}`,
    description: "Comma-separated amenities, by key or id. Rentals must have none of them.",
  }),
  included_amenities: idList({
    condition: `not exists (select from unnest(:included_amenities) as required(id) where not ${has("amenities.id = required.id")})`,
    description: "Comma-separated amenity ids. Rentals must have all of them.",
  }),
  excluded_amenities: idList({
    condition: `not ${has("amenities.id = any(:excluded_amenities)")}`,
    description: "Comma-separated amenity ids. Rentals must have none of them.",
  }),
  bedrooms_count: integerParameter(count, {
    condition: "rentals.bedrooms_count >= :bedrooms_count",
    description: "Minimum number of bedrooms.",
  }),
  full_bathrooms_count: integerParameter(count, {
    condition: `${fullBathroomsCount} >= :full_bathrooms_count`,
    description: "Minimum number of full bathrooms.",
  }),
  guests: integerParameter(count, {
    condition: "coalesce(nullif(rentals.sleeps_max, 0), nullif(rentals.sleeps, 0), :guests) >= :guests",
    description:
      "Rentals that take this many guests: up to sleeps_max, else sleeps. A rental with neither (0 or null) takes any number.",
  }),
  bookable_online: booleanParameter({
    condition: "rentals.bookable_online = :bookable_online",
    description: "Whether guests can book without confirmation.",
  }),
  instantly_bookable: booleanParameter({
    condition: "rentals.instantly_bookable = :instantly_bookable",
    description: "Whether a payment alone confirms a booking.",
  }),
  city: textParameter({
    condition: "position(plain_text(:city) in plain_text(rentals.city)) > 0",
    description: "Part of the city's name. Ignores case and accents.",
  }),
  country_code: closedList(countries, {
    condition: "rentals.country_code = any(:country_code)",
    description: "Comma-separated countries, by two- or three-letter code or by name.",
  }),
  destination: idList({
    condition:
      "exists (select from destinations where destinations.id = rentals.destination_id" +
      " and (destinations.id = any(:destination) or destinations.ancestor_ids && :destination))",
    description: "Comma-separated destination ids. Matches rentals in or below them.",
  }),
  special_offers: booleanParameter({
    condition:
      "not :special_offers or exists (select from special_offers where special_offers.account_id = :account_of(rentals)" +
      " and special_offers.rental_id = rentals.id and special_offers.deleted_at is null" +
      " and special_offers.end_date >= (now() at time zone 'UTC')::date)",
    description: "Only rentals with a current or upcoming special offer.",
  }),
  min_price: integerParameter(
    { min: 0 },
    { condition: "rentals.min_price >= :min_price", description: "Minimum min_price." },
  ),
  max_price: integerParameter(
    { min: 0 },
    { condition: "rentals.max_price <= :max_price", description: "Maximum max_price." },
  ),
  published_only: booleanParameter({
    condition: "not :published_only or rentals.published_at is not null",
    description: "Only published rentals.",
  }),
  rental_type: wordList(rentalTypes, {
    condition: "rentals.rental_type = any(:rental_type)",
    description: "Comma-separated rental types.",
  }),
  rentals_tags: idList({
    condition:
      "exists (select from rentals_rentals_tags where rentals_rentals_tags.account_id = :account_of(rentals)" +
      " and rentals_rentals_tags.rental_id = rentals.id and rentals_rentals_tags.rentals_tag_id = any(:rentals_tags))",
    description: "Comma-separated tag ids. Rentals must have at least one of them.",
  }),
};
