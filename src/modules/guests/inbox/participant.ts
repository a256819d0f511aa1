import { id, integer, oneOf, time, timestamps } from "../../../kernel/attribute.ts";
import { one, oneOfSeveral, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { idList } from "../../../kernel/search.ts";
import { inboxReaders } from "./messages/channels.ts";
import { readMark } from "./messages/read-mark.ts";

/** A guest or a host in a conversation (service.md, Inbox participant). */
export const participant = defineResource("participants", {
  singular: "participant",
  path: "inbox/participants",
  description: "Somebody who takes part in a conversation: a guest (Client) or a host. Each does so once.",
  readScopes: inboxReaders,
  attributes: {
    id: id(),
    member_id: integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
      .required()
      .onCreationOnly()
      .persistedByOperation()
      .description("Who it is: the id of a record of member_type."),
    member_type: oneOf(["Client", "Host"])
      .required()
      .onCreationOnly()
      .persistedByOperation()
      .description("Client or Host."),
    ...timestamps(),
    last_message_sent_at: time()
      .readOnly()
      .description("When the last message of this participant was sent; internal ones do not count."),
    read_at: time().readOnly().description("Up to when this participant has read; null for not at all."),
    read: readMark().description(
      "true: everything was read just now. false: nothing. A time, which must be in the past: what was there by then.",
    ),
  },
  relations: {
    account: owner(),
    conversation: one("conversations")
      .present()
      .writtenAs("conversation_id", "required", "on creation")
      .description("Where they take part."),
    member: oneOfSeveral({ Client: "clients", Host: "hosts" }).description("Who it is."),
  },
  counted: {},
  search: {
    conversation_id: idList({
      condition: "participants.conversation_id = any(:conversation_id)",
      description: "Comma list of the ids of conversations.",
    }),
  },
});
