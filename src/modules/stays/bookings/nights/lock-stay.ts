import { OvertakenError } from "../../../../database/sql/errors.ts";
import { mayAny } from "../../../../kernel/access/scopes.ts";
import { forbidden, notFound } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import { office } from "../booking-readers.ts";

/** A booking as something is written about it, under its lock and its rental's. Times in epoch milliseconds. */
export interface LockedStay {
  readonly id: number;
  readonly rental: number;
  readonly client: number | null;
  readonly endAt: number;
  /** A stay of a guest: neither a hold nor a period in which the rental is closed. */
  readonly booked: boolean;
  readonly isCanceled: boolean;
}

/**
 * Locks the rental of a booking, and then the booking, canceled or not. A token that changes its own bookings only (bookings_write_owned)
 * finds those only.
 * @throws RequestError 404 for what is not there or the caller does not see, 403 for another's that it sees
 * @throws OvertakenError when the booking has moved to another rental meanwhile; the transaction begins again
 */
export async function lockStay(context: WriteContext, id: number): Promise<LockedStay> {
  const { transaction, account } = context;
  const before = await transaction.row<{ rental_id: number }>(
    "select rental_id from bookings where account_id = $1 and id = $2",
    [account.id, id],
  );
  if (!before) throw notFound();
  await transaction.run("select from rentals where account_id = $1 and id = $2 for no key update", [
    account.id,
    before.rental_id,
  ]);
  const row = await transaction.row<StoredStay>(
    `select rental_id, client_id, end_at, booked, canceled_at is not null as canceled, created_by_type, created_by_id
     from bookings where account_id = $1 and id = $2 for no key update`,
    [account.id, id],
  );
  if (!row) throw notFound();
  if (row.rental_id !== before.rental_id) throw new OvertakenError("The rental of a booking");
  assertOwn(context, row);
  return {
    id,
    rental: row.rental_id,
    client: row.client_id,
    endAt: row.end_at,
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

/** Of others' bookings such a token sees those that are ahead (conventions.md, Reading). */
function assertOwn({ caller, now }: WriteContext, stay: StoredStay): void {
  if (!caller.scopes.has("bookings_write_owned") || mayAny(caller.scopes, office)) return;
  if (stay.created_by_type === "Application" && stay.created_by_id === caller.application) return;
  if (stay.canceled || stay.end_at <= now) throw notFound();
  throw forbidden("This booking was made by another application.");
}
