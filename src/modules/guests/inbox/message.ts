import { id, integer, oneOf, text, time, timestamps } from "../../../kernel/attribute.ts";
import { many, one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { idList, wordList } from "../../../kernel/search.ts";
import { hiddenNote, messageReaches } from "../../platform/attachments/message-reach.ts";
import { isRestricted } from "../../platform/attachments/restricted-guests.ts";
import { channels, inboxReaders, origins, visibilities } from "./messages/channels.ts";

/** Something that was written in a conversation. */
export const message = defineResource("messages", {
  singular: "message",
  path: "inbox/messages",
  description:
    "What a participant of a conversation has written. An internal message is a note: it reaches the account's own people and the application that wrote it, and nobody else.",
  readScopes: inboxReaders,
  recorded: { created: "conversation.message_created", joins: ["attachments"] },
  attributes: {
    created_by_id: integer().readOnly().present().description("Who stored it: the id of a record of created_by_type."),
    created_by_type: oneOf(["Application", "User"]).readOnly().present().description("Application or User."),
    id: id(),
    channel: oneOf(channels).description(
      "The channel that it goes by: the default_channel of its conversation. Null for a message that goes by none, and for every internal one.",
    ),
    content: text().personal().required().onCreationOnly().description("What was written; it never changes."),
    origin: oneOf(origins).required().description("Where it was written; service_inbox for this service's own inbox."),
    visibility: oneOf(visibilities)
      .required()
      .description("internal for a note that no guest is to read: never with a channel, and never of a guest."),
    ...timestamps(),
    sent_at: time().required().onCreationOnly().description("When it was sent."),
  },
  relations: {
    account: owner(),
    attachments: many("attachments", {
      through: "messages_attachments",
      ours: "message_id",
      theirs: "attachment_id",
    })
      .writtenAs("attachment_ids")
      .description("The files that came with it."),
    conversation: one("conversations")
      .present()
      .writtenAs("conversation_id", "required", "on creation")
      .description("Where it was written."),
    sender: one("participants")
      .present()
      .writtenAs("sender_id", "required", "on creation")
      .description("Who wrote it: a participant of the conversation."),
  },
  visible: messageReaches,
  counted: { except: hiddenNote },
  personalData: {
    erased: "messages.forgotten_at is not null",
    restricted: isRestricted("messages.account_id", "messages.conversation_id"),
  },
  search: {
    conversation_id: idList({
      condition: "messages.conversation_id = any(:conversation_id)",
      description: "Comma list of the ids of conversations.",
    }),
    sender_id: idList({
      condition: "messages.sender_id = any(:sender_id)",
      description: "Comma list of the ids of participants.",
    }),
    visibility: wordList(visibilities, {
      condition: "messages.visibility = any(:visibility)",
      description: "internal, external, or both.",
    }),
  },
});
