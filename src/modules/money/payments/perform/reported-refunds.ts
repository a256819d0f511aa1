import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import type { GatewayEvent } from "../../gateways/gateway.ts";
import { insertRefund } from "../insert-refund.ts";
import { followPayments } from "../paid-sums.ts";
import { refundedAmount } from "../refund-payment.ts";
import { settleStep } from "./settle-step.ts";
import { isOfTests, lockWithBooking, type StoredPayment } from "./stored-payment.ts";

/** What was given back in all. More than we know of was given back at the gateway itself, and is recorded. */
export async function noteRefunds(
  context: AccountTransaction,
  id: number,
  now: number,
  event: GatewayEvent,
): Promise<void> {
  const locked = await lockWithBooking(context, id);
  if (!locked || event.amount === null || event.currency !== locked.payment.currency) return;
  const known = await refundedAmount(context, id);
  if (event.amount >= known) await settleRefunds(context, locked.payment, now, event);
  const more = Math.min(event.amount, locked.payment.amount_in_cents) - known;
  if (more <= 0) return;
  const notes = event.reason ?? "Refunded at the gateway.";
  await insertRefund(context, locked.payment, { amount: more, notes, booking: locked.booking, paidAt: now });
  await followPayments(context, locked.booking);
}

/** When all that we know of was given back, the refunds whose answer we wait for are among it. */
async function settleRefunds(
  context: AccountTransaction,
  { id }: StoredPayment,
  now: number,
  event: GatewayEvent,
): Promise<void> {
  const { transaction, account } = context;
  const waiting = await transaction.rows<{ id: number }>(
    `select payments.id from payments
     join payment_steps on payment_steps.account_id = payments.account_id and payment_steps.payment_id = payments.id
     where payments.account_id = $1 and payments.refunded_payment_id = $2 and payment_steps.step = 'refund' and payment_steps.state = 'sent'
     order by payments.id`,
    [account.id, id],
  );
  const test = await isOfTests(context, id);
  const result = { outcome: "done", transaction: event.transaction ?? event.id, test } as const;
  for (const refund of waiting) await settleStep(context, refund.id, { step: "refund", result, now });
}

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
