import type { AccountTransaction } from "../../../kernel/write/context.ts";
import type { BookingToPay } from "../../stays/bookings/change/paid-booking.ts";
import type { OrderKey } from "./perform/repeated-order.ts";
import { assignToBooking, type StoredPayment } from "./perform/stored-payment.ts";

/** A refund to store. Amounts in minor units, above zero; times in epoch milliseconds. */
export interface NewRefund {
  readonly amount: number;
  /** A lost dispute instead of a refund. */
  readonly kind?: "dispute";
  readonly notes: string | null;
  readonly booking: BookingToPay;
  /** The time of a refund outside the gateway; absent if the gateway makes it. */
  readonly paidAt?: number;
  readonly application?: number;
  readonly locked?: string | null;
  readonly order?: OrderKey | undefined;
  /** The gateway's id of a refund that it made. */
  readonly transaction?: string | null;
}

/**
 * Stores a refund or a lost dispute: a payment with a negative amount for the same booking. It copies no personal data from the payment.
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
     select account_id, $3, payment_gateway_id, gateway_type, gateway_name, id, coalesce($11, kind), -$4::bigint, currency, $5::timestamptz is null, $6, $7,
       $8, test, case when $11::text is null then 'Refund: ' else 'Dispute: ' end || description, $9, $10, $5::timestamptz
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
      refund.kind ?? null,
    ],
  );
  if (!row) throw new Error(`Payment ${payment.id} disappeared while locked.`);
  const part = { id: row.id, amount_in_cents: -refund.amount, currency: payment.currency };
  await assignToBooking(context, part, refund.booking.id);
  return row.id;
}
