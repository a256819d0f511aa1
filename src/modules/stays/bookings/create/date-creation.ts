import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { timeColumn } from "../booking-columns.ts";

/**
 * Dates an imported booking by the other system, for reports by booking date (imports.md, What it does). Its
 * balance is due as `balanceDueAt` has it for that day.
 * @param createdAt epoch milliseconds
 * @param keepsBookedAt whether the time of its confirmation is known
 */
export async function dateCreation(
  { transaction, account }: AccountTransaction,
  booking: number,
  createdAt: number,
  keepsBookedAt: boolean,
): Promise<void> {
  await transaction.run(
    `update bookings set created_at = $3::timestamptz, updated_at = statement_timestamp(),
       booked_at = case when booked_at is null or $4 then booked_at else $3::timestamptz end,
       balance_due_at = start_at - make_interval(days => least(rentals.balance_due, greatest(0, floor(
         extract(epoch from start_at - ($3::timestamptz at time zone rentals.time_zone) at time zone 'UTC') / 86400
       )::integer)))
     from rentals
     where bookings.account_id = $1 and bookings.id = $2 and rentals.account_id = $1 and rentals.id = bookings.rental_id`,
    [account.id, booking, timeColumn(createdAt), keepsBookedAt],
  );
}
