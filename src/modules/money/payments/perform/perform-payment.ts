import Type from "typebox";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { defineJob, type JobContext } from "../../../../kernel/write/jobs/job.ts";
import type { PaymentGateway, StepResult } from "../../gateways/gateway.ts";
import { openGateway } from "../../gateways/open-gateway.ts";
import { openToken } from "../card/card-token.ts";
import { updatePaidSums } from "../paid-sums.ts";
import { depositDropped } from "./deposit-outcome.ts";
import { dueStep, type SentStep, sendDueStep } from "./payment-steps.ts";
import { rejectAndVoid, settleStep } from "./settle-step.ts";
import { lockWithBooking, type StoredPayment } from "./stored-payment.ts";

/** The parts of a job's context that performing a payment needs. */
export type PerformingContext = Pick<JobContext, "scope" | "account" | "secrets" | "endpoints" | "now" | "signal">;

/** Opens a payment's gateway. Tests substitute their own. */
export type GatewayOpener = (context: PerformingContext, gateway: number) => Promise<PaymentGateway>;

const openOwnGateway: GatewayOpener = ({ scope, secrets, endpoints, account }, gateway) =>
  openGateway(scope, secrets, endpoints, account, gateway);

const callTimeoutMs = 60_000;

/** Sends a payment's due steps to its gateway. The queue retries it; reconciliation picks up the rest. */
export const performPayment = defineJob("perform payment", {
  lane: "money and mail",
  payload: Type.Object({ payment: Type.Integer() }),
  attempts: 8,
  run: (context, { payment }) => performSteps(context, payment),
});

/**
 * Performs a payment's due steps one by one: commits each as sent, calls the gateway outside any transaction, then records the
 * outcome (docs/design/payments.md). Safe to call again after a crash, and from several processes concurrently.
 * @throws the gateway's error when it is unreachable: the step stays sent and is retried with its key
 */
export async function performSteps(
  context: PerformingContext,
  payment: number,
  open: GatewayOpener = openOwnGateway,
): Promise<void> {
  for (;;) {
    const sent = await context.scope.transaction((transaction) =>
      begin({ transaction, account: { id: context.account } }, payment, context.now),
    );
    if (sent === undefined) return;
    const result = await send(context, sent, open);
    await context.scope.transaction((transaction) =>
      settleStep({ transaction, account: { id: context.account }, secrets: context.secrets }, payment, {
        step: sent.step.step,
        result,
        now: context.now,
      }),
    );
  }
}

/** A step marked as sent, with the data for the gateway. */
interface Sent {
  readonly step: SentStep;
  readonly payment: StoredPayment;
  readonly booking: number;
  /** The gateway's id of the charge that the step follows. */
  readonly charge: string | null;
}

/** Never charges for a booking that was canceled meanwhile (bookings.md: canceling a booking moves no money). */
async function begin(context: AccountTransaction, id: number, now: number): Promise<Sent | undefined> {
  const locked = await lockWithBooking(context, id);
  if (!locked) return undefined;
  const { payment, booking } = locked;
  const due = await dueStep(context, id);
  const takesMoney = due === "authorize" || due === "charge" || due === "capture";
  const isBookedAgain = booking.expired && payment.kind === "instant-booking";
  if (takesMoney && booking.canceledAt !== null && !isBookedAgain) {
    const reason = "the booking has been canceled";
    await rejectAndVoid(context, payment, reason);
    if (payment.kind === "damage-deposit") await depositDropped(context, { payment, booking, now }, reason);
    await updatePaidSums(context, booking);
  }
  const step = await sendDueStep(context, id);
  if (!step) return undefined;
  const charge = payment.refunded_payment_id === null ? payment.transaction_id : await chargeOf(context, payment);
  return { step, payment, booking: booking.id, charge };
}

/** The gateway's id of the payment that a refund returns. */
async function chargeOf({ transaction, account }: AccountTransaction, refund: StoredPayment): Promise<string | null> {
  const row = await transaction.row<{ transaction_id: string | null }>(
    "select transaction_id from payments where account_id = $1 and id = $2",
    [account.id, refund.refunded_payment_id],
  );
  return row?.transaction_id ?? null;
}

async function send(context: PerformingContext, sent: Sent, open: GatewayOpener): Promise<StepResult> {
  const { step, payment, charge } = sent;
  if (payment.payment_gateway_id === null) throw new Error(`Order ${payment.id} has no gateway.`);
  const gateway = await open(context, payment.payment_gateway_id);
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(callTimeoutMs)]);
  if (step.step === "authorize" || step.step === "charge") return order(context, gateway, sent, signal);
  if (charge === null) throw new Error(`Step ${step.step} of payment ${payment.id} has no charge to follow.`);
  const following = { key: step.key, signal, transaction: charge, amount: step.amount, currency: payment.currency };
  switch (step.step) {
    case "capture":
      return gateway.capture(following);
    case "cancel":
      return gateway.cancel(following);
    case "refund":
      return gateway.refund(following);
    case "checkout":
      throw new Error("A checkout is performed by the guest, not by a job.");
  }
}

/** The first step of an order: charges or authorizes the card. */
function order(
  { secrets, account }: PerformingContext,
  gateway: PaymentGateway,
  { step, payment, booking }: Sent,
  signal: AbortSignal,
): Promise<StepResult> {
  if (!payment.sealed_token) throw new Error(`Order ${payment.id} has no token.`);
  return gateway.charge({
    key: step.key,
    signal,
    amount: step.amount,
    currency: payment.currency,
    token: openToken(secrets, account, payment.id, payment.sealed_token),
    description: payment.description ?? "",
    capture: step.step === "charge",
    keepsCard: payment.keeps_card,
    metadata: metadataOf(account, payment.id, booking, step),
  });
}

/**
 * Our ids, which the gateway stores with a charge and returns in reports. The key distinguishes our payment from one with the same id in a
 * restored database or in another installation on the same gateway account.
 */
export function metadataOf(
  account: number,
  payment: number,
  booking: number,
  { step, key }: Pick<SentStep, "step" | "key">,
): Record<string, string> {
  return {
    roost_account: String(account),
    roost_payment: String(payment),
    roost_booking: String(booking),
    roost_step: step,
    roost_key: key,
  };
}
