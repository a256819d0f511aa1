import type { WriteContext } from "../../../../kernel/write/context.ts";
import { endRecord } from "../../../../kernel/write/end-record.ts";
import type { ReadBody } from "../../../../kernel/write/input/read-body.ts";
import { updateRecord } from "../../../../kernel/write/store.ts";
import { booking } from "../booking.ts";
import { assertUnlocked } from "../nights/booking-lock.ts";
import { assertNoMirror, endMirrors } from "../nights/mirrors.ts";

/**
 * Cancels a booking with its mirrors: its nights are free at once. The body may say why, to the guest and to the channel. Canceling what is canceled
 * changes nothing, but that no payment books a hold again that has expired.
 * @throws RequestError 403 when the booking is a mirror, or locked by another application, 422 for a body that says anything else
 */
export async function cancelBooking(context: WriteContext, id: number, read: ReadBody | undefined): Promise<void> {
  await assertNoMirror(context, id);
  const row = await context.transaction.row<{ locked: string | null; live: boolean }>(
    "select locked, canceled_at is null as live from bookings where account_id = $1 and id = $2",
    [context.account.id, id],
  );
  assertUnlocked(context.caller, row?.locked);
  read?.errors.throwIfAny();
  if (read && row?.live) await updateRecord(context, id, read.draft);
  await endRecord(context, booking, id);
  await endExpired(context, id);
  await endMirrors(context, id, [], true);
}

/**
 * A hold that has expired can still be paid for and booked again; once somebody has canceled it, no more. It stays canceled as of its end,
 * for who reads it: a microsecond later tells the two apart. Added up in UTC, which depends on no setting, as a cluster wants it.
 */
async function endExpired({ transaction, account }: WriteContext, id: number): Promise<void> {
  await transaction.run(
    `update bookings set canceled_at = (tentative_expires_at at time zone 'UTC' + interval '1 microsecond') at time zone 'UTC', updated_at = clock_timestamp()
     where account_id = $1 and id = $2 and tentative_expires_at <= now()
       and coalesce(canceled_at, tentative_expires_at) = tentative_expires_at`,
    [account.id, id],
  );
}
