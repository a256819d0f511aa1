import { invalid } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { endRecord } from "../../../kernel/write/end-record.ts";
import { updatePaidSums } from "./paid-sums.ts";
import { payment } from "./payment.ts";
import { assertUnlocked } from "./payment-lock.ts";
import { dropQueuedSteps, queueStep } from "./perform/payment-steps.ts";
import { queuePerforming } from "./perform/queue-performing.ts";
import { lockWithBooking } from "./perform/stored-payment.ts";

/**
 * Cancels a payment: it no longer counts, and no money moves (service.md, States). Drops queued steps and voids an authorization.
 * A step that is already at the gateway still completes on the canceled payment and can be refunded. Idempotent.
 * @throws RequestError 403 when another application holds the lock, 422 for a refund through a gateway
 */
export async function cancelPayment(context: WriteContext, id: number): Promise<void> {
  const locked = await lockWithBooking(context, id);
  if (!locked) throw new Error(`Payment ${id} disappeared while locked.`);
  assertUnlocked(context.caller, locked.payment.locked);
  const { canceled_at, refunds_order, kind, amount_in_cents: amount } = locked.payment;
  if (canceled_at !== null) return;
  // This includes a refund made at the gateway itself: the guest already has the money back.
  if (refunds_order) throw invalid({ base: ["is a refund through a gateway and cannot be canceled"] });
  if (kind === "damage-deposit")
    throw invalid({ base: ["is a damage deposit: use POST /bookings/{id}/release_damage_deposit"] });
  const dropped = await dropQueuedSteps(context, id);
  if (dropped.includes("authorize") || dropped.includes("charge")) await forgetToken(context, id);
  await endRecord(context, payment, id);
  if (dropped.includes("capture")) {
    await queueStep(context, { payment: id, step: "cancel", amount });
    await queuePerforming(context, id);
  }
  await updatePaidSums(context, locked.booking);
}

async function forgetToken({ transaction, account }: WriteContext, id: number): Promise<void> {
  await transaction.run(
    "update payments set sealed_token = null, credit_card_token = null where account_id = $1 and id = $2",
    [account.id, id],
  );
}
