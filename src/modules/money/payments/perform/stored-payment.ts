import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { type BookingToPay, lockBookingToPay } from "../../../stays/bookings/change/paid-booking.ts";

/** A payment read under its lock. Amounts in minor units, times in epoch milliseconds, dates in epoch days. */
export type StoredPayment = {
  id: number;
  kind: string;
  amount_in_cents: number;
  currency: string;
  ordered: boolean;
  /** The card is kept for the booking's damage deposit. */
  keeps_card: boolean;
  payment_gateway_id: number | null;
  refunded_payment_id: number | null;
  /** For a refund: whether a gateway collected the refunded payment. */
  refunds_order: boolean;
  transaction_id: string | null;
  sealed_token: Buffer | null;
  description: string | null;
  locked: string | null;
  capturable_from: number | null;
  authorized_at: number | null;
  paid_at: number | null;
  rejected_at: number | null;
  canceled_at: number | null;
};

/** Locks a payment. Lock its booking first. @returns undefined when the payment does not exist */
export function lockPayment(
  { transaction, account }: AccountTransaction,
  id: number,
): Promise<StoredPayment | undefined> {
  return transaction.row<StoredPayment>(
    `select id, kind, amount_in_cents, currency, ordered, keeps_card, payment_gateway_id, refunded_payment_id,
       coalesce((select refunded.ordered from payments as refunded
         where refunded.account_id = $1 and refunded.id = payments.refunded_payment_id), false) as refunds_order, transaction_id, sealed_token,
       description, locked, capturable_from, authorized_at, paid_at, rejected_at, canceled_at
     from payments where account_id = $1 and id = $2 for no key update`,
    [account.id, id],
  );
}

/** Locks rental, booking and payment, in that order. @returns undefined when the payment does not exist */
export async function lockWithBooking(
  context: AccountTransaction,
  id: number,
): Promise<{ payment: StoredPayment; booking: BookingToPay } | undefined> {
  const booking = await lockBookingOf(context, id);
  const payment = booking && (await lockPayment(context, id));
  return payment && { payment, booking };
}

/** Locks a payment's booking, after its rental. @returns undefined when the payment does not exist */
export async function lockBookingOf(context: AccountTransaction, payment: number): Promise<BookingToPay | undefined> {
  const row = await context.transaction.row<{ booking_id: number }>(
    "select booking_id from bookings_payments where account_id = $1 and payment_id = $2 order by id limit 1",
    [context.account.id, payment],
  );
  return row && lockBookingToPay(context, row.booking_id);
}

/** Assigns the whole payment to its booking. */
export async function assignToBooking(
  { transaction, account }: AccountTransaction,
  payment: Pick<StoredPayment, "id" | "amount_in_cents" | "currency">,
  booking: number,
): Promise<void> {
  await transaction.run(
    "insert into bookings_payments (account_id, booking_id, payment_id, amount_in_cents, currency) values ($1, $2, $3, $4, $5)",
    [account.id, booking, payment.id, payment.amount_in_cents, payment.currency],
  );
}

/** The same for several payments, by one statement. */
export async function assignAll(
  { transaction, account }: AccountTransaction,
  payments: readonly (Pick<StoredPayment, "id" | "amount_in_cents" | "currency"> & { readonly booking: number })[],
): Promise<void> {
  await transaction.run(
    `insert into bookings_payments (account_id, booking_id, payment_id, amount_in_cents, currency)
     select $1, booking, id, amount, currency
     from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::text[]) as one (booking, id, amount, currency) returning account_id`,
    [
      account.id,
      payments.map(({ booking }) => booking),
      payments.map(({ id }) => id),
      payments.map(({ amount_in_cents: amount }) => amount),
      payments.map(({ currency }) => currency),
    ],
  );
}

/** Whether the payment's gateway is a test gateway. */
export async function isTestGateway({ transaction, account }: AccountTransaction, payment: number): Promise<boolean> {
  const row = await transaction.row<{ test: boolean }>(
    `select payment_gateways.test from payments
     join payment_gateways on payment_gateways.account_id = $1 and payment_gateways.id = payments.payment_gateway_id
     where payments.account_id = $1 and payments.id = $2`,
    [account.id, payment],
  );
  return row?.test ?? false;
}
