import { id, integer, oneOf, text, time, timestamps } from "../../../kernel/attribute.ts";
import { many, one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { idList, wordList } from "../../../kernel/search.ts";
import { hiddenNote, messageReaches } from "../../platform/attachments/message-reach.ts";
import { isRestricted } from "../../platform/attachments/restricted-guests.ts";
import { channels, inboxReaders, origins, visibilities } from "./messages/channels.ts";

/** A message in a conversation. */
export const message = defineResource("messages", {
  singular: "message",
  path: "inbox/messages",
  description:
    "A participant's message in a conversation. An internal message is a note, visible only to the account's own people and the application that wrote it.",
  readScopes: inboxReaders,
  recorded: { created: "conversation.message_created", joins: ["attachments"] },
  attributes: {
    created_by_id: integer().readOnly().present().description("The creator's id: a record of created_by_type."),
    created_by_type: oneOf(["Application", "User"]).readOnly().present().description("Application or User."),
    id: id(),
    channel: oneOf(channels).description(
      "The channel of the message, by default the conversation's default_channel. Null for messages without one, and for all internal ones.",
    ),
    content: text().personal().required().onCreationOnly().description("The text. It never changes."),
    origin: oneOf(origins)
      .required()
      .description("Where it was written: service_inbox for Roost's own inbox, guest_portal for the guest's page."),
    visibility: oneOf(visibilities)
      .required()
      .description("internal for a note that guests can't read. A note has no channel, and is never a guest's."),
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
      .description("The message's files."),
    conversation: one("conversations")
      .present()
      .writtenAs("conversation_id", "required", "on creation")
      .description("The conversation."),
    sender: one("participants")
      .present()
      .writtenAs("sender_id", "required", "on creation")
      .description("The author: a participant of the conversation."),
  },
  visible: messageReaches,
  counted: { except: hiddenNote },
  personalData: {
    erased: "messages.forgotten_at is not null",
    restricted: isRestricted(":account_of(messages)", "messages.conversation_id"),
  },
  search: {
    conversation_id: idList({
      condition: "messages.conversation_id = any(:conversation_id)",
      description: "Comma-separated conversation ids.",
    }),
    sender_id: idList({
      condition: "messages.sender_id = any(:sender_id)",
      description: "Comma-separated participant ids.",
    }),
    visibility: wordList(visibilities, {
      condition: "messages.visibility = any(:visibility)",
      description: "internal, external, or both.",
    }),
  },
});
