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
  description: "A guest (Client) or a host in a conversation. Each takes part only once.",
  readScopes: inboxReaders,
  attributes: {
    id: id(),
    member_id: integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
      .required()
      .onCreationOnly()
      .persistedByOperation()
      .description("The member's id: a record of member_type."),
    member_type: oneOf(["Client", "Host"])
      .required()
      .onCreationOnly()
      .persistedByOperation()
      .description("Client or Host."),
    ...timestamps(),
    last_message_sent_at: time().readOnly().description("When the participant's last external message was sent."),
    read_at: time().readOnly().description("Up to when the participant has read; null if nothing was read."),
    read: readMark().description(
      "true: everything has been read. false: nothing has. A time, which must be in the past: everything up to then has.",
    ),
  },
  relations: {
    account: owner(),
    conversation: one("conversations")
      .present()
      .writtenAs("conversation_id", "required", "on creation")
      .description("The conversation."),
    member: oneOfSeveral({ Client: "clients", Host: "hosts" }).description("The member."),
  },
  counted: {},
  search: {
    conversation_id: idList({
      condition: "participants.conversation_id = any(:conversation_id)",
      description: "Comma-separated conversation ids.",
    }),
  },
});
