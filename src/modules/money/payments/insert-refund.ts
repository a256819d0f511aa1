import type { AccountTransaction } from "../../../kernel/write/context.ts";
import type { BookingToPay } from "../../stays/bookings/change/paid-booking.ts";
import type { OrderKey } from "./perform/repeated-order.ts";
import { type StoredPayment, tieToBooking } from "./perform/stored-payment.ts";

/** What is given back of a payment. Minor units, above zero; epoch milliseconds. */
export interface NewRefund {
  readonly amount: number;
  readonly notes: string | null;
  readonly booking: BookingToPay;
  /** When it was paid back elsewhere; absent where the gateway is asked for it. */
  readonly paidAt?: number;
  readonly application?: number;
  readonly locked?: string | null;
  readonly order?: OrderKey | undefined;
  /** What the gateway calls it, where it was made there. */
  readonly transaction?: string | null;
}

/**
 * Notes a refund: a payment of a negative amount, tied to the booking of the one that it gives back. It holds no personal data of who
 * paid: that stands in the other.
 * @returns its id
 */
export async function insertRefund(
  context: AccountTransaction,
  payment: StoredPayment,
  refund: NewRefund,
): Promise<number> {
  const { transaction, account } = context;
  const row = await transaction.row<{ id: number }>(
    `insert into payments (account_id, created_by_application_id, payment_gateway_id, gateway_type, gateway_name, refunded_payment_id, kind,
       amount_in_cents, currency, ordered, order_key, order_digest, transaction_id, test, description, notes, locked, paid_at)
     select account_id, $3, payment_gateway_id, gateway_type, gateway_name, id, kind, -$4::bigint, currency, $5::timestamptz is null, $6, $7,
       $8, test, 'Refund: ' || description, $9, $10, $5::timestamptz
     from payments where account_id = $1 and id = $2 returning id`,
    [
      account.id,
      payment.id,
      refund.application ?? null,
      refund.amount,
      refund.paidAt === undefined ? null : new Date(refund.paidAt).toISOString(),
      refund.order?.key ?? null,
      refund.order?.digest ?? null,
      refund.transaction ?? null,
      refund.notes,
      refund.locked ?? null,
    ],
  );
  if (!row) throw new Error(`The payment ${payment.id} is gone while it is locked.`);
  const tied = { id: row.id, amount_in_cents: -refund.amount, currency: payment.currency };
  await tieToBooking(context, tied, refund.booking.id);
  return row.id;
}
