import { instantOnDay } from "../../../../core/day.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { type BookingToPay, bookPaidStay } from "../../../stays/bookings/change/paid-booking.ts";
import type { StepResult } from "../../gateways/gateway.ts";
import { maskedCardOf } from "../card/card-number.ts";
import { insertRefund } from "../insert-refund.ts";
import { followPayments } from "../paid-sums.ts";
import { dropQueuedSteps, finishStep, queueStep, type StepName } from "./payment-steps.ts";
import { lockWithBooking, type StoredPayment } from "./stored-payment.ts";

/** A payment with its booking, both locked, at a moment (epoch milliseconds). */
export interface Settling {
  readonly payment: StoredPayment;
  readonly booking: BookingToPay;
  readonly now: number;
}

/** What a gateway did. */
export type Done = Extract<StepResult, { readonly outcome: "done" }>;

/**
 * Notes what came of a step, and what follows from it, in one transaction and once: whoever comes second (another process, a report of
 * the gateway) changes nothing. docs/design/payments.md has the whole of it as a table.
 * @returns whether it was noted now
 */
export async function settleStep(
  context: AccountTransaction,
  paymentId: number,
  { step, result, now }: { readonly step: StepName; readonly result: StepResult; readonly now: number },
): Promise<boolean> {
  const locked = await lockWithBooking(context, paymentId);
  if (!locked || !(await finishStep(context, paymentId, step, result))) return false;
  const settling = { ...locked, now };
  if (result.outcome === "done") await afterDone(context, settling, step, result);
  else await afterRefused(context, settling, step, result.reason);
  await followPayments(context, locked.booking);
  return true;
}

async function afterDone(context: AccountTransaction, settling: Settling, step: StepName, done: Done): Promise<void> {
  switch (step) {
    case "authorize":
      await note(context, settling, "authorized_at", done);
      return afterAuthorization(context, settling);
    case "charge":
      return note(context, settling, "paid_at", done);
    case "capture":
    case "refund":
      return note(context, settling, "paid_at", done);
    case "checkout":
      await note(context, settling, "paid_at", done);
      return afterCheckout(context, settling);
    case "cancel":
      return undefined;
  }
}

/** What is authorised is booked, where the payment books, and then taken; when it cannot be booked, or was canceled, it is given up. */
async function afterAuthorization(context: AccountTransaction, { payment, booking, now }: Settling): Promise<void> {
  const amount = payment.amount_in_cents;
  if (payment.canceled_at !== null) return queueStep(context, { payment: payment.id, step: "cancel", amount });
  if (payment.kind === "instant-booking") {
    const problem = await bookPaidStay(context, booking, now);
    if (problem !== undefined) return giveUp(context, payment, problem);
  }
  return queueStep(context, { payment: payment.id, step: "capture", amount, dueAt: captureTime(payment) });
}

/** On a page of the gateway the money is taken at once, whatever happened meanwhile. What it cannot pay any more is given back. */
async function afterCheckout(context: AccountTransaction, settling: Settling): Promise<void> {
  const { payment, booking } = settling;
  const problem = await problemAfterCheckout(context, settling);
  if (problem === undefined) return;
  const refund = await insertRefund(context, payment, { amount: payment.amount_in_cents, notes: problem, booking });
  await queueStep(context, { payment: refund, step: "refund", amount: payment.amount_in_cents });
}

/** Why what a guest has just paid is not for the booking; undefined when it is. */
async function problemAfterCheckout(
  context: AccountTransaction,
  { payment, booking, now }: Settling,
): Promise<string | undefined> {
  if (payment.canceled_at !== null) return "the payment has been canceled";
  if (payment.kind === "instant-booking") return bookPaidStay(context, booking, now);
  return booking.canceledAt === null ? undefined : "the booking has been canceled";
}

async function afterRefused(
  context: AccountTransaction,
  { payment }: Settling,
  step: StepName,
  reason: string,
): Promise<void> {
  // What could not be given up ends by itself, when the authorisation does.
  if (step === "cancel") return;
  await reject(context, payment, step === "capture" ? `could not be captured: ${reason}` : reason);
}

/** Rejects a payment that is authorised, and gives the authorisation back. */
export async function giveUp(context: AccountTransaction, payment: StoredPayment, reason: string): Promise<void> {
  await reject(context, payment, reason);
  const dropped = await dropQueuedSteps(context, payment.id);
  if (payment.authorized_at === null && (dropped.includes("authorize") || dropped.includes("charge"))) return;
  await queueStep(context, { payment: payment.id, step: "cancel", amount: payment.amount_in_cents });
}

async function reject({ transaction, account }: AccountTransaction, { id }: StoredPayment, reason: string) {
  await transaction.run(
    `update payments set rejected_at = clock_timestamp(), rejection_reason = $3, sealed_token = null, credit_card_token = null,
       updated_at = clock_timestamp()
     where account_id = $1 and id = $2`,
    [account.id, id, reason],
  );
}

/** Notes on the payment what the gateway says of it; the token is used, and forgotten. A page may have been refused before it was paid. */
async function note(
  { transaction, account }: AccountTransaction,
  { payment, now }: Settling,
  moment: "authorized_at" | "paid_at",
  { transaction: reference, card, test }: Done,
): Promise<void> {
  const lastFour = card === undefined ? undefined : /\d{4}$/.exec(card)?.[0];
  await transaction.run(
    `update payments set authorized_at = case when $3 = 'authorized_at' then $4::timestamptz else authorized_at end,
       paid_at = case when $3 = 'paid_at' then $4::timestamptz else paid_at end,
       transaction_id = case when authorized_at is null then $5 else transaction_id end,
       card = coalesce($6, card), test = $7, rejected_at = null, rejection_reason = null,
       sealed_token = null, credit_card_token = null, updated_at = clock_timestamp()
     where account_id = $1 and id = $2`,
    [
      account.id,
      payment.id,
      moment,
      new Date(now).toISOString(),
      reference,
      lastFour === undefined ? null : maskedCardOf(lastFour),
      test,
    ],
  );
}

/** When what is authorised is taken: at the beginning of the day that the payment names, in UTC. Epoch milliseconds. */
function captureTime({ capturable_from: day }: StoredPayment): number | undefined {
  return day === null ? undefined : instantOnDay(day, 0);
}
