import type { Database } from "../../../database/connect/database.ts";
import type { AccountTransaction } from "../../../kernel/write/context.ts";

/**
 * Cancels expired holds of all accounts, through a database function (baseline/07_stays.sql).
 * Reads already show an expired hold as canceled; this updates its row.
 * @returns how many expired
 */
export async function expireHolds(database: Database): Promise<number> {
  const [row] = await database.read({ text: "select expire_holds()" }, []);
  return Number(row?.[0]);
}

/**
 * Cancels a hold and its mirrors if it has expired, so that writes see what reads show, and closes its nights for imported events, so that
 * it cannot take them back.
 */
export async function expireHold({ transaction, account }: AccountTransaction, id: number): Promise<void> {
  const expired = await transaction.run(
    `update bookings set canceled_at = tentative_expires_at, updated_at = statement_timestamp()
     where account_id = $1 and canceled_at is null and tentative_expires_at <= now() and id in (
       select $2 union all
       select id from bookings where account_id = $1 and created_by_type = 'Booking' and created_by_id = $2 and canceled_at is null
     )`,
    [account.id, id],
  );
  if (expired > 0) await transaction.closeFreedNights();
}

/**
 * Ends a hold and its mirrors before their time, as if they had expired, for another hold of its guest: an imported event gets only the
 * nights that the other one leaves. The calendars must be locked.
 */
export async function endHold({ transaction, account }: AccountTransaction, id: number): Promise<void> {
  // The column holds whole seconds: rounding up would leave the hold open.
  await transaction.run(
    `update bookings set tentative_expires_at = date_trunc('second', now()), canceled_at = date_trunc('second', now()),
       updated_at = statement_timestamp()
     where account_id = $1 and canceled_at is null and tentative_expires_at > now()
       and (id = $2 or created_by_type = 'Booking' and created_by_id = $2)`,
    [account.id, id],
  );
}

/**
 * Cancels those of these holds that have expired, and their mirrors. Never waits: it skips locked bookings and rentals.
 */
export async function expireFreeHolds(context: AccountTransaction, ids: readonly number[]): Promise<void> {
  await context.transaction.run(
    `with free as materialized (
       select bookings.id from bookings
       join rentals on rentals.account_id = $1 and rentals.id = bookings.rental_id
       where bookings.account_id = $1 and bookings.canceled_at is null and bookings.tentative_expires_at <= now()
         and (bookings.id = any ($2::bigint[])
           or bookings.created_by_type = 'Booking' and bookings.created_by_id = any ($2::bigint[]))
       for no key update of rentals skip locked for update of bookings skip locked
     )
     update bookings set canceled_at = tentative_expires_at, updated_at = statement_timestamp()
     where account_id = $1 and id in (select id from free)`,
    [context.account.id, ids],
  );
}
