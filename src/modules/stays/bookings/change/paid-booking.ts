import { dayOfInstant } from "../../../../core/day.ts";
import { bookingReference } from "../../../../core/reference.ts";
import { minorUnit } from "../../../../core/rounding.ts";
import { forbidden, notFound, ValidationErrors } from "../../../../kernel/errors.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { reuseCode } from "../../../pricing/discounts/use-discount-code.ts";
import { copyPolicy, policyInForce } from "../../../pricing/policies/copy-policy.ts";
import { isStay } from "../../../property/occupancy/preparation.ts";
import { priceColumn, timeColumn } from "../booking-columns.ts";
import { expireFreeHolds, expireHold } from "../expire-holds.ts";
import { lockCalendars } from "../nights/linked-rentals.ts";
import { placeMirrors } from "../nights/mirrors.ts";
import { assertFreeNights } from "../nights/nights.ts";
import { noPreparation, type Preparation, preparationOf } from "../nights/preparation.ts";
import { queueConfirmation } from "./confirm-booking.ts";

/** A booking that a payment is for, as it is under its lock. Amounts in hundredths, times in epoch milliseconds. */
export interface BookingToPay {
  readonly id: number;
  readonly rental: { readonly id: number; readonly name: string; readonly isThere: boolean };
  /** What its rental needs around it, should it become a stay: nothing where it holds its nights as one. */
  readonly preparation: Preparation;
  /** The rentals, all of them locked, that the booking's nights block too. */
  readonly linked: readonly number[];
  readonly startAt: number;
  readonly endAt: number;
  readonly currency: string;
  readonly finalPrice: number | null;
  readonly paidAmount: number;
  readonly authorizedAmount: number;
  readonly booked: boolean;
  /** An unavailable period that has no copy of a cancelation policy yet. */
  readonly lacksTerms: boolean;
  /** When it was canceled, or its hold expired; null while it holds its nights. */
  readonly canceledAt: number | null;
  readonly expired: boolean;
  readonly createdBy: { readonly type: string; readonly id: number };
}

/**
 * Locks a booking for what a payment does to it, canceled or not: the calendars first, then the booking, and the payment after both. A hold
 * that has expired is found canceled.
 * @throws RequestError 404 when there is no such booking, 403 for a mirror, which is paid for where it comes from
 */
export async function lockBookingToPay(context: AccountTransaction, id: number): Promise<BookingToPay> {
  const { transaction, account } = context;
  const calendars = await lockCalendars(context, { booking: id });
  await expireHold(context, id);
  const row = await transaction.row<StoredBooking>(
    `select bookings.rental_id, rentals.name, bookings.start_at, bookings.end_at, bookings.currency, bookings.final_price,
       bookings.paid_amount, bookings.authorized_amount, bookings.booked,
       bookings.imported or (bookings.canceled_at is null and ${isStay}) as has_its_room,
       bookings.unavailable and bookings.cancelation_days is null as lacks_terms, bookings.canceled_at,
       bookings.canceled_at is not null and bookings.canceled_at is not distinct from bookings.tentative_expires_at as expired,
       bookings.created_by_type, bookings.created_by_id
     from bookings join rentals on rentals.account_id = bookings.account_id and rentals.id = bookings.rental_id
     where bookings.account_id = $1 and bookings.id = $2 for no key update of bookings`,
    [account.id, id],
  );
  if (!row) throw notFound();
  if (row.created_by_type === "Booking")
    throw forbidden(`It mirrors booking ${bookingReference(row.created_by_id)}, which is what can be paid for.`);
  return {
    id,
    rental: { id: row.rental_id, name: row.name, isThere: calendars.own !== undefined },
    preparation: row.has_its_room || !calendars.own ? noPreparation : preparationOf(calendars.own),
    linked: calendars.linkedTo(row.rental_id),
    startAt: row.start_at,
    endAt: row.end_at,
    currency: row.currency,
    finalPrice: row.final_price,
    paidAmount: row.paid_amount,
    authorizedAmount: row.authorized_amount,
    booked: row.booked,
    lacksTerms: row.lacks_terms,
    canceledAt: row.canceled_at,
    expired: row.expired,
    createdBy: { type: row.created_by_type, id: row.created_by_id },
  };
}

