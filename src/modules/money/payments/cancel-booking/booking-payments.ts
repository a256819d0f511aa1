import { mayAny } from "../../../../kernel/access/scopes.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Element } from "../../../../kernel/write/input/draft.ts";
import type { PreviewedRefund } from "../../../stays/bookings/change/cancelation-quote.ts";
import { isLockedFor } from "../payment-lock.ts";
import { lockPayment, type StoredPayment } from "../perform/stored-payment.ts";
import { exceeds, refusalOf, unrefundedAmount } from "../refund-payment.ts";
import { refundInput } from "./cancelation-input.ts";

/** A locked payment of a booking. */
export interface BookingPayment {
  readonly payment: StoredPayment;
  /** The part that can still be refunded. Minor units. */
  readonly left: number;
  /** The caller's scopes read the payment. */
  readonly isVisible: boolean;
}

/** A payment to refund. Amount in minor units. */
export interface RequestedRefund {
  readonly payment: StoredPayment;
  readonly amount: number;
}

/** Locks a booking's payments in id order. Lock the booking first. */
export async function lockPaymentsOf(context: WriteContext, booking: number): Promise<readonly BookingPayment[]> {
  const { transaction, account, caller } = context;
  const rows = await transaction.rows<{ id: number; own: boolean }>(
    `select payments.id, payments.created_by_application_id is not distinct from $3 as own
     from bookings_payments join payments on payments.account_id = $1 and payments.id = bookings_payments.payment_id
     where bookings_payments.account_id = $1 and bookings_payments.booking_id = $2 order by payments.id`,
    [account.id, booking, caller.application],
  );
  const seesAll = mayAny(caller.scopes, ["payments_read", "payments_write"]);
  const locked: BookingPayment[] = [];
  for (const { id, own } of rows) {
    const payment = await lockPayment(context, id);
    if (!payment) throw new Error(`Payment ${id} disappeared while its booking was locked.`);
    locked.push({ payment, left: await unrefundedAmount(context, payment), isVisible: seesAll || own });
  }
  return locked;
}

/** Reads the requested refunds, and adds a problem for each that is impossible. */
export function readRefunds(
  { caller }: WriteContext,
  elements: readonly Element[],
  payments: readonly BookingPayment[],
): readonly RequestedRefund[] {
  const named = new Set<number>();
  return elements.flatMap(({ draft, errors }) => {
    const id = draft.input(refundInput.payment_id);
    const amount = draft.input(refundInput.amount_in_cents);
    if (typeof id !== "number") return [];
    if (named.has(id)) errors.add("payment_id", "is used by another element");
    named.add(id);
    const found = payments.find(({ payment, isVisible }) => isVisible && payment.id === id);
    if (!found) {
      errors.add("payment_id", "must be a payment of the booking");
      return [];
    }
    const { payment, left } = found;
    const refusal = isLockedFor(caller, payment.locked) ? `is locked by ${payment.locked}` : refusalOf(payment);
    if (refusal !== undefined) errors.add("payment_id", refusal);
    else if (typeof amount === "number" && amount > left) errors.add("amount_in_cents", exceeds(left));
    return typeof amount === "number" ? [{ payment, amount }] : [];
  });
}

/** Whether the payment counts as paid. */
const counts = ({ payment }: BookingPayment): boolean =>
  refusalOf(payment) === undefined && payment.canceled_at === null;

/** Whether the payment pays the price: a captured damage deposit does not, so a cancelation returns none of it. */
const paysPrice = ({ payment }: BookingPayment): boolean => payment.kind !== "damage-deposit";

const amountIn = (requested: readonly RequestedRefund[], { payment: { id } }: BookingPayment): number =>
  requested.find(({ payment }) => payment.id === id)?.amount ?? 0;

/**
 * The refunds to preview, newest payment first.
 * @param penalty in minor units; the suggested amounts return the paid amount less the penalty
 * @param requested replaces the suggestion
 */
export function previewRefunds(
  { caller }: WriteContext,
  payments: readonly BookingPayment[],
  penalty: number,
  requested: readonly RequestedRefund[] | undefined,
): readonly PreviewedRefund[] {
  const paid = payments.filter(counts);
  let due = Math.max(0, paid.filter(paysPrice).reduce((sum, { left }) => sum + left, 0) - penalty);
  const suggest = (one: BookingPayment): number => {
    const amount = paysPrice(one) ? Math.min(one.left, due) : 0;
    due -= amount;
    return amount;
  };
  return paid
    .filter(({ payment, left, isVisible }) => isVisible && left > 0 && !isLockedFor(caller, payment.locked))
    .toSorted((a, b) => (b.payment.paid_at ?? 0) - (a.payment.paid_at ?? 0) || b.payment.id - a.payment.id)
    .map((one) => ({ ...one, amount: requested ? amountIn(requested, one) : suggest(one) }))
    .map(({ payment, left, amount }) => ({
      payment: payment.id,
      kind: payment.kind,
      paidAt: payment.paid_at ?? 0,
      amount,
      refundable: left,
      throughGateway: payment.ordered,
    }));
}
