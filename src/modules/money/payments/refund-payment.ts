import { integer, text } from "../../../kernel/attribute.ts";
import { bodyOf, jsonBody } from "../../../kernel/request-body.ts";
import type { Outcome } from "../../../kernel/route.ts";
import type { ActedOn, ActionRequest } from "../../../kernel/write/actions.ts";
import type { AccountTransaction, WriteContext } from "../../../kernel/write/context.ts";
import { holdsCardNumber } from "./card/card-number.ts";
import { insertRefund } from "./insert-refund.ts";
import { followPayments } from "./paid-sums.ts";
import { payment } from "./payment.ts";
import { assertUnlocked, initialLock } from "./payment-lock.ts";
import { assertOwnTransaction } from "./perform/assert-own-transaction.ts";
import { queueStep } from "./perform/payment-steps.ts";
import { queuePerforming } from "./perform/queue-performing.ts";
import { orderKeyOf, paymentUnder } from "./perform/repeated-order.ts";
import { lockWithBooking, type StoredPayment } from "./perform/stored-payment.ts";

const asked = {
  amount_in_cents: integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
    .required()
    .description("How much is given back, in minor units of the currency: at most what is left of the payment."),
  notes: text().description("Notes for the account's own people, such as why."),
};

/** The body of a refund. */
export const refundBody = jsonBody(bodyOf(payment, asked, "is not an attribute of a refund"), { own: true });

/**
 * Gives a payment back, partly or whole, and never more than was paid (bookings.md, Payments). The refund is a payment of a negative
 * amount: a gateway that took the money is asked to return it by a job; what was paid elsewhere is noted at once.
 * @throws RequestError 422 for more than is left, or for what was not paid; 403 when another application holds the lock; 409 for a key
 * that was used for something else
 */
export async function refundPayment(
  context: WriteContext,
  { id }: ActedOn,
  { draft, errors }: ActionRequest,
): Promise<Outcome> {
  const locked = await lockWithBooking(context, id);
  if (!locked) throw new Error(`The payment ${id} is gone while it is locked.`);
  assertUnlocked(context.caller, locked.payment.locked);
  const order = orderKeyOf(context, `refund of payment ${id}`);
  const before = order && (await paymentUnder(context, order));
  if (before !== undefined) return { shows: payment, id: before };
  const amount = draft.given(asked.amount_in_cents) ?? 0;
  const notes = draft.given(asked.notes) ?? null;
  if (notes !== null && holdsCardNumber(notes)) errors.add("notes", "must not hold the number of a card");
  const problem = refusalOf(locked.payment);
  if (problem !== undefined) errors.add("base", problem);
  const left = locked.payment.amount_in_cents - (await refundedAmount(context, id));
  if (problem === undefined && amount > left)
    errors.add("amount_in_cents", `must be less than or equal to ${left}, which is what is left of the payment`);
  errors.throwIfAny();
  const isOrder = locked.payment.ordered;
  if (isOrder) assertOwnTransaction(context);
  const refund = await insertRefund(context, locked.payment, {
    amount,
    notes,
    booking: locked.booking,
    application: context.caller.application,
    locked: initialLock(context.caller),
    order,
    ...(isOrder ? {} : { paidAt: context.now }),
  });
  if (isOrder) {
    await queueStep(context, { payment: refund, step: "refund", amount });
    await queuePerforming(context, refund);
  }
  await followPayments(context, locked.booking);
  return { shows: payment, id: refund };
}

function refusalOf({ paid_at, refunded_payment_id }: StoredPayment): string | undefined {
  if (refunded_payment_id !== null) return "is a refund, which cannot be given back";
  if (paid_at === null) return "is not paid: there is nothing to give back";
  return undefined;
}

/** What was given back of a payment, or is being given back. Minor units. */
export async function refundedAmount({ transaction, account }: AccountTransaction, payment: number): Promise<number> {
  const row = await transaction.row<{ refunded: number }>(
    `select coalesce(-sum(amount_in_cents), 0)::bigint as refunded from payments
     where account_id = $1 and refunded_payment_id = $2 and rejected_at is null and canceled_at is null`,
    [account.id, payment],
  );
  return row?.refunded ?? 0;
}
