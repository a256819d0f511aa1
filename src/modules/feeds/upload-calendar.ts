import { readFile } from "node:fs/promises";
import { text } from "../../kernel/attribute.ts";
import { invalid } from "../../kernel/errors.ts";
import { bodyOf, type JsonBody, jsonBody } from "../../kernel/request-body.ts";
import type { Outcome } from "../../kernel/route.ts";
import type { BeforeContext, PreparedRequest, WriteRequest } from "../../kernel/write-request.ts";
import { isObject } from "../../kernel/values/structure.ts";
import type { ActedOn, ActionRequest } from "../../kernel/write/actions.ts";
import type { WriteContext } from "../../kernel/write/context.ts";
import { queueJob } from "../../kernel/write/job.ts";
import { calendarFeed } from "./calendar-feed.ts";
import { decodeCalendar } from "./calendar-text.ts";
import { FeedError, mostBytes } from "./feed-error.ts";
import type { ReadCalendar } from "./read-calendar.ts";
import type { ReadingFrame } from "./read-event.ts";
import { readInThread } from "./read-in-thread.ts";
import { storeEvents } from "./store-events.ts";
import { frameOf } from "./sync-feed.ts";
import { syncCalendarFeed } from "./sync-job.ts";

const { kind, url } = calendarFeed.attributes;

const calendar = text({ maxLength: mostBytes })
  .required()
  .description(
    "A whole calendar (.ics), of at most 10 MiB and 20,000 events: its text, or the part of a form that is the file. What it does not have any more is canceled.",
  );

/** A calendar, as text in JSON or as the file of a form. */
export const calendarFileBody = jsonBody(bodyOf(calendarFeed, { calendar }), {
  own: true,
  limit: 2 * mostBytes,
  upload: { name: "calendar", types: [], limit: mostBytes, store: readForm },
});

/** The file of a form becomes the text that JSON would have brought, whatever its encoding is. */
async function readForm(_body: JsonBody, _context: BeforeContext, request: WriteRequest): Promise<PreparedRequest> {
  const part = request.files?.get("calendar");
  const fields = isObject(request.body) ? request.body : {};
  const given = part && decodeCalendar(await readFile(part.path));
  const body = request.files
    ? { [calendarFeed.root]: [{ ...fields, ...(given ? { calendar: given } : {}) }] }
    : request.body;
  // Nothing is stored that could be given up.
  return { request: { ...request, body }, discard: async () => undefined };
}

/**
 * Takes a calendar as a file: the feed is what it says from now on, and a job makes the bookings follow.
 * @throws RequestError 422 for an export, an import that has an address, and a file that is no whole calendar; then nothing has changed
 */
export async function uploadCalendar(
  context: WriteContext,
  { id, stored }: ActedOn,
  { draft, errors }: ActionRequest,
): Promise<Outcome> {
  if (stored.stored(kind) !== "import") errors.add("base", "only an import takes a file");
  else if (stored.stored(url)) errors.add("base", "is read from its address: take that away first");
  errors.throwIfAny();
  const given = draft.given(calendar);
  if (!given) throw new Error("A body without its calendar passed its checks.");
  const row = await context.transaction.row<{ rental: number; timeZone: string }>(
    `select rentals.id as rental, rentals.time_zone as "timeZone" from calendar_feeds as feeds
     join rentals on rentals.account_id = feeds.account_id and rentals.id = feeds.rental_id
     where feeds.account_id = $1 and feeds.id = $2`,
    [context.account.id, id],
  );
  if (!row) throw new Error(`The rental of the calendar feed ${id} is gone.`);
  const frame = frameOf(row, context.now);
  const read = await readText(given, frame);
  await storeEvents(context, { feed: id, rental: row.rental, today: frame.today }, read);
  await context.transaction.run(
    `update calendar_feeds set last_attempt_at = clock_timestamp(), updated_at = clock_timestamp() where account_id = $1 and id = $2`,
    [context.account.id, id],
  );
  await queueJob(context, syncCalendarFeed, { feed: id });
  return { shows: calendarFeed, id };
}

/** @throws RequestError 422 naming the calendar, also where single events of it cannot be read: whoever sends it can correct it */
async function readText(given: string, frame: ReadingFrame): Promise<ReadCalendar> {
  try {
    const read = await readInThread(Buffer.from(given), frame);
    const [unread] = read.unread;
    if (unread) throw new FeedError(`The event ${unread.uid} cannot be read: ${unread.reason}.`);
    return read;
  } catch (error) {
    if (error instanceof FeedError) throw invalid({ calendar: [error.message] });
    throw error;
  }
}
