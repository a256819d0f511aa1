import type { AccountScope } from "../../../database/sql/account-scope.ts";
import { mayAny, withWriters } from "../../../kernel/access/scopes.ts";
import { badRequest, forbidden } from "../../../kernel/errors.ts";
import { isHidden } from "../../../kernel/limits.ts";
import type { ReadScope } from "../../../kernel/read/visible/read-scope.ts";
import type { ReadAnswer, ReadContext, ReadRequest } from "../../../kernel/route.ts";
import { changeSignal } from "./change-signal.ts";
import { cursorText, type FeedCursor, tooOld } from "./feed-cursor.ts";
import { usualEventDays } from "./feed-days.ts";
import { type FeedQuestion, feedQuestion } from "./feed-question.ts";
import { publishAll } from "./publish-all.ts";
import { readChanges } from "./read-changes.ts";
import { eventsFor } from "./visible-events.ts";

/** Milliseconds after which whoever waits looks again, also where nobody woke it: another process may have committed and died. */
const longestPause = 1_000;

/** Changes that one request looks at, most of which the caller may not be shown. */
const mostLooked = 5_000;

/** Whose readers are told of a type: those of its resource, but for what tells of something else as of that (`rates.changed`). */
const typesAndReaders = "select type, resource, coalesce(read_as, resource) from change_types";

/**
 * Answers `GET /events`: what was committed behind the cursor, in order, as the token sees it. Waits where it is asked to.
 * @throws RequestError 400 for what cannot be read, 403 without an account's token, 410 for a cursor that is too old
 */
export async function readFeed(context: ReadContext, { parameters }: ReadRequest): Promise<ReadAnswer> {
  const { caller, database, queries } = context;
  if (caller.publishedOnly) throw forbidden("This token was given by no account: events are an account's.");
  const types = (await database.read({ text: typesAndReaders }, [])).map(([type, resource, readAs]) => ({
    type: String(type),
    resource: String(resource),
    about: queries.registry.get(String(readAs)),
  }));
  const asked = feedQuestion(parameters, new Set(types.map(({ type }) => type)));
  if (asked.resource !== undefined && !types.some(({ resource }) => resource === asked.resource))
    throw badRequest(`resource is ${asked.resource.slice(0, 60)}, which no event is about.`);
  const seen = types
    .filter(({ about }) => mayAny(caller.scopes, withWriters(about.readScopes)) && !isHidden(caller.scopes, about))
    .filter(({ type, resource }) => (asked.types?.has(type) ?? true) && (asked.resource ?? resource) === resource);
  const question = { ...asked, types: new Set(seen.map(({ type }) => type)) };
  const resources = [...new Set(seen.map(({ resource }) => resource))];
  const present = await now(context);
  const begun = question.after ?? present;
  if (begun.epoch !== present.epoch || isTooOld(begun, context)) throw tooOld();
  // An account that the token did not reach before begins now.
  return follow(context, question, resources, { ...begun, read: new Map([...present.read, ...begun.read]) });
}

/** Whether what came behind a cursor may be kept no longer. */
const isTooOld = ({ givenAt }: FeedCursor, { now, eventDays = usualEventDays }: ReadContext): boolean =>
  now / 1000 - givenAt > eventDays * 86_400;

/** Looks until there is something to tell, or the time is over. */
async function follow(
  context: ReadContext,
  question: FeedQuestion,
  resources: readonly string[],
  begun: FeedCursor,
): Promise<ReadAnswer> {
  const signal = changeSignal(context.cache);
  const until = performance.now() + question.wait;
  let read = begun.read;
  const answer = (records: readonly string[], from: ReadonlyMap<number, number>): ReadAnswer => {
    const after = cursorText({ epoch: begun.epoch, givenAt: Math.floor(context.now / 1000), read: from });
    return { form: "all", records, meta: { after } };
  };
  for (;;) {
    const left = until - performance.now();
    // Waiting begins before looking: what is committed in between is not missed.
    const woken = signal.next(context.caller.accounts, Math.max(0, Math.min(left, longestPause)));
    const looked = await look(context, question, resources, read);
    // Who waits, be it for the first look, and may see something else by now asks again for what he has not seen.
    if (question.wait > 0 && looked.records.length > 0 && !(await context.isStillAdmitted())) return answer([], read);
    read = looked.read;
    if (looked.records.length > 0 || left <= 0 || signal.closed) return answer(looked.records, read);
    await woken;
  }
}

/** What is behind the positions, account by account: as many events as are asked for, and how far was looked. */
async function look(
  { caller, database, queries }: ReadContext,
  { limit, types, withRecords }: FeedQuestion,
  resources: readonly string[],
  read: ReadonlyMap<number, number>,
): Promise<{ records: string[]; read: ReadonlyMap<number, number> }> {
  const records: string[] = [];
  const positions = new Map(read);
  let looked = 0;
  for (const account of caller.accounts) {
    await publishAll(database, account, queries);
    const scope: ReadScope = { database, queries, caller: { ...caller, accounts: [account] } };
    for (;;) {
      const most = limit - records.length;
      if (most <= 0 || looked >= mostLooked) break;
      const after = positions.get(account) ?? 0;
      const page = await readChanges(database, { account, after, most, resources, types });
      looked += page.changes.length;
      records.push(...(await eventsFor(scope, page.changes, withRecords)));
      positions.set(account, page.last);
      if (page.changes.length < most) break;
    }
  }
  return { records, read: positions };
}

/** Where the feed ends at this moment. */
async function now({ caller, database, queries, now: moment }: ReadContext): Promise<FeedCursor> {
  const read = new Map<number, number>();
  for (const account of caller.accounts) {
    await publishAll(database, account, queries);
    const [row] = await database.read({ text: "select max(id) from changes where account_id = $1" }, [account]);
    read.set(account, Number(row?.[0] ?? 0));
  }
  return { epoch: await epochOf(database), givenAt: Math.floor(moment / 1000), read };
}

/** Which life of the database this is: restoring a backup begins another one. */
async function epochOf(database: AccountScope): Promise<number> {
  const [row] = await database.read({ text: "select max(epoch) from feed_epochs" }, []);
  return Number(row?.[0]);
}
