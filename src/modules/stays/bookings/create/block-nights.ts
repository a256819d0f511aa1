import { formatDay, instantOnDay } from "../../../../core/day.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { timeColumn } from "../booking-columns.ts";
import { type LockedCalendars, lockedRental } from "../nights/linked-rentals.ts";
import { endMirrors, endMirrorsOf, mirroredRentals, placeMirrors } from "../nights/mirrors.ts";
import type { RentalTerms } from "../rental-terms.ts";
import type { Stay } from "../stay.ts";

/** A transaction with its time, in epoch milliseconds. */
type BlockingContext = AccountTransaction & { readonly now: number };

/** Nights taken according to another system: [arrival, departure) in epoch days, at least one. */
export interface BlockedNights {
  readonly arrival: number;
  readonly departure: number;
}

/** The creator of unavailable bookings, and whether the rental's preparation days surround them. */
export interface BlockOrigin {
  readonly source: number;
  readonly application: number;
  readonly needsPreparation: boolean;
}

/**
 * Blocks free nights of a rental with unavailable bookings without guest or prices, and linked rentals with their mirrors.
 * @param calendars locked, including the rental's
 * @returns the bookings' ids, in the order of `runs`
 */
export async function createBlocks(
  context: BlockingContext,
  calendars: LockedCalendars,
  rentalId: number,
  runs: readonly BlockedNights[],
  origin: BlockOrigin,
): Promise<readonly number[]> {
  if (runs.length === 0) return [];
  const rental = lockedRental(calendars, rentalId);
  const stays = runs.map((run) => stayIn(rental, run));
  const rows = await context.transaction.rows<{ id: number; start_at: number }>(
    `insert into bookings (account_id, rental_id, source_id, start_at, end_at, booked, unavailable, imported, created_by_id,
       created_by_type, currency, needs_preparation)
     select $1, $2, $3, stays.start_at, stays.end_at, false, true, true, $6, 'Application', $7, $8
     from unnest($4::timestamptz[], $5::timestamptz[]) as stays (start_at, end_at) returning id, start_at`,
    [
      context.account.id,
      rental.id,
      origin.source,
      stays.map(({ startAt }) => timeColumn(startAt)),
      stays.map(({ endAt }) => timeColumn(endAt)),
      ...[origin.application, rental.currency, origin.needsPreparation],
    ],
  );
  const byStart = new Map(rows.map((row) => [row.start_at, row.id]));
  const ids: number[] = [];
  for (const stay of stays) {
    const id = byStart.get(stay.startAt);
    if (id === undefined) throw new Error("The insert into bookings returned too few ids.");
    await placeMirrors(context, id, mirroredRentals(context, calendars, { rental, stay, isCanceled: false }));
    ids.push(id);
  }
  return ids;
}

/** Moves a block to free nights of its rental. @param calendars locked, including the booking's */
export async function moveBlock(
  context: BlockingContext,
  calendars: LockedCalendars,
  rentalId: number,
  { booking, ...nights }: BlockedNights & { readonly booking: number },
): Promise<void> {
  const rental = lockedRental(calendars, rentalId);
  const stay = stayIn(rental, nights);
  const linked = mirroredRentals(context, calendars, { rental, stay, isCanceled: false });
  await endMirrors(context, booking, linked, false);
  await context.transaction.run(
    "update bookings set start_at = $3, end_at = $4, updated_at = statement_timestamp() where account_id = $1 and id = $2",
    [context.account.id, booking, timeColumn(stay.startAt), timeColumn(stay.endAt)],
  );
  await placeMirrors(context, booking, linked);
}

/** Cancels blocks and their mirrors. Their calendars must be locked. */
export async function endBlocks(context: AccountTransaction, bookings: readonly number[]): Promise<void> {
  if (bookings.length === 0) return;
  await context.transaction.run(
    `update bookings set canceled_at = statement_timestamp(), updated_at = statement_timestamp()
     where account_id = $1 and id = any ($2::bigint[]) and canceled_at is null and unavailable`,
    [context.account.id, `{${bookings.join(",")}}`],
  );
  await endMirrorsOf(context, bookings);
}

/** Sets whether the rental's preparation days surround blocks. Their calendars must be locked. */
export async function prepareAround(
  { transaction, account }: AccountTransaction,
  bookings: readonly number[],
  needsPreparation: boolean,
): Promise<void> {
  if (bookings.length === 0) return;
  await transaction.run(
    `update bookings set needs_preparation = $3, updated_at = statement_timestamp()
     where account_id = $1 and id = any ($2::bigint[]) and canceled_at is null and needs_preparation <> $3`,
    [account.id, `{${bookings.join(",")}}`, needsPreparation],
  );
}

/** @throws Error for an empty period */
function stayIn(rental: RentalTerms, { arrival, departure }: BlockedNights): Stay {
  if (departure <= arrival) throw new Error(`No night between ${formatDay(arrival)} and ${formatDay(departure)}.`);
  const startAt = instantOnDay(arrival, rental.arrivalTime);
  return { startAt, endAt: instantOnDay(departure, rental.departureTime), arrival, departure };
}
