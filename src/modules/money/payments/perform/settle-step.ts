import { instantOnDay } from "../../../../core/day.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { type BookingToPay, bookPaidStay } from "../../../stays/bookings/change/paid-booking.ts";
import type { StepResult } from "../../gateways/gateway.ts";
import { maskedCardOf } from "../card/card-number.ts";
import { insertRefund } from "../insert-refund.ts";
import { updatePaidSums } from "../paid-sums.ts";
import {
  depositAuthorized,
  depositCaptured,
  depositLost,
  depositRefused,
  type SettlingContext,
  saveCard,
} from "./deposit-outcome.ts";
import { dropQueuedSteps, finishStep, queueStep, type StepName } from "./payment-steps.ts";
import { lockWithBooking, type StoredPayment } from "./stored-payment.ts";

/** A payment and its booking, both locked. `now` in epoch milliseconds. */
export interface Settling {
  readonly payment: StoredPayment;
  readonly booking: BookingToPay;
  readonly now: number;
}

/** The life of an authorization if the gateway does not say it: six days, because cards keep one for seven. */
const defaultAuthorizationMs = 6 * 86_400_000;

export type Done = Extract<StepResult, { readonly outcome: "done" }>;

/**
 * Records a step's outcome and its consequences once, in one transaction. A second caller (another process, a gateway report) changes
 * nothing. docs/design/payments.md lists all cases.
 * @returns whether this call recorded it
 */
export async function settleStep(
  context: SettlingContext,
  paymentId: number,
  { step, result, now }: { readonly step: StepName; readonly result: StepResult; readonly now: number },
): Promise<boolean> {
  const locked = await lockWithBooking(context, paymentId);
  if (!locked || !(await finishStep(context, paymentId, step, result))) return false;
  const settling = { ...locked, now };
  if (result.outcome === "done" && result.savedCard !== undefined) await saveCard(context, locked, result.savedCard);
  const isDeposit = locked.payment.kind === "damage-deposit" && locked.payment.refunded_payment_id === null;
  if (result.outcome === "refused") await afterRefused(context, settling, step, result.reason);
  else if (isDeposit) await afterDepositStep(context, settling, step, result);
  else await afterDone(context, settling, step, result);
  await updatePaidSums(context, locked.booking);
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

/** A deposit's authorization is not captured until a person orders it. */
async function afterDepositStep(
  context: AccountTransaction,
  settling: Settling,
  step: StepName,
  done: Done,
): Promise<void> {
  if (step === "cancel") return;
  await note(context, settling, step === "capture" ? "paid_at" : "authorized_at", done);
  if (step === "capture") return depositCaptured(context, settling);
  const authorizedUntil = done.authorizedUntil ?? settling.now + defaultAuthorizationMs;
  await depositAuthorized(context, settling, step, authorizedUntil);
}

/** Confirms the booking of an instant-booking payment, then queues the capture. Voids the authorization if either is impossible. */
async function afterAuthorization(context: AccountTransaction, { payment, booking, now }: Settling): Promise<void> {
  const amount = payment.amount_in_cents;
  if (payment.canceled_at !== null) return queueStep(context, { payment: payment.id, step: "cancel", amount });
  if (payment.kind === "instant-booking") {
    const problem = await bookPaidStay(context, booking, now);
    if (problem !== undefined) return rejectAndVoid(context, payment, problem);
  }
  return queueStep(context, { payment: payment.id, step: "capture", amount, dueAt: captureTime(payment) });
}

/** The gateway's page takes the money immediately. Refunds it when the booking can no longer be paid. */
async function afterCheckout(context: AccountTransaction, settling: Settling): Promise<void> {
  const { payment, booking } = settling;
  const problem = await problemAfterCheckout(context, settling);
  if (problem === undefined) return;
  const refund = await insertRefund(context, payment, { amount: payment.amount_in_cents, notes: problem, booking });
  await queueStep(context, { payment: refund, step: "refund", amount: payment.amount_in_cents });
}

/** The reason to refund a completed checkout; undefined when it pays the booking. */
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
  settling: Settling,
  step: StepName,
  reason: string,
): Promise<void> {
  // An authorization that could not be voided expires by itself.
  if (step === "cancel") return;
  const { payment } = settling;
  await reject(context, payment, step === "capture" ? `could not be captured: ${reason}` : reason);
  if (payment.kind !== "damage-deposit" || payment.refunded_payment_id !== null) return;
  if (step === "authorize") await depositRefused(context, settling, reason);
  if (step === "capture") await depositLost(context, settling, reason);
}

/** Rejects a payment and voids its authorization, if any. */
export async function rejectAndVoid(
  context: AccountTransaction,
  payment: StoredPayment,
  reason: string,
): Promise<void> {
  await reject(context, payment, reason);
  const dropped = await dropQueuedSteps(context, payment.id);
  if (payment.authorized_at === null && (dropped.includes("authorize") || dropped.includes("charge"))) return;
  await queueStep(context, { payment: payment.id, step: "cancel", amount: payment.amount_in_cents });
}

async function reject({ transaction, account }: AccountTransaction, { id }: StoredPayment, reason: string) {
  await transaction.run(
    `update payments set rejected_at = statement_timestamp(), rejection_reason = $3, sealed_token = null, credit_card_token = null,
       updated_at = statement_timestamp()
     where account_id = $1 and id = $2`,
    [account.id, id, reason],
  );
}

/** Stores the gateway's result and erases the used token. Clears a rejection: a page may fail before it is paid. */
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
       sealed_token = null, credit_card_token = null, updated_at = statement_timestamp()
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

/** The earliest capture: the start of the payment's `capturable_from` in UTC, epoch milliseconds. */
function captureTime({ capturable_from: day }: StoredPayment): number | undefined {
  return day === null ? undefined : instantOnDay(day, 0);
}
