import { invalid } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { endRecord } from "../../../kernel/write/end-record.ts";
import { followPayments } from "./paid-sums.ts";
import { payment } from "./payment.ts";
import { assertUnlocked } from "./payment-lock.ts";
import { dropQueuedSteps, queueStep } from "./perform/payment-steps.ts";
import { queuePerforming } from "./perform/queue-performing.ts";
import { lockWithBooking } from "./perform/stored-payment.ts";

/**
 * Cancels a payment: it counts no more, and no money moves (service.md, States). What a gateway was not asked for yet, it is never asked
 * for; what is only authorised is given up; what it was asked for already is noted on the canceled payment, and can be refunded.
 * Canceling what is canceled changes nothing.
 * @throws RequestError 403 when another application holds the lock, 422 for a refund that a gateway makes
 */
export async function cancelPayment(context: WriteContext, id: number): Promise<void> {
  const locked = await lockWithBooking(context, id);
  if (!locked) throw new Error(`The payment ${id} is gone while it is locked.`);
  assertUnlocked(context.caller, locked.payment.locked);
  const { canceled_at, refunds_order, amount_in_cents: amount } = locked.payment;
  if (canceled_at !== null) return;
  // Also one that was made at the gateway itself: the money is back with the guest.
  if (refunds_order) throw invalid({ base: ["is a refund that the gateway makes: it cannot be canceled"] });
  const dropped = await dropQueuedSteps(context, id);
  if (dropped.includes("authorize") || dropped.includes("charge")) await forgetToken(context, id);
  await endRecord(context, payment, id);
  if (dropped.includes("capture")) {
    await queueStep(context, { payment: id, step: "cancel", amount });
    await queuePerforming(context, id);
  }
  await followPayments(context, locked.booking);
}

async function forgetToken({ transaction, account }: WriteContext, id: number): Promise<void> {
  await transaction.run(
    "update payments set sealed_token = null, credit_card_token = null where account_id = $1 and id = $2",
    [account.id, id],
  );
}
