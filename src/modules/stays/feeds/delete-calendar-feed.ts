import { boolean } from "../../../kernel/attribute.ts";
import { bodyOf, jsonBody } from "../../../kernel/request-body.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { endRecord } from "../../../kernel/write/end-record.ts";
import type { ReadBody } from "../../../kernel/write/input/read-body.ts";
import { calendarFeed } from "./calendar-feed.ts";
import { queueSync } from "./sync-job.ts";

const keepBookings = boolean().description(
  "Of an import: true keeps its bookings that are ahead; otherwise they are canceled, because nobody would ever free their nights.",
);

/** What may come with the deletion of a feed. */
export const deletionBody = jsonBody(bodyOf(calendarFeed, { keep_bookings: keepBookings }), {
  own: true,
  optional: true,
});

/** Deletes a feed. A job cancels what an import has brought and is ahead, unless the body keeps it. @throws RequestError 422 */
export async function deleteCalendarFeed(context: WriteContext, id: number, read: ReadBody | undefined): Promise<void> {
  read?.errors.throwIfAny();
  await context.transaction.run(
    "update calendar_feeds set keep_bookings = $3, next_attempt_at = null where account_id = $1 and id = $2",
    [context.account.id, id, read?.draft.given(keepBookings) === true],
  );
  await endRecord(context, calendarFeed, id);
  await queueSync(context, id);
}
