import { notFound } from "../../kernel/errors.ts";
import type { Outcome, WriteRequest } from "../../kernel/route.ts";
import type { WriteContext } from "../../kernel/write/context.ts";
import { lockRecord } from "../../kernel/write/store.ts";
import { idOf } from "../../kernel/write/writes.ts";
import { booking } from "./booking.ts";
import { assertUnlocked } from "./booking-lock.ts";
import { lockRentalOfBooking } from "./rental-terms.ts";

/** Puts a tag on a booking; one that is there already stays. @throws RequestError 404 for an unknown booking or tag */
export async function addTag(context: WriteContext, request: WriteRequest): Promise<Outcome> {
  const { id, tag } = await lockTagged(context, request);
  const added = await context.transaction.run(
    "insert into bookings_bookings_tags (account_id, booking_id, bookings_tag_id) values ($1, $2, $3) on conflict do nothing",
    [context.account.id, id, tag],
  );
  if (added > 0) await touch(context, id);
  return { shows: booking, id };
}

/** Takes a tag off a booking. @throws RequestError 404 when the booking does not have it */
export async function removeTag(context: WriteContext, request: WriteRequest): Promise<Outcome> {
  const { id, tag } = await lockTagged(context, request);
  const removed = await context.transaction.run(
    "delete from bookings_bookings_tags where account_id = $1 and booking_id = $2 and bookings_tag_id = $3",
    [context.account.id, id, tag],
  );
  if (removed === 0) throw notFound("The booking does not have this tag.");
  await touch(context, id);
  return "gone";
}

async function lockTagged(context: WriteContext, request: WriteRequest): Promise<{ id: number; tag: number }> {
  const id = idOf(request, "id");
  const tag = idOf(request, "bookings_tag_id");
  await lockRentalOfBooking(context, id);
  const stored = await lockRecord(context, booking, id);
  assertUnlocked(context.caller, booking.attributes.locked.narrow(stored.get(booking.attributes.locked)));
  const known = await context.transaction.run("select from bookings_tags where account_id = $1 and id = $2", [
    context.account.id,
    tag,
  ]);
  if (known === 0) throw notFound("There is no such tag.");
  return { id, tag };
}

async function touch(context: WriteContext, id: number): Promise<void> {
  await context.transaction.run(
    "update bookings set updated_at = clock_timestamp() where account_id = $1 and id = $2",
    [context.account.id, id],
  );
}
