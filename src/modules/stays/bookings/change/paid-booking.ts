import { dayOfInstant } from "../../../../core/day.ts";
import { bookingReference } from "../../../../core/reference.ts";
import { forbidden, notFound, ValidationErrors } from "../../../../kernel/errors.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { reuseCode } from "../../../pricing/discounts/use-discount-code.ts";
import { copyPolicy, policyInForce } from "../../../pricing/policies/copy-policy.ts";
import { isStay } from "../../../property/occupancy/preparation.ts";
import { checkStockOfHold } from "../bill/fee-stock.ts";
import { timeColumn } from "../booking-columns.ts";
import { expireFreeHolds, expireHold } from "../expire-holds.ts";
import { lockCalendars } from "../nights/linked-rentals.ts";
import { placeMirrors } from "../nights/mirrors.ts";
import { assertFreeNights } from "../nights/nights.ts";
import { noPreparation, type Preparation, preparationOf } from "../nights/preparation.ts";
import { isOver } from "../stay.ts";
import { queueConfirmation } from "./confirm-booking.ts";

/** A locked booking that a payment is for. Amounts in hundredths, times in epoch milliseconds. */
export interface BookingToPay {
  readonly id: number;
  readonly rental: { readonly id: number; readonly name: string; readonly isThere: boolean };
  /** Preparation days needed if it becomes a stay; none if it already is one. */
  readonly preparation: Preparation;
  /** Linked rentals, all locked, whose nights the booking blocks. */
  readonly linked: readonly number[];
  readonly startAt: number;
  readonly endAt: number;
  readonly currency: string;
  readonly finalPrice: number | null;
  readonly paidAmount: number;
  readonly authorizedAmount: number;
  readonly downpayment: number | null;
  /** A reading of the rental's clock. */
  readonly balanceDueAt: number | null;
  readonly timeZone: string;
  readonly booked: boolean;
  /** An unavailable period without a copy of a cancelation policy. */
  readonly lacksTerms: boolean;
  /** The time of its cancelation or its hold's expiry; null while it holds its nights. */
  readonly canceledAt: number | null;
  readonly expired: boolean;
  readonly createdBy: { readonly type: string; readonly id: number };
}

/**
 * Locks a booking for a payment, canceled or not: calendars first, then the booking; the caller locks the payment last.
 * Cancels an expired hold.
 * @throws RequestError 404 for an unknown booking, 403 for a mirror
 */
export async function lockBookingToPay(context: AccountTransaction, id: number): Promise<BookingToPay> {
  const { transaction, account } = context;
  const calendars = await lockCalendars(context, { booking: id });
  await expireHold(context, id);
  const row = await transaction.row<StoredBooking>(
    `select bookings.rental_id, rentals.name, bookings.start_at, bookings.end_at, bookings.currency, bookings.final_price,
       bookings.downpayment, bookings.balance_due_at, rentals.time_zone, bookings.paid_amount, bookings.authorized_amount, bookings.booked,
       bookings.imported or (bookings.canceled_at is null and ${isStay}) as has_its_room,
       bookings.unavailable and bookings.cancelation_days is null as lacks_terms, bookings.canceled_at,
       bookings.canceled_at is not null and bookings.canceled_at is not distinct from bookings.tentative_expires_at as expired,
       bookings.created_by_type, bookings.created_by_id
     from bookings join rentals on rentals.account_id = $1 and rentals.id = bookings.rental_id
     where bookings.account_id = $1 and bookings.id = $2 for no key update of bookings`,
    [account.id, id],
  );
  if (!row) throw notFound();
  if (row.created_by_type === "Booking")
    throw forbidden(
      `This booking is a mirror of ${bookingReference(row.created_by_id)}. Pay for that booking instead.`,
    );
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
    downpayment: row.downpayment,
    balanceDueAt: row.balance_due_at,
    timeZone: row.time_zone,
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
  downpayment: number | null;
  balance_due_at: number | null;
  time_zone: string;
  booked: boolean;
  has_its_room: boolean;
  lacks_terms: boolean;
  canceled_at: number | null;
  expired: boolean;
  created_by_type: string;
  created_by_id: number;
};

/**
 * Books the locked booking of an instant-booking payment (service.md, States). An expired hold is booked again if its nights are free;
 * a canceled booking is not. An unavailable period becomes a stay under today's policy.
 * @param now epoch milliseconds
 * @returns why it cannot be booked; undefined on success
 */
export async function bookPaidStay(
  context: AccountTransaction,
  booking: BookingToPay,
  now: number,
): Promise<string | undefined> {
  if (booking.canceledAt === null && booking.booked) return undefined;
  if (booking.canceledAt !== null && !booking.expired) return "the booking has been canceled";
  if (!booking.rental.isThere) return "its rental has been deleted";
  const errors = new ValidationErrors();
  const stay = { arrival: dayOfInstant(booking.startAt), departure: dayOfInstant(booking.endAt) };
  const linked = isOver(booking.endAt, booking.timeZone, now) ? [] : booking.linked;
  const { rental, preparation } = booking;
  await assertFreeNights(context, { rental: rental.id, linked, stay, preparation, except: booking.id }, errors);
  if (booking.canceledAt !== null) await checkStockOfHold(context, booking.id, stay, errors);
  const reclaimUse = booking.canceledAt === null ? undefined : await reclaimDiscountUse(context, booking.id, errors);
  const [problem] = Object.values(errors.byAttribute).flat();
  if (problem !== undefined) return problem;
  const policy = booking.lacksTerms ? await policyInForce(context, booking.rental.id) : undefined;
  await context.transaction.run(
    `update bookings set booked = true, unavailable = false, tentative_expires_at = null, canceled_at = null,
       booked_at = coalesce(booked_at, $3::timestamptz), updated_at = statement_timestamp(),
       cancelation_days = coalesce($4::integer[], cancelation_days),
       cancelation_percentages = coalesce($5::numeric[], cancelation_percentages)
     where account_id = $1 and id = $2`,
    [context.account.id, booking.id, timeColumn(now), policy?.days ?? null, policy?.percentages ?? null],
  );
  if (policy) await copyPolicy(context, policy, booking.id);
  await placeMirrors(context, booking.id, linked);
  await reclaimUse?.();
  await queueConfirmation(context, booking.id);
  return undefined;
}

/** A hold that is booked again uses its discount code again. */
async function reclaimDiscountUse(context: AccountTransaction, id: number, errors: ValidationErrors) {
  const row = await context.transaction.row<{ currency: string; reduction: number }>(
    "select currency, coalesce(initial_price - final_rental_price, 0)::numeric(12, 2) as reduction from bookings where account_id = $1 and id = $2",
    [context.account.id, id],
  );
  return row && reuseCode(context, { booking: id, ...row }, expireFreeHolds, errors);
}
