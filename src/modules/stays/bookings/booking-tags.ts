import { notFound } from "../../../kernel/errors.ts";
import type { Outcome } from "../../../kernel/route.ts";
import type { ActedOn, ActionRequest } from "../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { touchRecords } from "../../../kernel/write/store.ts";
import { booking } from "./booking.ts";
import { assertUnlocked } from "./nights/booking-lock.ts";
import { assertNoMirror } from "./nights/mirrors.ts";

/** Adds a tag to a booking; adding it twice changes nothing. @throws RequestError 404 for an unknown tag */
export async function addTag(context: WriteContext, record: ActedOn, request: ActionRequest): Promise<Outcome> {
  const tag = await tagFor(context, record, request);
  const added = await context.transaction.run(
    "insert into bookings_bookings_tags (account_id, booking_id, bookings_tag_id) values ($1, $2, $3) on conflict do nothing",
    [context.account.id, record.id, tag],
  );
  if (added > 0) await touchRecords(context, "bookings", [record.id]);
  return { shows: booking, id: record.id };
}

/** Removes a tag from a booking. @throws RequestError 404 when the booking does not have it */
export async function removeTag(context: WriteContext, record: ActedOn, request: ActionRequest): Promise<Outcome> {
  const tag = await tagFor(context, record, request);
  const removed = await context.transaction.run(
    "delete from bookings_bookings_tags where account_id = $1 and booking_id = $2 and bookings_tag_id = $3",
    [context.account.id, record.id, tag],
  );
  if (removed === 0) throw notFound("The booking does not have this tag.");
  await touchRecords(context, "bookings", [record.id]);
  return "gone";
}

/** Returns the tag in the path, after checking that the caller may change the booking. */
async function tagFor(context: WriteContext, { id, stored }: ActedOn, request: ActionRequest): Promise<number> {
  await assertNoMirror(context, id);
  const tag = request.id("bookings_tag_id");
  assertUnlocked(context.caller, stored.stored(booking.attributes.locked));
  const found = await context.transaction.run("select from bookings_tags where account_id = $1 and id = $2", [
    context.account.id,
    tag,
  ]);
  if (found === 0) throw notFound("Tag not found.");
  return tag;
}
