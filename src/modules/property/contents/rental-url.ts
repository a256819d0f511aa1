import Type from "typebox";
import { boolean, string, structure, time, timestamps, uuid } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineUuidResource } from "../../../kernel/resource.ts";
import { isObject } from "../../../kernel/values/structure.ts";
import { formats } from "../../../kernel/values/text.ts";
import { problem } from "../../../kernel/values/value-type.ts";

/** Who holds the lock, and what it lets be changed all the same: nothing. */
const lock = () =>
  structure<Record<string, unknown>>({
    title: "Object",
    schema: Type.Object({
      record: Type.String({ description: "application-<id> of the application that alone may change it." }),
      attributes: Type.Object({}, { description: "What others may change all the same: nothing." }),
    }),
    accept: () => problem("is read-only"),
    isValue: isObject,
  });

/** A page elsewhere on which a rental is offered (the reference, rental_urls). A rental has at most 50. */
export const rentalUrl = defineUuidResource("rental_urls", {
  singular: "rental_url",
  description: "A page elsewhere on which a rental is offered, such as a channel's. A rental has at most 50.",
  readScopes: ["public", "rentals_write"],
  recorded: { columns: { locked_by_application_id: "locked_by_application_id" } },
  attributes: {
    id: uuid(),
    label: string().description("Whose page it is, such as the name of a channel."),
    url: string({ maxLength: 2000, format: formats.url }).required().description("The address of the page."),
    lock: lock()
      .from(
        "case when rental_urls.locked_by_application_id is not null then json_build_object(" +
          "'record', 'application-' || rental_urls.locked_by_application_id, 'attributes', '{}'::json) end",
      )
      .description("Which application alone may change it; null where all may."),
    canceled_at: time().readOnly().description("When it was deleted; null while it is there."),
    ...timestamps(),
    locked: boolean()
      .inputOnly()
      .description("true lets nobody but the calling application change it, false lets everybody again."),
  },
  relations: {
    account: owner(),
    rental: one("rentals").deletedAlong().present().description("The rental that is offered there."),
  },
  deletion: { column: "canceled_at", singleRead: "shown" },
});
