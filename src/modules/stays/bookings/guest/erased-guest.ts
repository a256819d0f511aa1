import type { ValidationErrors } from "../../../../kernel/errors.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";

/** SQL: the row's booking has a guest whose data was erased. */
export const hasErasedGuest = (table: string): string =>
  `exists (select from bookings join clients on clients.account_id = :account_of(bookings) and clients.id = bookings.client_id
    where bookings.account_id = :account_of(${table}) and bookings.id = ${table}.booking_id and clients.forget_me_at is not null)`;

/** The refusal of a new text or file about such a booking. */
export const erasedMessage = "cannot be written: the guest's data was erased for good";

/**
 * Refuses new texts about a booking whose guest's data was erased (bookings.md, Personal data). The caller has locked the booking.
 * @param attribute the attribute that would hold the text
 */
export async function assertGuestNotErased(
  { transaction, account }: AccountTransaction,
  booking: number,
  attribute: string,
  errors: ValidationErrors,
): Promise<void> {
  const forgotten = await transaction.run(
    `select from bookings join clients on clients.account_id = $1 and clients.id = bookings.client_id
     where bookings.account_id = $1 and bookings.id = $2 and clients.forget_me_at is not null`,
    [account.id, booking],
  );
  if (forgotten > 0) errors.add(attribute, erasedMessage);
}
