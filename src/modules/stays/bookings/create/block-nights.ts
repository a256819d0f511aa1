import { formatDay, instantOnDay } from "../../../../core/day.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { timeColumn } from "../booking-columns.ts";
import { type LockedCalendars, lockedRental } from "../nights/linked-rentals.ts";
import { endMirrors, mirroredRentals, placeMirrors } from "../nights/mirrors.ts";
import { type BookingInTheWay, bookingsInTheWay } from "../nights/nights.ts";
import { noPreparation } from "../nights/preparation.ts";
import type { RentalTerms } from "../rental-terms.ts";
import type { Stay } from "../stay.ts";

/** A transaction with its time, in epoch milliseconds. */
type BlockingContext = AccountTransaction & { readonly now: number };

/** Nights taken according to another system: [arrival, departure) in epoch days, at least one. */
export interface BlockedNights {
  readonly rental: number;
  readonly arrival: number;
  readonly departure: number;
}

/** The creator of an unavailable booking. */
export interface BlockOrigin {
  readonly source: number;
  readonly application: number;
}

/** The written booking, or the bookings that prevented it. */
export type Blocking = { readonly booking: number } | { readonly inTheWay: readonly BookingInTheWay[] };

/**
 * Blocks a rental's nights with an unavailable booking without guest or prices, and linked rentals with its mirrors.
 * @param calendars locked, including the rental's
 */
export async function blockNights(
  context: BlockingContext,
  calendars: LockedCalendars,
  nights: BlockedNights,
  origin: BlockOrigin,
): Promise<Blocking> {
  const rental = lockedRental(calendars, nights.rental);
  const stay = stayIn(rental, nights);
  const linked = mirroredRentals(context, calendars, { rental, stay, isCanceled: false });
  const inTheWay = await bookingsInTheWay(context, { rental: rental.id, linked, stay, preparation: noPreparation });
  if (inTheWay.length > 0) return { inTheWay };
  const row = await context.transaction.row<{ id: number }>(
    `insert into bookings (account_id, rental_id, source_id, start_at, end_at, booked, unavailable, imported, created_by_id,
       created_by_type, currency)
     values ($1, $2, $3, $4, $5, false, true, true, $6, 'Application', $7) returning id`,
    [
      context.account.id,
      rental.id,
      origin.source,
      timeColumn(stay.startAt),
      timeColumn(stay.endAt),
      origin.application,
      rental.currency,
    ],
  );
  if (!row) throw new Error("The insert into bookings returned no id.");
  await placeMirrors(context, row.id, linked);
  return { booking: row.id };
}

/** Moves a block to other nights of its rental. @param calendars locked, including the booking's */
export async function moveBlock(
  context: BlockingContext,
  calendars: LockedCalendars,
  booking: number,
  nights: BlockedNights,
): Promise<Blocking> {
  const rental = lockedRental(calendars, nights.rental);
  const stay = stayIn(rental, nights);
  const linked = mirroredRentals(context, calendars, { rental, stay, isCanceled: false });
  const inTheWay = await bookingsInTheWay(context, {
    rental: rental.id,
    linked,
    stay,
    preparation: noPreparation,
    except: booking,
  });
  if (inTheWay.length > 0) return { inTheWay };
  await endMirrors(context, booking, linked, false);
  await context.transaction.run(
    "update bookings set start_at = $3, end_at = $4, updated_at = statement_timestamp() where account_id = $1 and id = $2",
    [context.account.id, booking, timeColumn(stay.startAt), timeColumn(stay.endAt)],
  );
  await placeMirrors(context, booking, linked);
  return { booking };
}

/** Cancels a block and its mirrors. Its calendars must be locked. */
export async function endBlock(context: AccountTransaction, booking: number): Promise<void> {
  await context.transaction.run(
    `update bookings set canceled_at = statement_timestamp(), updated_at = statement_timestamp()
     where account_id = $1 and id = $2 and canceled_at is null and unavailable`,
    [context.account.id, booking],
  );
  await endMirrors(context, booking, [], true);
}

/** @throws Error for an empty period */
function stayIn(rental: RentalTerms, { arrival, departure }: BlockedNights): Stay {
  if (departure <= arrival) throw new Error(`No night between ${formatDay(arrival)} and ${formatDay(departure)}.`);
  const startAt = instantOnDay(arrival, rental.arrivalTime);
  return { startAt, endAt: instantOnDay(departure, rental.departureTime), arrival, departure };
}
