import type { AccountTransaction } from "../../../kernel/write/context.ts";

/** SQL: the inquiry became the booking of a client other than `$2` who has its address, too, such as another one of a family. */
const bookedByAnother = `exists (
  select from bookings join clients on clients.account_id = bookings.account_id and clients.id = bookings.client_id
  where bookings.account_id = inquiries.account_id and bookings.id = inquiries.booking_id and clients.id <> $2
    and lower(inquiries.email) in (select lower(element->>'email') from json_array_elements(clients.emails) as element))`;

/**
 * SQL: the inquiries of the client `$2` of the account `$1`: those that became a booking of theirs, and those from an address that the
 * client has; but for those that became the booking of another client who has the address, too: that one asked.
 */
export const isOfGuest = `(
  inquiries.booking_id in (select bookings.id from bookings where bookings.account_id = $1 and bookings.client_id = $2)
  or lower(inquiries.email) in (
    select lower(element->>'email') from clients, json_array_elements(clients.emails) as element
    where clients.account_id = $1 and clients.id = $2
  ) and not ${bookedByAnother})`;

/** The ids of a client's inquiries, ascending. */
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
