import { dayOfInstant } from "../../../../../core/day.ts";
import { bookingReference } from "../../../../../core/reference.ts";
import { minorUnit } from "../../../../../core/rounding.ts";
import type { Translations } from "../../../../../kernel/values/structure.ts";
import type { AccountTransaction } from "../../../../../kernel/write/context.ts";

/**
 * A booking as templates show it, or the stay that an inquiry is about. Amounts are hundredths, times epoch milliseconds of the rental's
 * clock.
 */
export interface StayFacts {
  /** Null before there is a booking. */
  readonly reference: string | null;
  readonly source: string | null;
  readonly bookedAt: number | null;
  readonly startAt: number | null;
  readonly endAt: number | null;
  /** Whether both times have an hour, and are no dates alone. */
  readonly hasHours: boolean;
  readonly nights: number | null;
  readonly adults: number | null;
  readonly children: number | null;
  readonly currency: string;
  readonly price: number | null;
  readonly paid: number | null;
  readonly balanceDueAt: number | null;
  readonly downpayment: number | null;
  readonly deposit: number | null;
  readonly fees: readonly FeeFacts[];
  readonly taxes: readonly TaxFacts[];
  readonly payments: readonly PaymentFacts[];
}

interface FeeFacts {
  readonly name: Translations;
  readonly quantity: number;
  /** Of one unit. */
  readonly price: number;
}

interface TaxFacts {
  readonly name: Translations;
  readonly amount: number;
}

interface PaymentFacts {
  /** Negative for a refund. */
  readonly amount: number;
  readonly paidAt: number;
}

/** A booking's row. */
export type StoredBooking = {
  id: number;
  client_id: number | null;
  rental_id: number;
  source: string | null;
  booked_at: number | null;
  start_at: number;
  end_at: number;
  adults: number | null;
  children: number | null;
  currency: string;
  final_price: number | null;
  paid_amount: number;
  balance_due_at: number | null;
  downpayment: number | null;
  damage_deposit: number | null;
};

/** A booking's columns that templates show. */
export const bookingColumns = `bookings.id, bookings.client_id, bookings.rental_id, bookings.start_at, bookings.end_at, bookings.adults,
  bookings.children, bookings.currency, bookings.final_price, bookings.paid_amount, bookings.balance_due_at, bookings.downpayment,
  bookings.damage_deposit,
  (select sources.name from sources where sources.account_id = $1 and sources.id = bookings.source_id) as source,
  (select bookings.booked_at at time zone rentals.time_zone at time zone 'UTC' from rentals
   where rentals.account_id = $1 and rentals.id = bookings.rental_id) as booked_at`;

/** Reads a booking's lists. */
export async function factsOf(context: AccountTransaction, booking: StoredBooking): Promise<StayFacts> {
  const [fees, taxes, payments] = await Promise.all([
    readFees(context, booking.id),
    readTaxes(context, booking.id),
    readPayments(context, booking.id),
  ]);
  return {
    reference: bookingReference(booking.id),
    source: booking.source,
    bookedAt: booking.booked_at,
    startAt: booking.start_at,
    endAt: booking.end_at,
    hasHours: true,
    nights: dayOfInstant(booking.end_at) - dayOfInstant(booking.start_at),
    adults: booking.adults,
    children: booking.children,
    currency: booking.currency,
    price: booking.final_price,
    paid: booking.paid_amount,
    balanceDueAt: booking.balance_due_at,
    downpayment: booking.downpayment,
    deposit: booking.damage_deposit,
    fees,
    taxes,
    payments: payments.map(({ amount, paidAt }) => ({ amount: amount * minorUnit(booking.currency), paidAt })),
  };
}

const readFees = ({ transaction, account }: AccountTransaction, booking: number) =>
  transaction.rows<{ name: Translations; quantity: number; price: number }>(
    `select name, times_booked as quantity, price from bookings_fees
     where account_id = $1 and booking_id = $2 and canceled_at is null order by id`,
    [account.id, booking],
  );

const readTaxes = ({ transaction, account }: AccountTransaction, booking: number) =>
  transaction.rows<{ name: Translations; amount: number }>(
    `select name, amount from bookings_taxes
     where account_id = $1 and booking_id = $2 and canceled_at is null order by id`,
    [account.id, booking],
  );

/** Payments that were paid, and refunds, on the days of the rental's clock. Amounts are minor units. */
const readPayments = ({ transaction, account }: AccountTransaction, booking: number) =>
  transaction.rows<{ amount: number; paidAt: number }>(
    `select lines.amount_in_cents as amount, payments.paid_at at time zone rentals.time_zone at time zone 'UTC' as "paidAt"
     from bookings_payments as lines
     join payments on payments.account_id = $1 and payments.id = lines.payment_id
     left join payments as refunded on refunded.account_id = $1 and refunded.id = payments.refunded_payment_id
     join bookings on bookings.account_id = $1 and bookings.id = lines.booking_id
     join rentals on rentals.account_id = $1 and rentals.id = bookings.rental_id
     where lines.account_id = $1 and lines.booking_id = $2 and payments.paid_at is not null and payments.canceled_at is null
       and payments.rejected_at is null and refunded.canceled_at is null
     order by payments.paid_at, payments.id`,
    [account.id, booking],
  );
