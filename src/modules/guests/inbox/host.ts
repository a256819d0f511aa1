import { id, integer, string, time, timestamps } from "../../../kernel/attribute.ts";
import { many, one, owner, plannedOne } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { formats } from "../../../kernel/values/text.ts";
import { inboxReaders } from "./messages/channels.ts";

/** Who writes to guests for the account: one of its people, or somebody whom a channel names (the reference, hosts). */
export const host = defineResource("hosts", {
  singular: "host",
  description: "Somebody who writes to guests for the account.",
  readScopes: inboxReaders,
  attributes: {
    id: id(),
    firstname: string({ maxLength: 100 }).personal().required().description("The first name."),
    lastname: string({ maxLength: 100 }).personal().required().description("The last name."),
    email: string({ format: formats.email })
      .personal()
      .description("Where a guest's messages are reported; null where they are not."),
    ...timestamps(),
    forget_me_at: time()
      .readOnly()
      .description("When the host's personal data was erased; null for one that is known."),
    processing_restricted_at: time()
      .readOnly()
      .description("Since when the personal data is shown to the account's own people only; null where it is not."),
    user_id: integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
      .readBy("inbox_write")
      .description("The person who signs in; one of the account. Null for a host who does not."),
  },
  relations: {
    account: owner(),
    participants: many("participants", { foreignKey: "host_id" }).description("Where the host takes part."),
    source: one("sources")
      .writtenAs("source_id")
      .description("The channel that the host writes for; null for all of them."),
    user: plannedOne("users").from("hosts.user_id").description("The person who signs in."),
  },
  personalData: {
    erased: "hosts.forget_me_at is not null",
    restricted: "hosts.processing_restricted_at is not null",
  },
});
