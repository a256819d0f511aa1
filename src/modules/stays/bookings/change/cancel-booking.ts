import type { WriteContext } from "../../../../kernel/write/context.ts";
import { endRecord } from "../../../../kernel/write/end-record.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import type { ReadBody } from "../../../../kernel/write/input/read-body.ts";
import { updateRecord } from "../../../../kernel/write/store.ts";
import { booking } from "../booking.ts";
import { assertUnlocked } from "../nights/booking-lock.ts";
import { assertNoMirror, endMirrors } from "../nights/mirrors.ts";

/**
 * Cancels a booking and its mirrors, which frees their nights. The body may give reasons.
 * Canceling again changes nothing, except that a payment can no longer revive an expired hold.
 * @throws RequestError 403 for a mirror or another application's lock, 422 for other attributes in the body
 */
export async function cancelBooking(context: WriteContext, id: number, read: ReadBody | undefined): Promise<void> {
  await assertNoMirror(context, id);
  const row = await context.transaction.row<{ locked: string | null; live: boolean }>(
    "select locked, canceled_at is null as live from bookings where account_id = $1 and id = $2",
    [context.account.id, id],
  );
  assertUnlocked(context.caller, row?.locked);
  read?.errors.throwIfAny();
  await endBooking(context, id, row?.live ? read?.draft : undefined);
}

/** Ends a booking that the caller has checked, and its mirrors. @param reasons undefined for none */
export async function endBooking(context: WriteContext, id: number, reasons: Draft | undefined): Promise<void> {
  if (reasons) await updateRecord(context, id, reasons);
  await endRecord(context, booking, id);
  await endExpired(context, id);
  await endMirrors(context, id, [], true);
}

/**
 * Marks an expired hold as canceled, so that a payment can no longer revive it: `canceled_at` is a microsecond after the expiry.
 * UTC arithmetic depends on no setting, so Citus can push the update down.
 */
async function endExpired({ transaction, account }: WriteContext, id: number): Promise<void> {
  await transaction.run(
    `update bookings set canceled_at = (tentative_expires_at at time zone 'UTC' + interval '1 microsecond') at time zone 'UTC', updated_at = statement_timestamp()
     where account_id = $1 and id = $2 and tentative_expires_at <= now()
       and coalesce(canceled_at, tentative_expires_at) = tentative_expires_at`,
    [account.id, id],
  );
}
