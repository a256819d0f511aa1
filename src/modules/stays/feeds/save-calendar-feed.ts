import { randomBytes } from "node:crypto";
import { mayAny } from "../../../kernel/access/scopes.ts";
import { insufficientScope, type ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { queueJob } from "../../../kernel/write/jobs/job.ts";
import { insertRecordAs, type ServerSetColumns, updateRecord } from "../../../kernel/write/store.ts";
import { makeOwnSource } from "../../reference/sources/own-source.ts";
import { lockCalendars } from "../bookings/nights/linked-rentals.ts";
import { calendarFeed, guestReaders } from "./calendar-feed.ts";
import { maskUrl, sealUrl, urlProblem } from "./feed-url.ts";
import { applyCalendarFeed, requestReading, syncCalendarFeed } from "./sync-job.ts";

const {
  enabled,
  kind,
  name,
  names,
  rotate,
  url,
  include_preparation_days: exportsPreparation,
  treat_as: treatAs,
  ignore_summaries: ignored,
  preparation_days_apply: preparation,
} = calendarFeed.attributes;
const { rental, paired_feed: paired } = calendarFeed.relations;

/** Maximum feeds per rental (conventions.md, Bounds). */
const maxFeeds = 20;

/** Creates an export with its address, or an import with its source. Queues the import if it has an address. @throws RequestError 403, 422 */
export async function createCalendarFeed(
  context: WriteContext,
  draft: Draft,
  errors: ValidationErrors,
): Promise<number> {
  const rentalId = rental.written && draft.input(rental.written.attribute);
  assertMayName(context, draft);
  checkKind(draft, errors);
  if (draft.input(rotate) !== undefined && draft.input(rotate) !== null && draft.input(kind) !== "export")
    errors.add("rotate", "applies to exports only");
  if (typeof rentalId === "number") await checkCount(context, rentalId, errors);
  await checkPair(context, draft, rentalId ?? undefined, errors);
  errors.throwIfAny();
  const row = await context.transaction.row<{ id: number }>(
    "select nextval(pg_get_serial_sequence('calendar_feeds', 'id')) as id",
  );
  if (!row) throw new Error("The sequence of calendar_feeds returned no id.");
  const isImport = draft.input(kind) === "import";
  await insertRecordAs(context, row.id, draft, {
    created_by_application_id: context.caller.application,
    ...(isImport ? { source_id: await makeOwnSource(context, draft.input(name) ?? "Calendar") } : newSalt()),
    ...urlColumns(context, row.id, draft),
  });
  if (isImport && draft.input(url)) await requestReading(context, syncCalendarFeed, row.id);
  return row.id;
}

/** Changes a feed. A new address restarts its import. @throws RequestError 403, 422 */
export async function updateCalendarFeed(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  const stored = await context.transaction.row<{ rental_id: number }>(
    "select rental_id from calendar_feeds where account_id = $1 and id = $2",
    [context.account.id, id],
  );
  const rentalId = rental.written && draft.input(rental.written.attribute);
  if (typeof rentalId === "number" && rentalId !== stored?.rental_id)
    errors.add("rental_id", "cannot be changed: delete the feed and create a new one");
  assertMayName(context, draft);
  checkKind(draft, errors);
  await checkPair(context, draft, stored?.rental_id, errors);
  errors.throwIfAny();
  const columns = urlColumns(context, id, draft);
  const isEnabling = draft.changes(enabled) && draft.input(enabled) === true;
  await updateRecord(context, id, draft, {
    ...columns,
    ...(draft.changes(ignored) ? unread : {}),
    ...(draft.input(rotate) === true ? newSalt() : {}),
    ...(isEnabling && draft.stored(url) ? { next_attempt_at: new Date(context.now).toISOString() } : {}),
  });
  if (!draft.value(url)) await applyChoices(context, id, draft);
  else if ("sealed_url" in columns || changesChoices(draft)) await requestReading(context, syncCalendarFeed, id);
}

const changesChoices = (draft: Draft): boolean =>
  draft.changes(treatAs) || draft.changes(preparation) || draft.changes(ignored);

/** A file feed keeps its events: the choices of how to block nights apply to them. */
async function applyChoices(context: WriteContext, id: number, draft: Draft): Promise<void> {
  if (draft.value(kind) === "import" && (draft.changes(treatAs) || draft.changes(preparation)))
    await queueJob(context, applyCalendarFeed, { feed: id }, { key: String(id) });
}

/** A calendar's address must not show guests' names to a token that cannot read guests. @throws RequestError 403 */
function assertMayName({ caller }: WriteContext, draft: Draft): void {
  const opens = draft.value(names) === true && (draft.changes(names) || draft.input(rotate) === true);
  if (opens && !mayAny(caller.scopes, guestReaders)) throw insufficientScope("Naming guests", guestReaders);
}

/** Refuses attributes of the other kind. */
function checkKind(draft: Draft, errors: ValidationErrors): void {
  const address = draft.input(url);
  if (draft.value(kind) === "import") {
    if (draft.input(names) === true) errors.add("names", "applies to exports only");
    if (draft.input(rotate) === true) errors.add("rotate", "applies to exports only");
    if (draft.input(exportsPreparation) === true) errors.add("include_preparation_days", "applies to exports only");
    const problem = address && draft.changes(url) ? urlProblem(address) : undefined;
    if (problem) errors.add("url", problem);
    return;
  }
  if (address) errors.add("url", "applies to imports only: an export has export_url");
  if (draft.input(treatAs) === "blocks") errors.add("treat_as", "applies to imports only");
  if ((draft.input(ignored) ?? []).length > 0) errors.add("ignore_summaries", "applies to imports only");
}

/** Checks the maximum under the rental's lock, so that concurrent creations cannot exceed it. */
async function checkCount(context: WriteContext, rentalId: number, errors: ValidationErrors): Promise<void> {
  await lockCalendars(context, { rentals: [rentalId] });
  const row = await context.transaction.row<{ feeds: number }>(
    "select count(*) as feeds from calendar_feeds where account_id = $1 and rental_id = $2 and deleted_at is null",
    [context.account.id, rentalId],
  );
  if ((row?.feeds ?? 0) >= maxFeeds)
    errors.add("base", `the rental already has ${maxFeeds} feeds, the maximum: delete one first`);
}

async function checkPair(
  { transaction, account }: WriteContext,
  draft: Draft,
  rentalId: number | undefined,
  errors: ValidationErrors,
): Promise<void> {
  const id = paired.written && draft.input(paired.written.attribute);
  if (typeof id !== "number" || errors.has("paired_feed_id")) return;
  const found = await transaction.row<{ kind: string; rental_id: number }>(
    "select kind, rental_id from calendar_feeds where account_id = $1 and id = $2",
    [account.id, id],
  );
  if (draft.value(kind) !== "export") errors.add("paired_feed_id", "applies to exports only");
  else if (found?.kind !== "import" || found.rental_id !== rentalId)
    errors.add("paired_feed_id", "must be an import of the same rental");
}

/** The salt of an export's address. A new one invalidates the old address. */
const newSalt = (): ServerSetColumns => ({ link_salt: randomBytes(32) });

/** Forgets the last version, so that the next reading is whole. */
const unread: ServerSetColumns = { etag: null, last_modified: null, content_digest: null, read_at: null };

/** Returns the address columns if the address changes, and resets the previous content's state. */
function urlColumns(context: WriteContext, id: number, draft: Draft): ServerSetColumns {
  if (!draft.sets(url) || !draft.changes(url)) return {};
  const address = draft.input(url);
  return {
    url: address ? maskUrl(address) : null,
    sealed_url: address ? sealUrl(context.secrets, context.account.id, id, address) : null,
    next_attempt_at: null,
    ...unread,
    ...{ failures: 0, failing_since: null },
  };
}
