import { id, ids, integer, timestamps, translated } from "../../../kernel/attribute.ts";
import { defineResource } from "../../../kernel/resource.ts";

/** Destinations are shared, but `counter` counts only the caller's own published rentals. */
const publishedRentals =
  "(select count(*) from rentals where rentals.account_id = any(:accounts) and rentals.deleted_at is null" +
  " and rentals.published_at is not null and (rentals.destination_id = destinations.id or exists (" +
  "select from destinations as below where below.id = rentals.destination_id and destinations.id = any(below.ancestor_ids))))";

/** A place with rentals; places form a tree. */
export const destination = defineResource("destinations", {
  singular: "destination",
  description: "A place with rentals, from the whole world down to a village.",
  tenancy: "everyone",
  uncached: true,
  readScopes: ["public"],
  attributes: {
    id: id(),
    name: translated().readOnly().description("The place's name, by locale."),
    fullname: translated().readOnly().description("The name with those of its parent places, by locale."),
    permalink: translated().readOnly().description("The name for use in URLs, by locale."),
    aliases: translated().readOnly().description("Other names of the place, by locale."),
    counter: integer()
      .from(publishedRentals)
      .present()
      .description("Number of the caller's published rentals in the destination and the destinations below it."),
    ancestor_ids: ids().readOnly().present().description("Ids of the destinations above it."),
    ...timestamps(),
  },
  relations: {},
});
