import { localTime } from "../../../../core/time-zone.ts";
import { OvertakenError } from "../../../../database/sql/errors.ts";
import { mayAny } from "../../../../kernel/access/scopes.ts";
import { forbidden, notFound } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import { staffReaders } from "../booking-readers.ts";

/** A booking under its own and its rental's lock. */
export interface LockedStay {
  readonly id: number;
  readonly rental: number;
  readonly client: number | null;
  /** A reading of the rental's clock, as if in UTC: epoch milliseconds. */
  readonly endAt: number;
  readonly timeZone: string;
  /** A guest's stay, neither a hold nor an unavailable period. */
  readonly booked: boolean;
  readonly isCanceled: boolean;
}

/**
 * Locks a booking's rental, then the booking, canceled or not. The owned scope only locks its application's bookings.
 * @throws RequestError 404 for a booking that the caller cannot see, 403 for another application's
 * @throws OvertakenError if the booking moved to another rental meanwhile; the transaction restarts
 */
export async function lockStay(context: WriteContext, id: number): Promise<LockedStay> {
  const { transaction, account } = context;
  const before = await transaction.row<{ rental_id: number }>(
    "select rental_id from bookings where account_id = $1 and id = $2",
    [account.id, id],
  );
  if (!before) throw notFound();
  const rental = await transaction.row<{ time_zone: string }>(
    "select time_zone from rentals where account_id = $1 and id = $2 for no key update",
    [account.id, before.rental_id],
  );
  const row = await transaction.row<StoredStay>(
    `select rental_id, client_id, end_at, booked, canceled_at is not null as canceled, created_by_type, created_by_id
     from bookings where account_id = $1 and id = $2 for no key update`,
    [account.id, id],
  );
  if (!row || !rental) throw notFound();
  if (row.rental_id !== before.rental_id) throw new OvertakenError("The rental of a booking");
  assertOwn(context, row, rental.time_zone);
  return {
    id,
    rental: row.rental_id,
    client: row.client_id,
    endAt: row.end_at,
    timeZone: rental.time_zone,
    booked: row.booked,
    isCanceled: row.canceled,
  };
}

type StoredStay = {
  rental_id: number;
  client_id: number | null;
  end_at: number;
  booked: boolean;
  canceled: boolean;
  created_by_type: string;
  created_by_id: number;
};

/** The owned scope sees other applications' bookings only while they are upcoming (conventions.md, Reading). */
function assertOwn({ caller, now }: WriteContext, stay: StoredStay, timeZone: string): void {
  if (!caller.scopes.has("bookings_write_owned") || mayAny(caller.scopes, staffReaders)) return;
  if (stay.created_by_type === "Application" && stay.created_by_id === caller.application) return;
  if (stay.canceled || stay.end_at <= localTime(timeZone, now)) throw notFound();
  throw forbidden("This booking was created by another application.");
}
