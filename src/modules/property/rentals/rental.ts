import { id, ids, integer, timestamps } from "../../../kernel/attribute.ts";
import { ownCurrency } from "../../../kernel/currency-source.ts";
import { many, one, owner, plannedMany } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { agreementOfRental } from "./newest-agreement.ts";
import { description, location, money, privateDetails, size, stay } from "./rental-attributes.ts";
import { rentalSearch } from "./rental-search.ts";
import { bathroomCounts } from "./rooms/bathrooms-count.ts";

const ofRental = { foreignKey: "rental_id" };

/** A holiday home that the account rents out. */
export const rental = defineResource("rentals", {
  singular: "rental",
  description: "A holiday home that the account rents out, with its description, location, booking rules and prices.",
  readScopes: ["public", "rentals_read", "rentals_write"],
  recorded: { columns: { rentals_contact_id: "rentals_contact_id" } },
  attributes: {
    id: id(),
    ...description,
    ...size,
    ...bathroomCounts,
    ...location,
    ...stay,
    ...money,
    ...privateDetails,
    ...timestamps(),
    amenity_ids: ids().inputOnly().description("All of the rental's amenities. Existing ones keep their details."),
    rentals_contact_id: integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
      .writeOnly()
      .description("The contact whose name contact_name shows; null for none."),
  },
  relations: {
    account: owner(),
    // Shares the rental's id, like the nightly rate map.
    availability: one("availabilities")
      .from("rentals.id")
      .present()
      .description("Its availability, with the same id as the rental."),
    change_over: one("change_overs")
      .from("rentals.id")
      .present()
      .description("Its arrival and departure days, with the same id as the rental."),
    destination: one("destinations").writtenAs("destination_id").description("Its destination; null if unknown."),
    payment_gateway: one("payment_gateways")
      .writtenAs("payment_gateway_id")
      .description("The gateway for its payments; null if none is set."),
    rates_table: one("rates_tables")
      .writtenAs("rates_table_id")
      .description("The rates table with its seasons, periods and rules. Null for none: nights cost the base rate."),
    rental_agreement: one("rental_agreements")
      .from(agreementOfRental("rentals", "rentals.id"))
      .description("The agreement for its guests to sign: the rental's, else the account's."),
    rental_cancelation_policy: one("rental_cancelation_policies")
      .from(
        "(select rental_cancelation_policies.id from rental_cancelation_policies where rental_cancelation_policies.account_id = :account_of(rentals)" +
          " and rental_cancelation_policies.rental_id = rentals.id and rental_cancelation_policies.deleted_at is null)",
      )
      .description("Its cancelation policy; null if the account's applies."),
    nightly_rate_map: one("nightly_rate_maps")
      .from("rentals.id")
      .present()
      .description("Rate and minimum stay of each night, with the same id as the rental."),
    mid_term_rate_map: one("mid_term_rate_maps")
      .from(
        "(select mid_term_rate_maps.id from mid_term_rate_maps where mid_term_rate_maps.account_id = :account_of(rentals)" +
          " and mid_term_rate_maps.rental_id = rentals.id)",
      )
      .present()
      .description("The nightly rates of long stays."),
    photos: many("photos", ofRental).description("Its photos."),
    reviews: many("reviews", ofRental).description("Its reviews by guests."),
    host_reviews: many("host_reviews", ofRental).description("Hosts' reviews of its guests."),
    special_offers: many("special_offers", ofRental).description("Its discounts for stays that begin in a period."),
    rate_overrides: many("rate_overrides", ofRental)
      .readBy("rates_read")
      .description("Other prices of some nights, on top of its base rate and seasons."),
    rates: many("rates", ofRental).description("Its static rates."),
    rentals_amenities: many("rentals_amenities", ofRental).description("Its amenities, with details."),
    rentals_fees: many("rentals_fees", ofRental).description("Its fees."),
    bathrooms: many("bathrooms", ofRental).description("Its bathrooms."),
    bedrooms: many("bedrooms", ofRental).description("Its bedrooms."),
    living_rooms: many("living_rooms", ofRental).description("Its living rooms."),
    rentals_tags: many("rentals_tags", {
      through: "rentals_rentals_tags",
      ours: "rental_id",
      theirs: "rentals_tag_id",
    })
      .writtenAs("rentals_tag_ids")
      .description("Its tags. A write replaces them all."),
    rental_contacts: many("rental_contacts", ofRental).description("Its contacts."),
    videos: plannedMany("videos", null).description("Its videos."),
  },
  derivedEvents: [
    {
      type: "rates.changed",
      description: "A rental's nightly rates have changed; changes.dates lists the nights.",
    },
  ],
  currency: ownCurrency("select default_currency as currency from accounts where id = $1"),
  deletion: { column: "deleted_at", singleRead: "hidden" },
  search: rentalSearch,
  published: "rentals.published_at is not null and rentals.deleted_at is null",
});
