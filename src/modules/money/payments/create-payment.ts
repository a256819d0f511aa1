import { invalid, type ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Parent } from "../../../kernel/write/creates.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { insertRecord } from "../../../kernel/write/store.ts";
import { bookPaidStay } from "../../stays/bookings/change/paid-booking.ts";
import { maskedToken } from "./card/card-number.ts";
import { storeToken } from "./card/card-token.ts";
import { checkPayment } from "./check-payment.ts";
import { describePayment } from "./describe-payment.ts";
import { updatePaidSums } from "./paid-sums.ts";
import { payment } from "./payment.ts";
import { initialLock, lockOwnBooking } from "./payment-lock.ts";
import { assertOwnTransaction } from "./perform/assert-own-transaction.ts";
import { placeOrder } from "./perform/place-order.ts";
import { orderKeyOf, paymentWithKey } from "./perform/repeated-order.ts";
import { assignToBooking } from "./perform/stored-payment.ts";

const { attributes } = payment;

/**
 * Creates a payment for a booking: a record of money that has moved, or an order that a job performs after the commit (bookings.md,
 * Payments). A paid instant-booking payment confirms the booking. Repeating an order's Idempotency-Key returns the same payment.
 * @returns the payment's id
 * @throws RequestError 422 with every problem; 409 for a key that was used for another request
 */
export async function createPayment(
  context: WriteContext,
  { id: bookingId }: Parent,
  draft: Draft,
  errors: ValidationErrors,
): Promise<number> {
  const booking = await lockOwnBooking(context, bookingId);
  const order = orderKeyOf(context, `payment of booking ${bookingId}`);
  const before = order && (await paymentWithKey(context, order));
  if (before !== undefined) return before;
  const isOrder = await checkPayment(context, { draft, errors }, booking);
  errors.throwIfAny();
  if (isOrder) assertOwnTransaction(context);
  if (!isOrder && isPaidInstantBooking(draft)) {
    const problem = await bookPaidStay(context, booking, context.now);
    if (problem !== undefined) throw invalid({ base: [problem] });
  }
  const id = await insertRecord(context, draft, {
    created_by_application_id: context.caller.application,
    ordered: isOrder,
    order_key: isOrder && order ? order.key : null,
    order_digest: isOrder && order ? order.digest : null,
    description: describePayment(booking),
    locked: initialLock(context.caller),
  });
  const amount = draft.input(attributes.amount_in_cents) ?? 0;
  await assignToBooking(context, { id, amount_in_cents: amount, currency: booking.currency }, booking.id);
  if (isOrder) {
    const token = draft.input(attributes.credit_card_token) ?? "";
    await storeToken(context, id, { token, shown: maskedToken(token) });
    await placeOrder(context, {
      id,
      amount,
      kind: draft.input(attributes.kind) ?? "",
      capturableFrom: draft.input(attributes.capturable_from) ?? null,
      now: context.now,
    });
  }
  await updatePaidSums(context, booking);
  return id;
}

/** Whether a draft, merged with the stored values, is a paid payment that confirms its booking. */
export function isPaidInstantBooking(draft: Draft): boolean {
  return draft.value(attributes.kind) === "instant-booking" && typeof draft.value(attributes.paid_at) === "number";
}
