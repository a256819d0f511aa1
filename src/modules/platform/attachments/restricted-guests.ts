/**
 * SQL: a conversation's clients: its participants, and the clients of its bookings.
 * @param account SQL of its account
 * @param conversation SQL of its id
 */
const guestsOf = (account: string, conversation: string): string => `
  select participants.client_id from participants
  where participants.account_id = ${account} and participants.conversation_id = ${conversation} and participants.client_id is not null
  union all
  select bookings.client_id from conversations_bookings
  join bookings on bookings.account_id = :account_of(conversations_bookings) and bookings.id = conversations_bookings.booking_id
  where conversations_bookings.account_id = ${account} and conversations_bookings.conversation_id = ${conversation}`;

/** SQL: processing is restricted for one of the conversation's guests (bookings.md, Personal data). */
export const isRestricted = (account: string, conversation: string): string => `exists (
  select from (${guestsOf(account, conversation)}) as guests (client_id)
  join clients on clients.account_id = ${account} and clients.id = guests.client_id
  where clients.processing_restricted_at is not null)`;

const sent = (condition: string): string => `exists (
  select from messages_attachments
  join messages on messages.account_id = :account_of(messages_attachments) and messages.id = messages_attachments.message_id
  where messages_attachments.account_id = :account_of(attachments) and messages_attachments.attachment_id = attachments.id and ${condition})`;

const restricted = isRestricted(":account_of(messages)", "messages.conversation_id");

/** SQL: all of the attachment's messages concern restricted guests. A shared file, such as house rules, stays visible. */
export const goesWithRestricted = `(${sent(restricted)} and not ${sent(`not ${restricted}`)})`;
