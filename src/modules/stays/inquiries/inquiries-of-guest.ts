import type { AccountTransaction } from "../../../kernel/write/context.ts";

/** SQL: the inquiry became the booking of another client with the same address, such as a family member. */
const bookedByAnother = `exists (
  select from bookings join clients on clients.account_id = $1 and clients.id = bookings.client_id
  where bookings.account_id = $1 and bookings.id = inquiries.booking_id and clients.id <> $2
    and lower(inquiries.email) in (select lower(element->>'email') from json_array_elements(clients.emails) as element))`;

/**
 * SQL: inquiries of the client `$2` in the account `$1`: those that became their booking, and those from one of their addresses,
 * except any that became the booking of another client with that address.
 */
export const isOfGuest = `(
  inquiries.booking_id in (select bookings.id from bookings where bookings.account_id = $1 and bookings.client_id = $2)
  or lower(inquiries.email) in (
    select lower(element->>'email') from clients, json_array_elements(clients.emails) as element
    where clients.account_id = $1 and clients.id = $2
  ) and not ${bookedByAnother})`;

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
