import Type from "typebox";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { defineJob, type JobContext } from "../../../../kernel/write/jobs/job.ts";
import type { PaymentGateway, StepResult } from "../../gateways/gateway.ts";
import { openGateway } from "../../gateways/open-gateway.ts";
import { openToken } from "../card/card-token.ts";
import { followPayments } from "../paid-sums.ts";
import { dueStep, type SentStep, sendDueStep } from "./payment-steps.ts";
import { giveUp, settleStep } from "./settle-step.ts";
import { lockWithBooking, type StoredPayment } from "./stored-payment.ts";

/** What performing the steps of a payment works with. */
export type PerformingContext = Pick<JobContext, "scope" | "account" | "secrets" | "endpoints" | "now" | "signal">;

/** Opens the gateway of a payment: the account's, unless a test puts another in its place. */
export type OpensGateway = (context: PerformingContext, gateway: number) => Promise<PaymentGateway>;

const ownGateway: OpensGateway = ({ scope, secrets, endpoints, account }, gateway) =>
  openGateway(scope, secrets, endpoints, account, gateway);

/** Milliseconds that a gateway has to answer. */
const longestCall = 60_000;

/** Asks a gateway for what a payment is waiting for. Repeated by the queue, and in the end by the reconciliation. */
export const performPayment = defineJob("perform payment", {
  lane: "money and mail",
  payload: Type.Object({ payment: Type.Integer() }),
  attempts: 8,
  run: (context, { payment }) => performSteps(context, payment),
});

/**
 * Asks for the steps of a payment that are due, one after the other, until none is: each is noted as sent and committed, then asked for
 * outside of any transaction, then noted with what came of it (docs/design/payments.md). Whatever ends it in between, it may be
 * called again, and by several processes at once.
 * @throws what the gateway throws when it cannot be reached: the step stays sent, and is asked for again under its key
 */
export async function performSteps(
  context: PerformingContext,
  payment: number,
  opens: OpensGateway = ownGateway,
): Promise<void> {
  for (;;) {
    const sent = await context.scope.transaction((transaction) =>
      begin({ transaction, account: { id: context.account } }, payment),
    );
    if (sent === undefined) return;
    const result = await ask(context, sent, opens);
    await context.scope.transaction((transaction) =>
      settleStep({ transaction, account: { id: context.account } }, payment, {
        step: sent.step.step,
        result,
        now: context.now,
      }),
    );
  }
}

/** A step that is noted as sent, with what the gateway is told. */
interface Sent {
  readonly step: SentStep;
  readonly payment: StoredPayment;
  readonly booking: number;
  /** What the gateway calls the charge that the step is of. */
  readonly charge: string | null;
}

/** Money is not taken for a booking that was canceled before it was asked for (bookings.md: canceling a booking moves no money). */
async function begin(context: AccountTransaction, id: number): Promise<Sent | undefined> {
  const locked = await lockWithBooking(context, id);
  if (!locked) return undefined;
  const { payment, booking } = locked;
  const due = await dueStep(context, id);
  const takesMoney = due === "authorize" || due === "charge" || due === "capture";
  const isBookedAgain = booking.expired && payment.kind === "instant-booking";
  if (takesMoney && booking.canceledAt !== null && !isBookedAgain) {
    await giveUp(context, payment, "the booking has been canceled");
    await followPayments(context, booking);
  }
  const step = await sendDueStep(context, id);
  if (!step) return undefined;
  const charge = payment.refunded_payment_id === null ? payment.transaction_id : await chargeOf(context, payment);
  return { step, payment, booking: booking.id, charge };
}

/** What the gateway calls the payment that a refund gives back. */
async function chargeOf({ transaction, account }: AccountTransaction, refund: StoredPayment): Promise<string | null> {
  const row = await transaction.row<{ transaction_id: string | null }>(
    "select transaction_id from payments where account_id = $1 and id = $2",
    [account.id, refund.refunded_payment_id],
  );
  return row?.transaction_id ?? null;
}

async function ask(context: PerformingContext, sent: Sent, opens: OpensGateway): Promise<StepResult> {
  const { step, payment, charge } = sent;
  if (payment.payment_gateway_id === null) throw new Error(`The order ${payment.id} names no gateway.`);
  const gateway = await opens(context, payment.payment_gateway_id);
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(longestCall)]);
  if (step.step === "authorize" || step.step === "charge") return order(context, gateway, sent, signal);
  if (charge === null) throw new Error(`The step ${step.step} of payment ${payment.id} has no charge to follow.`);
  const following = { key: step.key, signal, transaction: charge, amount: step.amount, currency: payment.currency };
  switch (step.step) {
    case "capture":
      return gateway.capture(following);
    case "cancel":
      return gateway.cancel(following);
    case "refund":
      return gateway.refund(following);
    case "checkout":
      throw new Error("A guest performs a checkout, and no job.");
  }
}

/** The first step of an order: the card that the token stands for is charged, or authorised. */
function order(
  { secrets, account }: PerformingContext,
  gateway: PaymentGateway,
  { step, payment, booking }: Sent,
  signal: AbortSignal,
): Promise<StepResult> {
  if (!payment.sealed_token) throw new Error(`The order ${payment.id} has no token.`);
  return gateway.charge({
    key: step.key,
    signal,
    amount: step.amount,
    currency: payment.currency,
    token: openToken(secrets, account, payment.id, payment.sealed_token),
    description: payment.description ?? "",
    capture: step.step === "charge",
    metadata: metadataOf(account, payment.id, booking, step),
  });
}

/** Our own ids, which a gateway keeps beside a charge and gives back with its reports. The key tells our payment from one of a database
 * that was restored, or of another installation on the same account of the gateway, which have the same numbers. */
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
