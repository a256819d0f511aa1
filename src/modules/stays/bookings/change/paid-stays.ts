import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import type { BookingToPay } from "./paid-booking.ts";

/** A booking for which money has moved. Amounts in hundredths, times in epoch milliseconds. */
export type PaidStay = Pick<
  BookingToPay,
  "id" | "startAt" | "endAt" | "timeZone" | "currency" | "paidAmount" | "expired" | "canceledAt" | "createdBy"
> & { readonly rental: { readonly name: string } };

/**
 * Locks several bookings for records of payments, by one statement in id order. The transaction has stored them, so it already holds
 * their calendars and has canceled what has expired.
 * @returns them by id; unknown ones are absent
 */
export async function lockPaidStays(
  { transaction, account }: AccountTransaction,
  ids: readonly number[],
): Promise<Map<number, PaidStay>> {
  const rows = await transaction.rows<StoredStay>(
    `select bookings.id, rentals.name, bookings.start_at, bookings.end_at, rentals.time_zone, bookings.currency, bookings.paid_amount,
       bookings.canceled_at,
       bookings.canceled_at is not null and bookings.canceled_at is not distinct from bookings.tentative_expires_at as expired,
       bookings.created_by_type, bookings.created_by_id
     from bookings join rentals on rentals.account_id = $1 and rentals.id = bookings.rental_id
     where bookings.account_id = $1 and bookings.id = any ($2::bigint[]) order by bookings.id for no key update of bookings`,
    [account.id, ids],
  );
  return new Map(rows.map((row) => [row.id, paidStay(row)]));
}

type StoredStay = {
  id: number;
  name: string;
  start_at: number;
  end_at: number;
  time_zone: string;
  currency: string;
  paid_amount: number;
  canceled_at: number | null;
  expired: boolean;
  created_by_type: string;
  created_by_id: number;
};

const paidStay = (row: StoredStay): PaidStay => ({
  id: row.id,
  rental: { name: row.name },
  startAt: row.start_at,
  endAt: row.end_at,
  timeZone: row.time_zone,
  currency: row.currency,
  paidAmount: row.paid_amount,
  canceledAt: row.canceled_at,
  expired: row.expired,
  createdBy: { type: row.created_by_type, id: row.created_by_id },
});
