import { boolean, id, integer, string, timestamps } from "../../../kernel/attribute.ts";
import { many, owner } from "../../../kernel/relation.ts";
import { changedByItsAuthor, defineResource } from "../../../kernel/resource.ts";

/** An origin of bookings. Names are unique regardless of case. */
export const source = defineResource("sources", {
  singular: "source",
  description: "An origin of bookings, such as a channel or the account's own website.",
  readScopes: ["bookings_read", "bookings_write", "bookings_write_owned"],
  attributes: {
    id: id(),
    name: string({ maxLength: 50 }).required().description("The source's name, unique regardless of case."),
    position: integer().description("Position in the account's own order, lowest first."),
    internal: boolean().readOnly().present().description("Whether the service itself maintains the source."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    bookings: many("bookings", { foreignKey: "source_id", ended: "included" }).description(
      "The source's newest bookings.",
    ),
  },
  changeable: changedByItsAuthor("sources"),
});
