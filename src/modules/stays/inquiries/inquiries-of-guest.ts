import type { AccountTransaction } from "../../../kernel/write/context.ts";

/** SQL: the inquiry became the booking of another client with the same address, such as a family member. */
const bookedByAnother = `exists (
  select from bookings join clients on clients.account_id = $1 and clients.id = bookings.client_id
  where bookings.account_id = $1 and bookings.id = inquiries.booking_id and clients.id <> $2
    and lower(inquiries.email) in (select lower(element->>'email') from json_array_elements(clients.emails) as element))`;

/** SQL: inquiries that started a conversation, whose first message is by the client who was found or created as their author. */
const withAuthor = `select started.inquiry_id from conversations_inquiries as started
    join messages as written on written.account_id = $1 and written.conversation_id = started.conversation_id and written.origin = 'inquiry'
    join participants as author on author.account_id = $1 and author.id = written.sender_id
    where started.account_id = $1`;

/** SQL: another person wrote the inquiry. A second record with the same name may be the same guest, whose first one was restricted. */
const writtenByAnother = `exists (${withAuthor} and started.inquiry_id = inquiries.id and author.client_id <> $2
    and (select plain_text(fullname) from clients where clients.account_id = $1 and clients.id = author.client_id)
      is distinct from (select plain_text(fullname) from clients where clients.account_id = $1 and clients.id = $2))`;

/**
 * SQL: inquiries of the client `$2` in the account `$1`: those that became their booking, those that they wrote, and those from one of their
 * addresses, except any that another person wrote, or that became the booking of another client with that address.
 */
export const isOfGuest = `(
  inquiries.booking_id in (select bookings.id from bookings where bookings.account_id = $1 and bookings.client_id = $2)
  or inquiries.id in (${withAuthor} and author.client_id = $2)
  or lower(inquiries.email) in (
    select lower(element->>'email') from clients, json_array_elements(clients.emails) as element
    where clients.account_id = $1 and clients.id = $2
  ) and not ${bookedByAnother} and not ${writtenByAnother})`;

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
