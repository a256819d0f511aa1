import Type from "typebox";
import { boolean, string, structure, time, timestamps, uuid } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineUuidResource } from "../../../kernel/resource.ts";
import { isObject } from "../../../kernel/values/structure.ts";
import { formats } from "../../../kernel/values/text.ts";
import { problem } from "../../../kernel/values/value-type.ts";

/** The lock's holder. No attribute is exempt from the lock. */
const lock = () =>
  structure<Record<string, unknown>>({
    title: "Object",
    schema: Type.Object({
      record: Type.String({ description: "application-<id> of the only application that may change it." }),
      attributes: Type.Object({}, { description: "Attributes exempt from the lock; always empty." }),
    }),
    accept: () => problem("is read-only"),
    isValue: isObject,
  });

/** A page elsewhere on which a rental is offered (the reference, rental_urls). A rental has at most 50. */
export const rentalUrl = defineUuidResource("rental_urls", {
  singular: "rental_url",
  description: "A page on another site that offers a rental, such as a channel's listing. A rental has at most 50.",
  readScopes: ["public", "rentals_write"],
  recorded: { columns: { locked_by_application_id: "locked_by_application_id" } },
  attributes: {
    id: uuid(),
    label: string().description("The other site's name, such as a channel."),
    url: string({ maxLength: 2000, format: formats.url }).required().description("The page's address."),
    lock: lock()
      .from(
        "case when rental_urls.locked_by_application_id is not null then json_build_object(" +
          "'record', 'application-' || rental_urls.locked_by_application_id, 'attributes', '{}'::json) end",
      )
      .description("The only application that may change it; null if unlocked."),
    canceled_at: time().readOnly().description("When it was deleted; null while it exists."),
    ...timestamps(),
    locked: boolean().inputOnly().description("true locks it to the calling application; false unlocks it."),
  },
  relations: {
    account: owner(),
    rental: one("rentals").deletedAlong().present().description("The offered rental."),
  },
  deletion: { column: "canceled_at", singleRead: "shown" },
});