type StoredBooking = {
  rental_id: number;
  name: string;
  start_at: number;
  end_at: number;
  currency: string;
  final_price: number | null;
  paid_amount: number;
  authorized_amount: number;
  booked: boolean;
  has_its_room: boolean;
  lacks_terms: boolean;
  canceled_at: number | null;
  expired: boolean;
  created_by_type: string;
  created_by_id: number;
};

/**
 * Books what an instant-booking payment is for (service.md, States): a hold becomes booked; one that has expired is booked again when
 * its nights are free; one that somebody canceled is not. An unavailable period becomes a stay, under the policy of today. The booking is locked (`lockBookingToPay`).
 * @param now epoch milliseconds
 * @returns why it cannot be booked; undefined once it is
 */
export async function bookWhatIsPaid(
  context: AccountTransaction,
  booking: BookingToPay,
  now: number,
): Promise<string | undefined> {
  if (booking.canceledAt === null && booking.booked) return undefined;
  if (booking.canceledAt !== null && !booking.expired) return "the booking has been canceled";
  if (!booking.rental.isThere) return "its rental does not exist any more";
  const errors = new ValidationErrors();
  const stay = { arrival: dayOfInstant(booking.startAt), departure: dayOfInstant(booking.endAt) };
  const linked = booking.endAt <= now ? [] : booking.linked;
  const { rental, preparation } = booking;
  await assertFreeNights(context, { rental: rental.id, linked, stay, preparation, except: booking.id }, errors);
  const takeUse = booking.canceledAt === null ? undefined : await useAgain(context, booking.id, errors);
  const [problem] = Object.values(errors.byAttribute).flat();
  if (problem !== undefined) return problem;
  const policy = booking.lacksTerms ? await policyInForce(context, booking.rental.id) : undefined;
  await context.transaction.run(
    `update bookings set booked = true, unavailable = false, tentative_expires_at = null, canceled_at = null,
       booked_at = coalesce(booked_at, $3::timestamptz), updated_at = clock_timestamp(),
       cancelation_days = coalesce($4::integer[], cancelation_days),
       cancelation_percentages = coalesce($5::numeric[], cancelation_percentages)
     where account_id = $1 and id = $2`,
    [context.account.id, booking.id, timeColumn(now), policy?.days ?? null, policy?.percentages ?? null],
  );
  if (policy) await copyPolicy(context, policy, booking.id);
  await placeMirrors(context, booking.id, linked);
  await takeUse?.();
  await queueConfirmation(context, booking.id);
  return undefined;
}

/** A hold that is booked again takes the use of its discount code again. */
async function useAgain(context: AccountTransaction, id: number, errors: ValidationErrors) {
  const row = await context.transaction.row<{ reduction: number }>(
    "select coalesce(initial_price - final_rental_price, 0)::numeric(12, 2) as reduction from bookings where account_id = $1 and id = $2",
    [context.account.id, id],
  );
  return reuseCode(context, id, row?.reduction ?? 0, expireFreeHolds, errors);
}

/** What payments come to, in minor units of the booking's currency. */
export interface PaidSums {
  readonly paid: number;
  readonly authorized: number;
  readonly count: number;
}

/** Notes what was paid for a booking: payments say so in the transaction in which they change. */
export async function noteWhatIsPaid(
  { transaction, account }: AccountTransaction,
  { id, currency }: Pick<BookingToPay, "id" | "currency">,
  { paid, authorized, count }: PaidSums,
): Promise<void> {
  await transaction.run(
    `update bookings set paid_amount = $3, authorized_amount = $4, bookings_payments_count = $5, updated_at = clock_timestamp()
     where account_id = $1 and id = $2
       and (paid_amount, authorized_amount, bookings_payments_count) is distinct from ($3::numeric, $4::numeric, $5::integer)`,
    [account.id, id, priceColumn(hundredths(paid, currency)), priceColumn(hundredths(authorized, currency)), count],
  );
}

/** Hundredths of an amount in minor units: a yen is 100 of them, a cent one. */
export function hundredths(minorUnits: number, currency: string): number {
  return minorUnits * minorUnit(currency);
}

/** Minor units of an amount in hundredths, rounded up: what is charged for it never leaves a fraction of a yen to pay. */
export function minorUnits(amount: number, currency: string): number {
  return Math.ceil(amount / minorUnit(currency));
}
