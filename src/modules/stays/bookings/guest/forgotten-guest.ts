import type { ValidationErrors } from "../../../../kernel/errors.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";

/** SQL: a row of the table is about a booking whose guest's data was erased. */
export const ofForgottenGuest = (table: string): string =>
  `exists (select from bookings join clients on clients.account_id = bookings.account_id and clients.id = bookings.client_id
    where bookings.account_id = ${table}.account_id and bookings.id = ${table}.booking_id and clients.forget_me_at is not null)`;

/**
 * Makes sure that something may be written about a booking, which the caller has locked: where the guest's data was erased, texts about
 * them were, too, and nobody writes new ones (bookings.md, Personal data).
 * @param attribute the one that would hold the text
 */
export async function assertGuestRemembered(
  { transaction, account }: AccountTransaction,
  booking: number,
  attribute: string,
  errors: ValidationErrors,
): Promise<void> {
  const forgotten = await transaction.run(
    `select from bookings join clients on clients.account_id = bookings.account_id and clients.id = bookings.client_id
     where bookings.account_id = $1 and bookings.id = $2 and clients.forget_me_at is not null`,
    [account.id, booking],
  );
  if (forgotten > 0) errors.add(attribute, "cannot be written: the data of the booking's guest was erased for good");
}
