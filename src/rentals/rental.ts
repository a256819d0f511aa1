import { id, ids, integer, timestamps } from "../kernel/attribute.ts";
import { awaitedMany, awaitedOne, many, one } from "../kernel/relation.ts";
import { defineResource } from "../kernel/resource.ts";
import { bathroomCounts } from "./bathrooms-count.ts";
import { description, money, place, privateDetails, size, stay } from "./rental-attributes.ts";
import { rentalSearch } from "./rental-search.ts";

const ofRental = { foreignKey: "rental_id" };

/** A holiday home that the account rents out. */
export const rental = defineResource("rentals", {
  singular: "rental",
  purpose: "A holiday home that the account rents out: what it is, where it lies, how it is booked and what it costs.",
  readScopes: ["public", "rentals_read", "rentals_write"],
  attributes: {
    id: id(),
    ...description,
    ...size,
    ...bathroomCounts,
    ...place,
    ...stay,
    ...money,
    ...privateDetails,
    ...timestamps(),
    amenity_ids: ids().forTheVerb().meaning("All amenities of the rental; details of those that stay are kept."),
    // No such contacts yet: save-rental.ts refuses any.
    rentals_contact_id: integer({ min: 1 }).forTheVerb(),
  },
  relations: {
    account: one("accounts"),
    // Under the rental's own id, as the nightly rate map.
    availability: one("availabilities").from("rentals.id"),
    change_over: one("change_overs").from("rentals.id"),
    destination: one("destinations").writtenAs("destination_id"),
    payment_gateway: awaitedOne("payment_gateways").writtenAs("payment_gateway_id"),
    rates_table: one("rates_tables").writtenAs("rates_table_id"),
    rental_agreement: awaitedOne("rental_agreements"),
    rental_cancelation_policy: awaitedOne("rental_cancelation_policies"),
    nightly_rate_map: one("nightly_rate_maps").from("rentals.id"),
    mid_term_rate_map: one("mid_term_rate_maps").from(
      "(select mid_term_rate_maps.id from mid_term_rate_maps where mid_term_rate_maps.account_id = rentals.account_id" +
        " and mid_term_rate_maps.rental_id = rentals.id)",
    ),
    photos: awaitedMany("photos"),
    reviews: awaitedMany("reviews"),
    host_reviews: awaitedMany("host_reviews"),
    special_offers: many("special_offers", ofRental),
    rates: many("rates", ofRental),
    rentals_amenities: many("rentals_amenities", ofRental),
    rentals_fees: many("rentals_fees", ofRental),
    bathrooms: many("bathrooms", ofRental),
    bedrooms: many("bedrooms", ofRental),
    living_rooms: many("living_rooms", ofRental),
    rentals_tags: many("rentals_tags", {
      through: "rentals_rentals_tags",
      ours: "rental_id",
      theirs: "rentals_tag_id",
    }).writtenAs("rentals_tag_ids"),
    rental_contacts: awaitedMany("rental_contacts"),
    videos: awaitedMany("videos", null),
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
  search: rentalSearch,
  published: "rentals.published_at is not null and rentals.deleted_at is null",
});
