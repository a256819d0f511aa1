import { boolean, id, integer, oneOf, string, time, timestamps } from "../../../kernel/attribute.ts";
import { many, one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { isRestricted } from "../../platform/attachments/restricted-guests.ts";
import { conversationSearch } from "./conversation-search.ts";
import { channels, inboxReaders } from "./messages/channels.ts";

/** What is written with a guest, and about which stays (service.md, Inbox conversation). */
export const conversation = defineResource("conversations", {
  singular: "conversation",
  path: "inbox/conversations",
  description:
    "A conversation with a guest. One that is made through the API is connected to no channel's own messaging: its messages are stored, and none is relayed there.",
  readScopes: inboxReaders,
  recorded: { joins: ["bookings", "inquiries"] },
  attributes: {
    created_by_id: integer().readOnly().present().description("Who made it: the id of a record of created_by_type."),
    created_by_type: oneOf(["Application", "User"]).readOnly().present().description("Application or User."),
    id: id(),
    default_channel: oneOf(channels).description(
      "The channel that it came by: answers name it in their own channel. With email, a host's answers are mailed to the guests.",
    ),
    subject: string().personal().onCreationOnly().description("What it is about, for conversations by e-mail."),
    ...timestamps(),
    closed_at: time()
      .readOnly()
      .description("When it was closed; null while it is open. A guest who writes opens it again."),
    deadline_response_at: time().onCreationOnly().description("Until when the guest expects an answer."),
    last_message_at: time().readOnly().description("When the last message was sent; internal ones do not count."),
    marked_as_spam_at: time().readOnly().description("When it was marked as spam; null where it is none."),
    read_at: time()
      .readOnly()
      .description("When a host last read it; null while there is something unread from a guest."),
    closed: boolean().neverNull().inputOnly().description("true closes it, false opens it again."),
    marked_as_spam: boolean().neverNull().inputOnly().description("true marks it as spam, false takes the mark away."),
  },
  relations: {
    account: owner(),
    assignee: one("hosts").writtenAs("assignee_id").description("The host who answers; null for none."),
    source: one("sources")
      .writtenAs("source_id", "optional", "on creation")
      .description("The channel that it came from; null for none."),
    bookings: many("bookings", {
      through: "conversations_bookings",
      ours: "conversation_id",
      theirs: "booking_id",
    }).description("The bookings that it is about."),
    inquiries: many("inquiries", {
      through: "conversations_inquiries",
      ours: "conversation_id",
      theirs: "inquiry_id",
    }).description("The inquiries that it began with."),
    messages: many("messages", { foreignKey: "conversation_id" }).description(
      "What was written, as far as the caller sees it.",
    ),
    participants: many("participants", { foreignKey: "conversation_id" }).description("Who takes part."),
  },
  personalData: {
    erased: "conversations.forgotten_at is not null",
    restricted: isRestricted("conversations.account_id", "conversations.id"),
  },
  counted: {},
  search: conversationSearch,
});
