import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import Type from "typebox";
import { ConcurrencyLimit } from "../../../kernel/concurrency/concurrency-limit.ts";
import { invalid, RequestError } from "../../../kernel/errors.ts";
import type { JsonBody } from "../../../kernel/request-body.ts";
import { isObject } from "../../../kernel/values/structure.ts";
import { elementOf } from "../../../kernel/write/input/body.ts";
import type { BeforeContext, PreparedRequest, WriteRequest } from "../../../kernel/write-request.ts";
import { FeedError } from "./feed-error.ts";
import { decodeCalendar } from "./read/calendar-text.ts";
import type { ReadCalendar } from "./read/read-calendar.ts";
import type { ReadingFrame } from "./read/read-event.ts";
import { readCalendarParts, readInThread } from "./read/read-in-thread.ts";
import { frameOf } from "./sync-feed.ts";

/** Stands before what was read: no client knows it, and so none can say what its calendar was found to say. */
const mark = `${randomUUID()}:`;

const prepared = Type.Object({ today: Type.Integer(), read: readCalendarParts });

/** A calendar that was read before the transaction, from `today` on (an epoch day, in the rental's time zone). */
export interface PreparedCalendar {
  readonly today: number;
  readonly read: ReadCalendar;
}

/** Reading takes seconds of a processor: of each account one calendar at a time, and of all of them two. */
const [ofAccount, ofAll] = [new ConcurrencyLimit(1), new ConcurrencyLimit(2)];

/**
 * Reads a calendar, text or the file of a form, while no connection and no lock waits for it. What it says stands in its place from then
 * on; where there is none, or no import that takes it, the operation tells what is wrong.
 * @throws RequestError 422 naming the calendar, also where single events of it cannot be read: whoever sends it can correct it
 */
export async function prepareUpload(
  body: JsonBody,
  context: BeforeContext,
  request: WriteRequest,
): Promise<PreparedRequest> {
  const part = request.files?.get("calendar");
  const fields = isObject(request.body) ? request.body : {};
  const element = request.files ? fields : elementIn(body, request.body);
  if (!element) return { request, discard: async () => undefined };
  const given = part ? decodeCalendar(await readFile(part.path)) : element.calendar;
  const whole = (calendar: unknown): PreparedRequest => ({
    request: { ...request, body: { [body.of.root]: [{ ...element, calendar }] } },
    // Nothing is stored that could be given up.
    discard: async () => undefined,
  });
  if (typeof given !== "string" || given === "") return whole(given);
  if (request.encoded?.has(given)) throw invalid({ calendar: ["is longer than 1 MiB: send it as the file of a form"] });
  const frame = await frameOfImport(context, request.ids.get("calendar_feed_id"));
  if (!frame) return whole(given);
  const calendar = await readUpload(given, context.account.id, frame);
  return whole(`${mark}${JSON.stringify(calendar)}`);
}

/** The one element of a body; undefined where the operation has to say what is wrong with it, after who may ask and of what. */
function elementIn(body: JsonBody, given: unknown): Record<string, unknown> | undefined {
  try {
    return elementOf(body.of, given);
  } catch (error) {
    if (error instanceof RequestError) return undefined;
    throw error;
  }
}

/** What `prepareUpload` has made of a calendar; undefined where it had no import to read it for. */
export async function preparedCalendar(text: string): Promise<PreparedCalendar | undefined> {
  if (!text.startsWith(mark)) return undefined;
  const { Check } = await import("typebox/schema");
  const given: unknown = JSON.parse(text.slice(mark.length));
  return Check(prepared, given) ? given : undefined;
}

/** The days of an import that takes files; undefined for any other feed, and for none. */
async function frameOfImport(
  { scope, account }: BeforeContext,
  id: string | undefined,
): Promise<ReadingFrame | undefined> {
  if (id === undefined || !/^[1-9]\d{0,14}$/.test(id)) return undefined;
  const row = await scope.transaction(
    (transaction) =>
      transaction.row<{ timeZone: string; now: number }>(
        `select rentals.time_zone as "timeZone", clock_timestamp() as now from calendar_feeds as feeds
         join rentals on rentals.account_id = feeds.account_id and rentals.id = feeds.rental_id
         where feeds.account_id = $1 and feeds.id = $2 and feeds.kind = 'import' and feeds.url is null and feeds.deleted_at is null`,
        [account.id, Number(id)],
      ),
    "read",
  );
  return row && frameOf(row, row.now);
}

/** Reads a calendar when it is the account's turn. @throws RequestError 422 as `prepareUpload` */
export async function readUpload(given: string, account: number, frame: ReadingFrame): Promise<PreparedCalendar> {
  const readInTurn = () => ofAll.run("", () => readInThread(Buffer.from(given), frame));
  try {
    const read = await ofAccount.run(String(account), readInTurn);
    const [unread] = read.unread;
    if (unread) throw new FeedError(`The event ${unread.uid} cannot be read: ${unread.reason}.`);
    return { today: frame.today, read };
  } catch (error) {
    if (error instanceof FeedError) throw invalid({ calendar: [error.message] });
    throw error;
  }
}
