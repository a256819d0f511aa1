import { id, string, timestamps, translated } from "../../../kernel/attribute.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { amenityKeys } from "./known-amenities.ts";

/** What a rental may offer: one list for everybody, kept by the service. */
export const amenity = defineResource("amenities", {
  singular: "amenity",
  description: "Something that a rental can offer, such as internet or a pool.",
  tenancy: "everyone",
  readScopes: ["public"],
  attributes: {
    id: id(),
    key: string().among(amenityKeys).readOnly().present().description("Stable name for programs, such as internet."),
    title: translated().readOnly().description("Its name for people, by locale."),
    ...timestamps(),
  },
  relations: {},
});
