import { boolean, integer, text } from "../../../kernel/attribute.ts";
import { bodyOf, jsonBody } from "../../../kernel/request-body.ts";
import type { Outcome } from "../../../kernel/route.ts";
import type { ActedOn, ActionRequest } from "../../../kernel/write/actions.ts";
import type { AccountTransaction, WriteContext } from "../../../kernel/write/context.ts";
import type { BookingToPay } from "../../stays/bookings/change/paid-booking.ts";
import { hundredths } from "../../stays/bookings/change/paid-totals.ts";
import { checkReduction, reducePrice } from "../../stays/bookings/change/reduce-price.ts";
import { holdsCardNumber } from "./card/card-number.ts";
import { insertRefund, type NewRefund } from "./insert-refund.ts";
import { updatePaidSums } from "./paid-sums.ts";
import { payment } from "./payment.ts";
import { assertUnlocked, initialLock } from "./payment-lock.ts";
import { assertOwnTransaction } from "./perform/assert-own-transaction.ts";
import { queueStep } from "./perform/payment-steps.ts";
import { queuePerforming } from "./perform/queue-performing.ts";
import { orderKeyOf, paymentWithKey } from "./perform/repeated-order.ts";
import { lockWithBooking, type StoredPayment } from "./perform/stored-payment.ts";

const input = {
  amount_in_cents: integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
    .required()
    .description("The amount to refund, in minor units of the currency: at most the unrefunded part of the payment."),
  notes: text().description("Internal notes, such as the reason."),
  reduce_price: boolean().description(
    "Also lowers the booking's final_price by the amount, as a Goodwill line on its bill. Otherwise the guest owes it again.",
  ),
};

/** The body of a refund. */
export const refundBody = jsonBody(bodyOf(payment, input, "is not an attribute of a refund"), { own: true });

/**
 * Refunds a payment fully or partly, never more than was paid (bookings.md, Payments). The refund is a payment with a negative amount.
 * A job asks the gateway to return the money; a refund of a recorded payment counts immediately.
 * @throws RequestError 422 for an unpaid payment or an amount above the unrefunded part; 403 when another application holds the lock;
 * 409 for a key that was used for another request
 */
export async function refundPayment(
  context: WriteContext,
  { id }: ActedOn,
  { draft, errors }: ActionRequest,
): Promise<Outcome> {
  const locked = await lockWithBooking(context, id);
  if (!locked) throw new Error(`Payment ${id} disappeared while locked.`);
  assertUnlocked(context.caller, locked.payment.locked);
  const order = orderKeyOf(context, `refund of payment ${id}`);
  const before = order && (await paymentWithKey(context, order));
  if (before !== undefined) return { shows: payment, id: before };
  const amount = draft.input(input.amount_in_cents) ?? 0;
  const notes = draft.input(input.notes) ?? null;
  if (notes !== null && holdsCardNumber(notes)) errors.add("notes", "must not contain a card number");
  const problem = refusalOf(locked.payment);
  if (problem !== undefined) errors.add("base", problem);
  const left = await unrefundedAmount(context, locked.payment);
  if (problem === undefined && amount > left) errors.add("amount_in_cents", exceeds(left));
  const reduction = draft.input(input.reduce_price) === true ? hundredths(amount, locked.booking.currency) : 0;
  if (reduction > 0 && locked.payment.kind === "damage-deposit")
    errors.add("reduce_price", "cannot be used: a damage deposit is not part of the price");
  else if (reduction > 0) await checkReduction(context, locked.booking, reduction, errors);
  errors.throwIfAny();
  const refund = await orderRefund(context, locked, { amount, notes, order });
  if (reduction > 0) await reducePrice(context, locked.booking, reduction);
  await updatePaidSums(context, locked.booking);
  return { shows: payment, id: refund };
}

/**
 * Refunds a locked payment that can be refunded. A job asks the gateway to return the money that it collected. The caller updates the sums.
 * @returns the refund's id
 */
export async function orderRefund(
  context: WriteContext,
  { payment: paid, booking }: { readonly payment: StoredPayment; readonly booking: BookingToPay },
  refund: Pick<NewRefund, "amount" | "notes" | "order">,
): Promise<number> {
  if (paid.ordered) assertOwnTransaction(context);
  const id = await insertRefund(context, paid, {
    ...refund,
    booking,
    application: context.caller.application,
    locked: initialLock(context.caller),
    ...(paid.ordered ? {} : { paidAt: context.now }),
  });
  if (paid.ordered) {
    await queueStep(context, { payment: id, step: "refund", amount: refund.amount });
    await queuePerforming(context, id);
  }
  return id;
}

/** The problem of an amount above the unrefunded part. */
export const exceeds = (left: number): string =>
  `must be less than or equal to ${left}, the unrefunded part of the payment`;

/** The reason why a payment cannot be refunded; undefined if it can. */
export function refusalOf({ paid_at, refunded_payment_id }: StoredPayment): string | undefined {
  if (refunded_payment_id !== null) return "is a refund and cannot be refunded";
  if (paid_at === null) return "is not paid and cannot be refunded";
  return undefined;
}

/** The part of a payment that can still be refunded. Minor units. */
export async function unrefundedAmount(context: AccountTransaction, payment: StoredPayment): Promise<number> {
  const { refunded, disputed } = await returnedAmounts(context, payment.id);
  return payment.amount_in_cents - refunded - disputed;
}

/** The returned parts of a payment: refunds, pending ones included, and a lost dispute. Minor units. */
export async function returnedAmounts(
  { transaction, account }: AccountTransaction,
  payment: number,
): Promise<{ readonly refunded: number; readonly disputed: number }> {
  const row = await transaction.row<{ refunded: number; disputed: number }>(
    `select coalesce(-sum(amount_in_cents) filter (where kind <> 'dispute'), 0)::bigint as refunded,
       coalesce(-sum(amount_in_cents) filter (where kind = 'dispute'), 0)::bigint as disputed from payments
     where account_id = $1 and refunded_payment_id = $2 and rejected_at is null and canceled_at is null`,
    [account.id, payment],
  );
  return row ?? { refunded: 0, disputed: 0 };
}
