import { id, string, timestamps, translated } from "../../../kernel/attribute.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { amenityKeys } from "./known-amenities.ts";

/** Amenities that rentals can offer: one list for all accounts, maintained by the service. */
export const amenity = defineResource("amenities", {
  singular: "amenity",
  description: "Something that a rental can offer, such as internet or a pool.",
  tenancy: "everyone",
  readScopes: ["public"],
  attributes: {
    id: id(),
    key: string().among(amenityKeys).readOnly().present().description("Stable identifier, such as internet."),
    title: translated().readOnly().description("Display name, by locale."),
    ...timestamps(),
  },
  relations: {},
});
