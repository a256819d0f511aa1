import { id, ids, integer, timestamps, translated } from "../../../kernel/attribute.ts";
import { defineResource } from "../../../kernel/resource.ts";

/**
 * Destinations belong to nobody, but what is counted in them belongs to someone: `counter` counts the published rentals of the
 * caller's own accounts, and says nothing about anybody else's.
 */
const publishedRentals =
  "(select count(*) from rentals where rentals.account_id = any(:accounts) and rentals.deleted_at is null" +
  " and rentals.published_at is not null and (rentals.destination_id = destinations.id or exists (" +
  "select from destinations as below where below.id = rentals.destination_id and destinations.id = any(below.ancestor_ids))))";

/** A place where rentals lie; places form a tree. */
export const destination = defineResource("destinations", {
  singular: "destination",
  description: "A place where rentals lie, from the world down to a village.",
  tenancy: "everyone",
  uncached: true,
  readScopes: ["public"],
  attributes: {
    id: id(),
    name: translated().readOnly().description("The place's name, by locale."),
    fullname: translated().readOnly().description("The name with the places above it, by locale."),
    permalink: translated().readOnly().description("The name as it stands in URLs, by locale."),
    aliases: translated().readOnly().description("Other names of the place, by locale."),
    counter: integer()
      .from(publishedRentals)
      .present()
      .description("Published rentals of the caller's accounts in the destination or below it."),
    ancestor_ids: ids().readOnly().present().description("The destinations above it."),
    ...timestamps(),
  },
  relations: {},
});
