import { dayOfInstant } from "../../../../core/day.ts";
import { bookingReference } from "../../../../core/reference.ts";
import { forbidden, notFound } from "../../../../kernel/errors.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";

/** A locked booking to invoice. Amounts in hundredths, days as epoch days on the rental's clock. */
export interface InvoicedBooking {
  readonly id: number;
  readonly rental: string;
  /** The rental's address in one line; null without one. */
  readonly address: string | null;
  readonly arrival: number;
  readonly departure: number;
  readonly nights: number;
  readonly currency: string;
  readonly initialPrice: number | null;
  readonly finalRentalPrice: number | null;
  readonly finalPrice: number | null;
  readonly downpayment: number | null;
  readonly paid: number;
  /** The day on which the balance is due, as an epoch day. */
  readonly balanceDueOn: number | null;
  readonly isCanceled: boolean;
  readonly isBlock: boolean;
  readonly client: number | null;
}

type StoredBooking = {
  rental: string;
  address: string | null;
  start_at: number;
  end_at: number;
  currency: string;
  initial_price: number | null;
  final_rental_price: number | null;
  final_price: number | null;
  downpayment: number | null;
  paid_amount: number;
  balance_due_at: number | null;
  is_canceled: boolean;
  unavailable: boolean;
  client_id: number | null;
  created_by_type: string;
  created_by_id: number;
};

/**
 * Locks a booking for its invoices: its price cannot change, and its invoices are issued one at a time. A preview only reads it.
 * @throws RequestError 404 for an unknown booking, 403 for a mirror
 */
export async function lockInvoicedBooking(
  { transaction, account }: AccountTransaction,
  id: number,
): Promise<InvoicedBooking> {
  const row = await transaction.row<StoredBooking>(
    `select rentals.name as rental, nullif(concat_ws(', ', rentals.address1, nullif(concat_ws(' ', rentals.zip, rentals.city), '')), '') as address,
       bookings.start_at, bookings.end_at, bookings.currency, bookings.initial_price, bookings.final_rental_price, bookings.final_price,
       bookings.downpayment, bookings.paid_amount, bookings.balance_due_at, bookings.unavailable, bookings.client_id,
       bookings.canceled_at is not null or coalesce(bookings.tentative_expires_at <= now(), false) as is_canceled,
       bookings.created_by_type, bookings.created_by_id
     from bookings join rentals on rentals.account_id = $1 and rentals.id = bookings.rental_id
     where bookings.account_id = $1 and bookings.id = $2 for no key update of bookings`,
    [account.id, id],
  );
  if (!row) throw notFound();
  if (row.created_by_type === "Booking")
    throw forbidden(
      `This booking is a mirror of ${bookingReference(row.created_by_id)}. Invoice that booking instead.`,
    );
  const arrival = dayOfInstant(row.start_at);
  const departure = dayOfInstant(row.end_at);
  return {
    id,
    rental: row.rental,
    address: row.address,
    arrival,
    departure,
    nights: Math.max(1, departure - arrival),
    currency: row.currency,
    initialPrice: row.initial_price,
    finalRentalPrice: row.final_rental_price,
    finalPrice: row.final_price,
    downpayment: row.downpayment,
    paid: row.paid_amount,
    balanceDueOn: row.balance_due_at === null ? null : dayOfInstant(row.balance_due_at),
    isCanceled: row.is_canceled,
    isBlock: row.unavailable,
    client: row.client_id,
  };
}
