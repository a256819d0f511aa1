import { booleanParameter, idList, type SearchParameters, wordList } from "../../../kernel/search.ts";
import { channels } from "./messages/channels.ts";

/** SQL: a guest has written since a host last read the conversation. */
export const unread = "(conversations.last_message_at is not null and conversations.read_at is null)";

/** SQL: the conversation is open, and its last message that is not an internal note is from a guest. */
const waiting = `(conversations.closed_at is null and conversations.marked_as_spam_at is null and coalesce((
  select sender.client_id is not null from messages as latest
  join participants as sender on sender.account_id = :account_of(latest) and sender.id = latest.sender_id
  where latest.account_id = :account_of(conversations) and latest.conversation_id = conversations.id and latest.visibility = 'external'
  order by latest.sent_at desc, latest.id desc limit 1), false))`;

const exists = (table: string, condition: string): string =>
  `exists (select from ${table} where ${table}.account_id = :account_of(conversations) and ${table}.conversation_id = conversations.id and ${condition})`;

/** The filters of conversations. */
export const conversationSearch: SearchParameters = {
  closed: booleanParameter({
    condition: "(conversations.closed_at is not null) = :closed",
    description: "Whether conversations are closed.",
  }),
  marked_as_spam: booleanParameter({
    condition: "(conversations.marked_as_spam_at is not null) = :marked_as_spam",
    description: "Whether conversations are marked as spam.",
  }),
  unread: booleanParameter({
    condition: `${unread} = :unread`,
    description: "Whether a guest has written since a host last read the conversation.",
  }),
  waiting: booleanParameter({
    condition: `${waiting} = :waiting`,
    description: "Whether conversations are open and their last message is from a guest.",
  }),
  assigned: booleanParameter({
    condition: "(conversations.assignee_id is not null) = :assigned",
    description: "Whether conversations have an assignee.",
  }),
  default_channel: wordList(channels, {
    condition: "conversations.default_channel = any(:default_channel)",
    description: "Comma-separated channels.",
  }),
  assignee_id: idList({
    condition: "conversations.assignee_id = any(:assignee_id)",
    description: "Comma-separated host ids. Matches the assignee.",
  }),
  source_id: idList({
    condition: "conversations.source_id = any(:source_id)",
    description: "Comma-separated source ids.",
  }),
  booking_id: idList({
    condition: exists("conversations_bookings", "conversations_bookings.booking_id = any(:booking_id)"),
    description: "Comma-separated booking ids. Matches connected bookings.",
  }),
  inquiry_id: idList({
    condition: exists("conversations_inquiries", "conversations_inquiries.inquiry_id = any(:inquiry_id)"),
    description: "Comma-separated inquiry ids. Matches inquiries that started a conversation.",
  }),
  client_id: idList({
    condition: exists("participants", "participants.client_id = any(:client_id)"),
    description: "Comma-separated client ids. Matches participants.",
  }),
  host_id: idList({
    condition: exists("participants", "participants.host_id = any(:host_id)"),
    description: "Comma-separated host ids. Matches participants.",
  }),
};
