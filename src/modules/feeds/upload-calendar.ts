import { readFile } from "node:fs/promises";
import { invalid } from "../../kernel/errors.ts";
import { bodyOf, type MultipartBody } from "../../kernel/request-body.ts";
import type { Outcome } from "../../kernel/route.ts";
import type { ActedOn, ActionRequest } from "../../kernel/write/actions.ts";
import type { WriteContext } from "../../kernel/write/context.ts";
import { queueJob } from "../../kernel/write/job.ts";
import { calendarFeed } from "./calendar-feed.ts";
import { FeedError, mostBytes } from "./feed-error.ts";
import type { ReadCalendar } from "./read-calendar.ts";
import type { ReadingFrame } from "./read-event.ts";
import { readInThread } from "./read-in-thread.ts";
import { storeEvents } from "./store-events.ts";
import { frameOf } from "./sync-feed.ts";
import { syncCalendarFeed } from "./sync-job.ts";

const { kind, url } = calendarFeed.attributes;

/** A form with one calendar. */
export const calendarFileBody: MultipartBody = {
  media: "multipart",
  of: bodyOf(calendarFeed, {}),
  files: {
    file: {
      types: ["text/calendar", "text/plain", "application/ics", "application/octet-stream"],
      limit: mostBytes,
      required: true,
      description:
        "A whole calendar (.ics), of at most 10 MiB and 20,000 events. What it does not have any more is canceled.",
    },
  },
  limit: mostBytes + 64 * 1024,
};

/**
 * Takes a calendar as a file: the feed is what it says from now on, and a job makes the bookings follow.
 * @throws RequestError 422 for an export, an import that has an address, and a file that is no whole calendar; then nothing has changed
 */
export async function uploadCalendar(
  context: WriteContext,
  { id, stored }: ActedOn,
  { errors, files }: ActionRequest,
): Promise<Outcome> {
  if (stored.stored(kind) !== "import") errors.add("base", "only an import takes a file");
  else if (stored.stored(url)) errors.add("base", "is read from its address: take that away first");
  errors.throwIfAny();
  const file = files.get("file");
  if (!file) throw new Error("A form without its file passed its checks.");
  const row = await context.transaction.row<{ rental: number; timeZone: string }>(
    `select rentals.id as rental, rentals.time_zone as "timeZone" from calendar_feeds as feeds
     join rentals on rentals.account_id = feeds.account_id and rentals.id = feeds.rental_id
     where feeds.account_id = $1 and feeds.id = $2`,
    [context.account.id, id],
  );
  if (!row) throw new Error(`The rental of the calendar feed ${id} is gone.`);
  const frame = frameOf(row, context.now);
  const read = await readFileOf(file.path, frame);
  await storeEvents(context, { feed: id, rental: row.rental, today: frame.today }, read);
  await context.transaction.run(
    `update calendar_feeds set last_attempt_at = clock_timestamp(), updated_at = clock_timestamp() where account_id = $1 and id = $2`,
    [context.account.id, id],
  );
  await queueJob(context, syncCalendarFeed, { feed: id });
  return { shows: calendarFeed, id };
}

/** @throws RequestError 422 naming the file, also where single events of it cannot be read: whoever sends it can correct it */
async function readFileOf(path: string, frame: ReadingFrame): Promise<ReadCalendar> {
  try {
    const read = await readInThread(await readFile(path), frame);
    const [unread] = read.unread;
    if (unread) throw new FeedError(`The event ${unread.uid} cannot be read: ${unread.reason}.`);
    return read;
  } catch (error) {
    if (error instanceof FeedError) throw invalid({ file: [error.message] });
    throw error;
  }
}
