import type { AccountScope } from "../../../database/sql/account-scope.ts";
import { mayAny, withWriters } from "../../../kernel/access/scopes.ts";
import { badRequest, forbidden } from "../../../kernel/errors.ts";
import { isHidden } from "../../../kernel/limits.ts";
import type { ReadScope } from "../../../kernel/read/visible/read-scope.ts";
import type { ReadAnswer, ReadContext, ReadRequest } from "../../../kernel/route.ts";
import { changeSignal } from "./change-signal.ts";
import { cursorText, type FeedCursor, tooOld } from "./feed-cursor.ts";
import { defaultEventDays } from "./feed-days.ts";
import { type FeedQuery, parseFeedQuery } from "./feed-query.ts";
import { publishAll } from "./publish-all.ts";
import { readChanges } from "./read-changes.ts";
import { eventsFor } from "./visible-events.ts";

/** The interval between reads of a waiting request: another process may commit without waking it. */
const maxPauseMs = 1_000;

/** Changes that one request scans at most; the caller may not see most of them. */
const maxScanned = 5_000;

/** The resource whose readers see a type: its own, except for types read as another resource (`rates.changed`). */
const typesAndReaders = "select type, resource, coalesce(read_as, resource) from change_types";

/**
 * Answers `GET /events`: the changes after the cursor, in order, as the token sees them. Waits if requested.
 * @throws RequestError 400 for malformed parameters, 403 for a token without an account, 410 for a cursor that is too old
 */
export async function readFeed(context: ReadContext, { parameters }: ReadRequest): Promise<ReadAnswer> {
  const { caller, database, queries } = context;
  if (caller.publishedOnly) throw forbidden("This token belongs to no account. Use an account's token to read events.");
  const types = (await database.read({ text: typesAndReaders }, [])).map(([type, resource, readAs]) => ({
    type: String(type),
    resource: String(resource),
    about: queries.registry.get(String(readAs)),
  }));
  const requested = parseFeedQuery(parameters, new Set(types.map(({ type }) => type)));
  if (context.isShared && requested.wait > 0)
    throw badRequest("wait must be 0 in an atomic bulk request, because other requests would wait too.");
  if (requested.resource !== undefined && !types.some(({ resource }) => resource === requested.resource))
    throw badRequest(
      `Unknown resource ${requested.resource.slice(0, 60)}. GET /event_types lists the resources with events.`,
    );
  const readable = types
    .filter(({ about }) => mayAny(caller.scopes, withWriters(about.readScopes)) && !isHidden(caller.scopes, about))
    .filter(
      ({ type, resource }) => (requested.types?.has(type) ?? true) && (requested.resource ?? resource) === resource,
    );
  const query = { ...requested, types: new Set(readable.map(({ type }) => type)) };
  const resources = [...new Set(readable.map(({ resource }) => resource))];
  const end = await feedEnd(context);
  const start = query.after ?? end;
  if (start.epoch !== end.epoch || isTooOld(start, context)) throw tooOld();
  // Accounts that the token could not read before start at the end of the feed.
  return follow(context, query, resources, { ...start, read: new Map([...end.read, ...start.read]) });
}

/** Whether changes after a cursor may have been deleted. */
const isTooOld = ({ unreadSince }: FeedCursor, { now, eventDays = defaultEventDays }: ReadContext): boolean =>
  now / 1000 - unreadSince > eventDays * 86_400;

/** Reads until there is an event or the time is up. */
async function follow(
  context: ReadContext,
  query: FeedQuery,
  resources: readonly string[],
  start: FeedCursor,
): Promise<ReadAnswer> {
  const signal = changeSignal(context.cache);
  const until = performance.now() + query.wait;
  let cursor = start;
  const respond = (records: readonly string[]): ReadAnswer => ({
    form: "all",
    records,
    meta: { after: cursorText(cursor) },
  });
  for (;;) {
    const left = until - performance.now();
    // Start waiting before reading, so that no commit in between is missed.
    const woken = signal.next(context.caller.accounts, Math.max(0, Math.min(left, maxPauseMs)));
    const page = await readEvents(context, query, resources, cursor);
    // A caller whose access changed while waiting must ask again.
    if (query.wait > 0 && page.records.length > 0 && !(await context.isStillAdmitted())) return respond([]);
    cursor = page.cursor;
    if (page.records.length > 0 || left <= 0 || signal.closed) return respond(page.records);
    await woken;
  }
}

/** The events after the cursor, account by account, up to the limit, and the cursor after them. */
async function readEvents(
  { caller, database, queries, now }: ReadContext,
  { limit, types, withRecords }: FeedQuery,
  resources: readonly string[],
  start: FeedCursor,
): Promise<{ records: string[]; cursor: FeedCursor }> {
  const records: string[] = [];
  const read = new Map(start.read);
  let unreadSince = Math.floor(now / 1000);
  let scanned = 0;
  for (const account of caller.accounts) {
    await publishAll(database, account, queries);
    const scope: ReadScope = { database, queries, caller: { ...caller, accounts: [account] } };
    // Until the account is read to its end, the next response must not miss changes that are deleted meanwhile.
    let nextAt: number | undefined = start.unreadSince * 1000;
    for (;;) {
      const remaining = limit - records.length;
      if (remaining <= 0 || scanned >= maxScanned) break;
      const after = read.get(account) ?? 0;
      const page = await readChanges(database, { account, after, limit: remaining, resources, types });
      scanned += page.changes.length;
      records.push(...(await eventsFor(scope, page.changes, withRecords)));
      read.set(account, page.last);
      nextAt = page.nextAt;
      if (nextAt === undefined) break;
    }
    if (nextAt !== undefined) unreadSince = Math.min(unreadSince, Math.floor(nextAt / 1000));
  }
  return { records, cursor: { epoch: start.epoch, unreadSince, read } };
}

/** The end of the feed at this moment. */
async function feedEnd({ caller, database, queries, now: moment }: ReadContext): Promise<FeedCursor> {
  const read = new Map<number, number>();
  for (const account of caller.accounts) {
    await publishAll(database, account, queries);
    const [row] = await database.read({ text: "select max(id) from changes where account_id = $1" }, [account]);
    read.set(account, Number(row?.[0] ?? 0));
  }
  return { epoch: await epochOf(database), unreadSince: Math.floor(moment / 1000), read };
}

/** The database incarnation: restoring a backup starts another. */
async function epochOf(database: AccountScope): Promise<number> {
  const [row] = await database.read({ text: "select max(epoch) from feed_epochs" }, []);
  return Number(row?.[0]);
}
