import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import type { GatewayEvent } from "../../gateways/gateway.ts";
import { insertRefund } from "../insert-refund.ts";
import { updatePaidSums } from "../paid-sums.ts";
import { returnedAmounts } from "../refund-payment.ts";
import type { SettlingContext } from "./deposit-outcome.ts";
import { settleStep } from "./settle-step.ts";
import { isTestGateway, lockWithBooking, type StoredPayment } from "./stored-payment.ts";

/** Applies a report of the total refunded. The part that exceeds our records was refunded at the gateway and is recorded now. */
export async function recordRefunds(
  context: SettlingContext,
  id: number,
  now: number,
  event: GatewayEvent,
): Promise<void> {
  const locked = await lockWithBooking(context, id);
  if (!locked || event.amount === null || event.currency !== locked.payment.currency) return;
  const { refunded: recorded } = await returnedAmounts(context, id);
  if (event.amount >= recorded) await settleRefunds(context, locked.payment, now, event);
  const unrecorded = Math.min(event.amount, locked.payment.amount_in_cents) - recorded;
  if (unrecorded <= 0) return;
  const notes = event.reason ?? "Refunded at the gateway.";
  await insertRefund(context, locked.payment, { amount: unrecorded, notes, booking: locked.booking, paidAt: now });
  await updatePaidSums(context, locked.booking);
}

/** The reported total covers all recorded refunds, so the unanswered ones have succeeded. */
async function settleRefunds(
  context: SettlingContext,
  { id }: StoredPayment,
  now: number,
  event: GatewayEvent,
): Promise<void> {
  const { transaction, account } = context;
  const waiting = await transaction.rows<{ id: number }>(
    `select payments.id from payments
     join payment_steps on payment_steps.account_id = $1 and payment_steps.payment_id = payments.id
     where payments.account_id = $1 and payments.refunded_payment_id = $2 and payment_steps.step = 'refund' and payment_steps.state = 'sent'
     order by payments.id`,
    [account.id, id],
  );
  const test = await isTestGateway(context, id);
  const result = { outcome: "done", transaction: event.transaction ?? event.id, test } as const;
  for (const refund of waiting) await settleStep(context, refund.id, { step: "refund", result, now });
}

/**
 * Rejects a refund that the guest's bank returned days later. It no longer counts, and can be made again.
 */
export async function rejectRefund(context: AccountTransaction, id: number, reason: string): Promise<void> {
  const locked = await lockWithBooking(context, id);
  if (!locked) return;
  await context.transaction.run(
    `update payments set paid_at = null, rejected_at = statement_timestamp(), rejection_reason = $3, updated_at = statement_timestamp()
     where account_id = $1 and id = $2 and rejected_at is null`,
    [context.account.id, id, reason],
  );
  await updatePaidSums(context, locked.booking);
}
