import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import Type from "typebox";
import { ConcurrencyLimit } from "../../../kernel/concurrency/concurrency-limit.ts";
import { scheduler } from "../../../kernel/concurrency/scheduler.ts";
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

/** A secret prefix of read calendars, so that no client can forge one. */
const prefix = `${randomUUID()}:`;

const { events, unread, ignored } = readCalendarParts.properties;
const anyList = Type.Array(Type.Unknown());
const prepared = Type.Object({
  today: Type.Integer(),
  read: Type.Object({ events: anyList, unread: anyList, ignored: anyList }),
});

/** A calendar read before the transaction, from `today` on (an epoch day in the rental's time zone). */
export interface PreparedCalendar {
  readonly today: number;
  readonly read: ReadCalendar;
}

/** Reading is CPU-intensive: one calendar at a time per account, two overall. */
const [accountLimit, globalLimit] = [new ConcurrencyLimit(1), new ConcurrencyLimit(2)];

/**
 * Reads a calendar, as text or as a form's file, before the transaction starts, and puts the result in its place.
 * Without a calendar or a matching import, the operation reports the error.
 * @throws RequestError 422 on `calendar` if it is no complete calendar
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
  const text = part ? decodeCalendar(await readFile(part.path)) : element.calendar;
  const withCalendar = (calendar: unknown): PreparedRequest => ({
    request: { ...request, body: { [body.of.root]: [{ ...element, calendar }] } },
    // Nothing was stored.
    discard: async () => undefined,
  });
  if (typeof text !== "string" || text === "") return withCalendar(text);
  if (request.encoded?.has(text)) throw invalid({ calendar: ["is longer than 1 MiB: send it as a form's file"] });
  const frame = await frameOfImport(context, request.ids.get("calendar_feed_id"));
  if (!frame) return withCalendar(text);
  const calendar = await readUpload(text, context.account.id, frame);
  return withCalendar(`${prefix}${JSON.stringify(calendar)}`);
}

/** Returns the body's element; undefined if it is invalid, which the operation reports after its access checks. */
function elementIn(body: JsonBody, input: unknown): Record<string, unknown> | undefined {
  try {
    return elementOf(body.of, input);
  } catch (error) {
    if (error instanceof RequestError) return undefined;
    throw error;
  }
}

/** Returns what `prepareUpload` read; undefined if it did not read the calendar. */
export async function preparedCalendar(text: string): Promise<PreparedCalendar | undefined> {
  if (!text.startsWith(prefix)) return undefined;
  const { Check } = await import("typebox/schema");
  await scheduler.next("calendars");
  const calendar: unknown = JSON.parse(text.slice(prefix.length));
  await scheduler.next("calendars");
  if (!Check(prepared, calendar)) return undefined;
  const { today, read } = calendar;
  const parts = {
    events: await inSlices(read.events, (slice) => Check(events, slice) && slice),
    unread: await inSlices(read.unread, (slice) => Check(unread, slice) && slice),
    ignored: await inSlices(read.ignored, (slice) => Check(ignored, slice) && slice),
  };
  return parts.events && parts.unread && parts.ignored
    ? { today, read: { events: parts.events, unread: parts.unread, ignored: parts.ignored } }
    : undefined;
}

/** Elements that are checked at a time: about two milliseconds. */
const sliceSize = 500;

/** Checks a long list in slices that let other requests run in between. @returns undefined if an element is wrong */
async function inSlices<T>(
  list: readonly unknown[],
  check: (slice: readonly unknown[]) => readonly T[] | false,
): Promise<readonly T[] | undefined> {
  const checked: T[] = [];
  for (let from = 0; from < list.length; from += sliceSize) {
    const slice = check(list.slice(from, from + sliceSize));
    if (!slice) return undefined;
    checked.push(...slice);
    await scheduler.next("calendars");
  }
  return checked;
}

/** A file import's rental and choices. */
export interface ImportRow {
  readonly rental: number;
  readonly timeZone: string;
  readonly ignoredSummaries: readonly string[];
}

/** SQL: selects an `ImportRow`. */
export const importRow = `select rentals.id as rental, rentals.time_zone as "timeZone", feeds.ignore_summaries as "ignoredSummaries",
    statement_timestamp() as now from calendar_feeds as feeds
  join rentals on rentals.account_id = $1 and rentals.id = feeds.rental_id
  where feeds.account_id = $1 and feeds.id = $2 and feeds.kind = 'import' and feeds.url is null and feeds.deleted_at is null`;

/** Returns the reading frame of an import that takes files; undefined for any other feed. */
async function frameOfImport(
  { scope, account }: BeforeContext,
  id: string | undefined,
): Promise<ReadingFrame | undefined> {
  if (id === undefined || !/^[1-9]\d{0,14}$/.test(id)) return undefined;
  const row = await scope.transaction(
    (transaction) => transaction.row<ImportRow & { now: number }>(importRow, [account.id, Number(id)]),
    "read",
  );
  return row && frameOf(row, row.now);
}

/** Reads a calendar within the concurrency limits. @throws RequestError 422 as `prepareUpload` */
export async function readUpload(text: string, account: number, frame: ReadingFrame): Promise<PreparedCalendar> {
  const readLimited = () => globalLimit.run("", () => readInThread(Buffer.from(text), frame));
  try {
    const read = await accountLimit.run(String(account), readLimited);
    return { today: frame.today, read };
  } catch (error) {
    if (error instanceof FeedError) throw invalid({ calendar: [error.message] });
    throw error;
  }
}
