import { text } from "../../../kernel/attribute.ts";
import { scheduler } from "../../../kernel/concurrency/scheduler.ts";
import { bodyOf, jsonBody } from "../../../kernel/request-body.ts";
import type { Outcome } from "../../../kernel/route.ts";
import type { ActedOn, ActionRequest } from "../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { storeReading } from "./apply/store-reading.ts";
import { calendarFeed } from "./calendar-feed.ts";
import { maxBytes } from "./feed-error.ts";
import { type ImportRow, importRow, preparedCalendar, prepareUpload, readUpload } from "./prepare-upload.ts";
import { frameOf } from "./sync-feed.ts";
import { applyCalendarFeed, requestReading } from "./sync-job.ts";

const { kind, url } = calendarFeed.attributes;

const calendar = text({ maxLength: maxBytes })
  .required()
  .description(
    "A complete calendar (.ics) of at most 20,000 events: text of at most 1 MiB, or a form's file of at most 10 MiB. Bookings of missing events are canceled.",
  );

/** A calendar, as text in JSON or as a form's file. */
export const calendarFileBody = jsonBody(bodyOf(calendarFeed, { calendar }), {
  own: true,
  limit: 2 * maxBytes,
  upload: { name: "calendar", types: [], limit: maxBytes, store: prepareUpload },
});

/**
 * Stores an uploaded calendar's events; a job then updates the bookings.
 * @throws RequestError 422 for an export, an import with an address or an incomplete calendar; then nothing changes
 */
export async function uploadCalendar(
  context: WriteContext,
  { id, stored }: ActedOn,
  { draft, errors }: ActionRequest,
): Promise<Outcome> {
  if (stored.stored(kind) !== "import") errors.add("base", "only an import takes a file");
  else if (stored.stored(url)) errors.add("base", "is read from its address: clear url first");
  errors.throwIfAny();
  const calendarText = draft.input(calendar);
  if (!calendarText) throw new Error("A body without its calendar passed its checks.");
  const row = await context.transaction.row<ImportRow & { now: number }>(importRow, [context.account.id, id]);
  if (!row) throw new Error(`The rental of calendar feed ${id} is missing.`);
  // `prepareUpload` could not see a feed created in the same atomic bulk request.
  const calendarRead = await preparedCalendar(calendarText);
  const { today, read } =
    calendarRead ?? (await readUpload(calendarText, context.account.id, frameOf(row, context.now)));
  await scheduler.next("calendars");
  await storeReading(context, { feed: id, rental: row.rental, today, now: context.now, read, isUpload: true });
  await context.transaction.run(
    "update calendar_feeds set last_attempt_at = statement_timestamp() where account_id = $1 and id = $2",
    [context.account.id, id],
  );
  await requestReading(context, applyCalendarFeed, id);
  return { shows: calendarFeed, id };
}
