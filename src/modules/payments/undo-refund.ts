import type { AccountTransaction } from "../../kernel/write/context.ts";
import { followPayments } from "./paid-sums.ts";
import { lockWithBooking } from "./stored-payment.ts";

/**
 * Notes that money which was given back has come back, days later: the guest's bank did not take it. The refund counts no more, and may
 * be made again.
 */
export async function undoRefund(context: AccountTransaction, id: number, reason: string): Promise<void> {
  const locked = await lockWithBooking(context, id);
  if (!locked) return;
  await context.transaction.run(
    `update payments set paid_at = null, rejected_at = clock_timestamp(), rejection_reason = $3, updated_at = clock_timestamp()
     where account_id = $1 and id = $2 and rejected_at is null`,
    [context.account.id, id, reason],
  );
  await followPayments(context, locked.booking);
}
