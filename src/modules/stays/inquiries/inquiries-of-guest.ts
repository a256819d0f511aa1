import type { AccountTransaction } from "../../../kernel/write/context.ts";

/** SQL: clients who take part in the conversation that the inquiry began. */
const writers = `select participants.client_id from conversations_inquiries
  join participants on participants.account_id = $1 and participants.conversation_id = conversations_inquiries.conversation_id
  where conversations_inquiries.account_id = $1 and conversations_inquiries.inquiry_id = inquiries.id and participants.client_id is not null`;

/** SQL: the inquiry is of another client with the same address, such as a family member: it became their booking, or their conversation under another name. */
const isOfAnother = `(exists (
  select from clients where clients.account_id = $1 and clients.id <> $2
    and lower(inquiries.email) in (select lower(element->>'email') from json_array_elements(clients.emails) as element)
    and (clients.id in (select bookings.client_id from bookings where bookings.account_id = $1 and bookings.id = inquiries.booking_id)
      or clients.id in (${writers}) and lower(clients.fullname) is distinct from (
        select lower(own.fullname) from clients as own where own.account_id = $1 and own.id = $2)))
  and $2 not in (${writers}))`;

/** SQL: the inquiry began a conversation in which no other guest takes part. It stays theirs when their address changes. */
const beganTheirConversation = `inquiries.id in (
  select conversations_inquiries.inquiry_id from participants
  join conversations_inquiries on conversations_inquiries.account_id = $1
    and conversations_inquiries.conversation_id = participants.conversation_id
  where participants.account_id = $1 and participants.client_id = $2 and not exists (
    select from participants as others join clients on clients.account_id = $1 and clients.id = others.client_id
    where others.account_id = $1 and others.conversation_id = participants.conversation_id
      and others.client_id <> $2 and clients.merged_into_id is distinct from $2))`;

/**
 * SQL: inquiries of the client `$2` in the account `$1`: those that became their booking, those that began a conversation with them
 * alone, and those from one of their addresses, except any of another client with that address.
 */
export const isOfGuest = `(
  inquiries.booking_id in (select bookings.id from bookings where bookings.account_id = $1 and bookings.client_id = $2)
  or lower(inquiries.email) in (
    select lower(element->>'email') from clients, json_array_elements(clients.emails) as element
    where clients.account_id = $1 and clients.id = $2
  ) and not ${isOfAnother}
  or ${beganTheirConversation})`;

/** Returns the ids of a client's inquiries, in ascending order. */
export async function inquiriesOfGuest(
  { transaction, account }: AccountTransaction,
  clientId: number,
): Promise<number[]> {
  const rows = await transaction.rows<{ id: number }>(
    `select id from inquiries where account_id = $1 and ${isOfGuest} order by id`,
    [account.id, clientId],
  );
  return rows.map(({ id }) => id);
}
