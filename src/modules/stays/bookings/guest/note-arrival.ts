import type { AccountTransaction } from "../../../../kernel/write/context.ts";

/** Stores the hour at which a guest wants to arrive. The booking is locked. @param hour such as 16:30 */
export async function noteExpectedArrival(
  { transaction, account }: AccountTransaction,
  booking: number,
  hour: string,
): Promise<void> {
  await transaction.run(
    `update bookings set expected_checkin_time = $3, updated_at = statement_timestamp()
     where account_id = $1 and id = $2 and expected_checkin_time is distinct from $3`,
    [account.id, booking, hour],
  );
}
