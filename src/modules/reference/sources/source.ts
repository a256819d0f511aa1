import { boolean, id, integer, string, timestamps } from "../../../kernel/attribute.ts";
import { many, owner } from "../../../kernel/relation.ts";
import { changedByItsAuthor, defineResource } from "../../../kernel/resource.ts";

/** Where bookings come from; a name stands for one source, however it is capitalised. */
export const source = defineResource("sources", {
  singular: "source",
  description: "Where bookings come from, such as a channel or the account's own website.",
  readScopes: ["bookings_read", "bookings_write", "bookings_write_owned"],
  attributes: {
    id: id(),
    name: string({ maxLength: 50 })
      .required()
      .description("What the source is called; a name stands for one source, however it is capitalised."),
    position: integer().description("Its place in the account's own order: lower comes first."),
    internal: boolean().readOnly().present().description("Kept by the service itself."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    bookings: many("bookings", { foreignKey: "source_id", ended: "included" }).description(
      "The newest bookings that came from it.",
    ),
  },
  changeable: changedByItsAuthor("sources"),
});
