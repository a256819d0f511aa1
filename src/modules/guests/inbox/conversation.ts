import { boolean, id, integer, oneOf, string, time, timestamps } from "../../../kernel/attribute.ts";
import { many, one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { isRestricted } from "../../platform/attachments/restricted-guests.ts";
import { conversationSearch } from "./conversation-search.ts";
import { channels, inboxReaders } from "./messages/channels.ts";

/** Messages exchanged with a guest, and the stays they are about (service.md, Inbox conversation). */
export const conversation = defineResource("conversations", {
  singular: "conversation",
  path: "inbox/conversations",
  description:
    "A conversation with a guest. Conversations created through the API are not connected to a channel's own messaging: messages are stored, but not relayed.",
  readScopes: inboxReaders,
  recorded: { joins: ["bookings", "inquiries"] },
  attributes: {
    created_by_id: integer().readOnly().present().description("The creator's id: a record of created_by_type."),
    created_by_type: oneOf(["Application", "User"]).readOnly().present().description("Application or User."),
    id: id(),
    default_channel: oneOf(channels).description(
      "The channel that it arrived through. With email, hosts' answers are e-mailed to the guests. Answers through another channel name it in channel.",
    ),
    subject: string().personal().onCreationOnly().description("The subject, for conversations by e-mail."),
    ...timestamps(),
    closed_at: time()
      .readOnly()
      .description("When it was closed; null while it is open. A guest's message reopens it."),
    deadline_response_at: time().onCreationOnly().description("When the guest expects an answer."),
    last_message_at: time().readOnly().description("When the last external message was sent."),
    marked_as_spam_at: time().readOnly().description("When it was marked as spam; null if it is not spam."),
    read_at: time().readOnly().description("When a host last read it; null while a guest's message is unread."),
    closed: boolean().neverNull().inputOnly().description("true closes it, false reopens it."),
    marked_as_spam: boolean().neverNull().inputOnly().description("true marks it as spam, false removes the mark."),
  },
  relations: {
    account: owner(),
    assignee: one("hosts").writtenAs("assignee_id").description("The assigned host; null if there is none."),
    source: one("sources")
      .writtenAs("source_id", "optional", "on creation")
      .description("The channel that it came from; null if there is none."),
    bookings: many("bookings", {
      through: "conversations_bookings",
      ours: "conversation_id",
      theirs: "booking_id",
    }).description("The bookings that it is about."),
    inquiries: many("inquiries", {
      through: "conversations_inquiries",
      ours: "conversation_id",
      theirs: "inquiry_id",
    }).description("The inquiries that started it."),
    messages: many("messages", { foreignKey: "conversation_id" }).description("The messages that the caller can see."),
    participants: many("participants", { foreignKey: "conversation_id" }).description("The participants."),
  },
  personalData: {
    erased: "conversations.forgotten_at is not null",
    restricted: isRestricted(":account_of(conversations)", "conversations.id"),
  },
  counted: {},
  search: conversationSearch,
});
