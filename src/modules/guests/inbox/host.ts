import { id, integer, string, time, timestamps } from "../../../kernel/attribute.ts";
import { many, one, owner, plannedOne } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { formats } from "../../../kernel/values/text.ts";
import { inboxReaders } from "./messages/channels.ts";

/** A person who writes to guests for the account: one of its people, or a name from a channel (the reference, hosts). */
export const host = defineResource("hosts", {
  singular: "host",
  description: "A person who writes to guests for the account.",
  readScopes: inboxReaders,
  attributes: {
    id: id(),
    firstname: string({ maxLength: 100 }).personal().required().description("The first name."),
    lastname: string({ maxLength: 100 }).personal().required().description("The last name."),
    email: string({ format: formats.email })
      .personal()
      .description("Receives notifications of guests' messages; null for none."),
    ...timestamps(),
    forget_me_at: time().readOnly().description("When the host's personal data was erased; null if it was not."),
    processing_restricted_at: time()
      .readOnly()
      .description(
        "When processing was restricted; null if it is not. Only the account's own people then see the personal data.",
      ),
    user_id: integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
      .readBy("inbox_write")
      .description("The host's user, one of the account's people. Null for a host who does not sign in."),
  },
  relations: {
    account: owner(),
    participants: many("participants", { foreignKey: "host_id" }).description("The host's participations."),
    source: one("sources").writtenAs("source_id").description("The channel that the host writes for; null for all."),
    user: plannedOne("users").from("hosts.user_id").description("The host's user."),
  },
  personalData: {
    erased: "hosts.forget_me_at is not null",
    restricted: "hosts.processing_restricted_at is not null",
  },
});
