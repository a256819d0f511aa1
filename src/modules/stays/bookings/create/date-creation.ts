import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { timeColumn } from "../booking-columns.ts";

/**
 * Dates an imported booking on the day on which it was made elsewhere, which reports by booking date count (imports.md, What it does).
 * @param createdAt epoch milliseconds
 */
export async function dateCreation(
  { transaction, account }: AccountTransaction,
  booking: number,
  createdAt: number,
): Promise<void> {
  await transaction.run(
    `update bookings set created_at = $3, booked_at = case when booked_at is null then null else $3::timestamptz end,
       updated_at = statement_timestamp()
     where account_id = $1 and id = $2`,
    [account.id, booking, timeColumn(createdAt)],
  );
}
