/**
 * SQL: the clients that a conversation is with or about: who takes part, and who has booked what is connected to it.
 * @param conversation SQL expression of its id, and @param account of its account
 */
const guestsOf = (account: string, conversation: string): string => `
  select participants.client_id from participants
  where participants.account_id = ${account} and participants.conversation_id = ${conversation} and participants.client_id is not null
  union all
  select bookings.client_id from conversations_bookings
  join bookings on bookings.account_id = conversations_bookings.account_id and bookings.id = conversations_bookings.booking_id
  where conversations_bookings.account_id = ${account} and conversations_bookings.conversation_id = ${conversation}`;

/** SQL: the processing of the data of one of a conversation's guests is restricted (bookings.md, Personal data). */
export const isRestricted = (account: string, conversation: string): string => `exists (
  select from (${guestsOf(account, conversation)}) as guests (client_id)
  join clients on clients.account_id = ${account} and clients.id = guests.client_id
  where clients.processing_restricted_at is not null)`;

const sent = (condition: string): string => `exists (
  select from messages_attachments
  join messages on messages.account_id = messages_attachments.account_id and messages.id = messages_attachments.message_id
  where messages_attachments.account_id = attachments.account_id and messages_attachments.attachment_id = attachments.id and ${condition})`;

const restricted = isRestricted("messages.account_id", "messages.conversation_id");

/** SQL: the attachment goes with messages of guests whose data is restricted, and with no others: the house rules go to everybody. */
export const goesWithRestricted = `(${sent(restricted)} and not ${sent(`not ${restricted}`)})`;
