import { boolean, id, integer, string, timestamps } from "../kernel/attribute.ts";
import { many, one } from "../kernel/relation.ts";
import { changedByItsAuthor, defineResource } from "../kernel/resource.ts";

/** Where bookings come from; a name stands for one source, however it is capitalised. */
export const source = defineResource("sources", {
  singular: "source",
  purpose: "Where bookings come from, such as a channel or the account's own website.",
  readScopes: ["bookings_read", "bookings_write", "bookings_write_owned"],
  attributes: {
    id: id(),
    name: string({ maxLength: 50 }).required(),
    position: integer(),
    internal: boolean().readOnly().meaning("Kept by the service itself."),
    ...timestamps(),
  },
  relations: { account: one("accounts"), bookings: many("bookings", { foreignKey: "source_id" }) },
  changeable: changedByItsAuthor("sources"),
});
