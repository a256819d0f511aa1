import { forbidden, notFound, RequestError, type ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { endRecord } from "../../../kernel/write/end-record.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { lockRecord } from "../../../kernel/write/lock-record.ts";
import { updateRecord } from "../../../kernel/write/store.ts";
import { booking } from "./booking.ts";
import { bookingComment } from "./booking-comment.ts";
import { assertGuestNotErased } from "./guest/erased-guest.ts";
import { assertNoMirror } from "./nights/mirrors.ts";

/**
 * Checks that the caller may comment on the booking: the owned scope comments only on its application's bookings.
 * @throws RequestError 403 for a mirror
 */
export async function checkBookingOfComment(
  draft: Draft,
  errors: ValidationErrors,
  context: WriteContext,
): Promise<void> {
  const bookingId =
    bookingComment.relations.booking.written && draft.input(bookingComment.relations.booking.written.attribute);
  if (!draft.creating || typeof bookingId !== "number" || errors.has("booking_id")) return;
  const record = await lockRecord(context, booking, bookingId).catch((error: unknown) => {
    if (!(error instanceof RequestError)) throw error;
    errors.add("booking_id", "must be a booking that this application may write");
  });
  if (!record) return;
  await assertNoMirror(context, bookingId);
  await assertGuestNotErased(context, bookingId, "content", errors);
}

/** Changes a comment by the calling application. @throws RequestError 403 for another application's comment */
export async function updateComment(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  const { written } = bookingComment.relations.booking;
  if (written && draft.changes(written.attribute)) errors.add("booking_id", "cannot be changed");
  errors.throwIfAny();
  await assertOwned(context, id);
  await updateRecord(context, id, draft);
}

/** Deletes a comment by the calling application. @throws RequestError 403 for another application's comment */
export async function deleteComment(context: WriteContext, id: number): Promise<void> {
  await assertOwned(context, id);
  await endRecord(context, bookingComment, id);
}

async function assertOwned(context: WriteContext, id: number): Promise<void> {
  const row = await context.transaction.row<{ created_by_application_id: number | null }>(
    "select created_by_application_id from booking_comments where account_id = $1 and id = $2",
    [context.account.id, id],
  );
  if (!row) throw notFound();
  if (row.created_by_application_id !== context.caller.application)
    throw forbidden("This comment was written by another application.");
}
