import { boolean } from "../../../kernel/attribute.ts";
import { bodyOf, jsonBody } from "../../../kernel/request-body.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { endRecord } from "../../../kernel/write/end-record.ts";
import type { ReadBody } from "../../../kernel/write/input/read-body.ts";
import { queueJob } from "../../../kernel/write/jobs/job.ts";
import { calendarFeed } from "./calendar-feed.ts";
import { applyCalendarFeed } from "./sync-job.ts";

const keepBookings = boolean().description(
  "Import only: true keeps its upcoming bookings. By default they are canceled, because nothing else would free their nights.",
);

/** The optional body of a feed's deletion. */
export const deletionBody = jsonBody(bodyOf(calendarFeed, { keep_bookings: keepBookings }), {
  own: true,
  optional: true,
});

/** Deletes a feed. A job then cancels an import's upcoming bookings, unless the body keeps them. @throws RequestError 422 */
export async function deleteCalendarFeed(context: WriteContext, id: number, read: ReadBody | undefined): Promise<void> {
  read?.errors.throwIfAny();
  await context.transaction.run(
    "update calendar_feeds set keep_bookings = $3, next_attempt_at = null where account_id = $1 and id = $2",
    [context.account.id, id, read?.draft.input(keepBookings) === true],
  );
  await endRecord(context, calendarFeed, id);
  await queueJob(context, applyCalendarFeed, { feed: id }, { key: String(id) });
}
