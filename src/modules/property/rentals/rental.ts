import { id, ids, integer, timestamps } from "../../../kernel/attribute.ts";
import { many, one, owner, plannedMany } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { agreementOfRental } from "./newest-agreement.ts";
import { description, index, money, privateDetails, size, stay } from "./rental-attributes.ts";
import { rentalSearch } from "./rental-search.ts";
import { bathroomCounts } from "./rooms/bathrooms-count.ts";

const ofRental = { foreignKey: "rental_id" };

/** A holiday home that the account rents out. */
export const rental = defineResource("rentals", {
  singular: "rental",
  description:
    "A holiday home that the account rents out: what it is, where it lies, how it is booked and what it costs.",
  readScopes: ["public", "rentals_read", "rentals_write"],
  recorded: { columns: { rentals_contact_id: "rentals_contact_id" } },
  attributes: {
    id: id(),
    ...description,
    ...size,
    ...bathroomCounts,
    ...index,
    ...stay,
    ...money,
    ...privateDetails,
    ...timestamps(),
    amenity_ids: ids().inputOnly().description("All amenities of the rental; details of those that stay are kept."),
    rentals_contact_id: integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
      .writeOnly()
      .description("The contact whose name stands in contact_name; null for none."),
  },
  relations: {
    account: owner(),
    // Under the rental's own id, as the nightly rate map.
    availability: one("availabilities")
      .from("rentals.id")
      .present()
      .description("Which nights are free: under the rental's own id."),
    change_over: one("change_overs")
      .from("rentals.id")
      .present()
      .description("On which days guests can arrive and leave: under the rental's own id."),
    destination: one("destinations")
      .writtenAs("destination_id")
      .description("The place where it lies; null when nobody said."),
    payment_gateway: one("payment_gateways")
      .writtenAs("payment_gateway_id")
      .description("The gateway that takes its payments; null when nobody said."),
    rates_table: one("rates_tables")
      .writtenAs("rates_table_id")
      .description("The rates table with its seasons, periods and rules; null for none: nights cost the base rate."),
    rental_agreement: one("rental_agreements")
      .from(agreementOfRental("rentals", "rentals.id"))
      .description("The agreement that its guests sign: its own, else its account's."),
    rental_cancelation_policy: one("rental_cancelation_policies")
      .from(
        "(select rental_cancelation_policies.id from rental_cancelation_policies where rental_cancelation_policies.account_id = rentals.account_id" +
          " and rental_cancelation_policies.rental_id = rentals.id and rental_cancelation_policies.deleted_at is null)",
      )
      .description("Its own cancelation policy; null where the account's applies."),
    nightly_rate_map: one("nightly_rate_maps")
      .from("rentals.id")
      .present()
      .description("Rate and minimum stay of each night: under the rental's own id."),
    mid_term_rate_map: one("mid_term_rate_maps")
      .from(
        "(select mid_term_rate_maps.id from mid_term_rate_maps where mid_term_rate_maps.account_id = rentals.account_id" +
          " and mid_term_rate_maps.rental_id = rentals.id)",
      )
      .present()
      .description("What nights cost in long stays."),
    photos: many("photos", ofRental).description("Its photos."),
    reviews: many("reviews", ofRental).description("What guests wrote about it."),
    host_reviews: many("host_reviews", ofRental).description("What hosts wrote about its guests."),
    special_offers: many("special_offers", ofRental).description(
      "Its discounts for stays that begin between two dates.",
    ),
    rates: many("rates", ofRental).description("Its static rates."),
    rentals_amenities: many("rentals_amenities", ofRental).description("What it offers, with details."),
    rentals_fees: many("rentals_fees", ofRental).description("The fees that guests pay in it."),
    bathrooms: many("bathrooms", ofRental).description("Its bathrooms."),
    bedrooms: many("bedrooms", ofRental).description("Its bedrooms."),
    living_rooms: many("living_rooms", ofRental).description("Its living rooms."),
    rentals_tags: many("rentals_tags", {
      through: "rentals_rentals_tags",
      ours: "rental_id",
      theirs: "rentals_tag_id",
    })
      .writtenAs("rentals_tag_ids")
      .description("The tags that it has; a write replaces them all."),
    rental_contacts: many("rental_contacts", ofRental).description("The people to contact about it."),
    videos: plannedMany("videos", null).description("Its videos."),
  },
  derivedEvent: {
    type: "rates.changed",
    description: "What nights of a rental cost has changed: changes.dates says which.",
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
  search: rentalSearch,
  published: "rentals.published_at is not null and rentals.deleted_at is null",
});
