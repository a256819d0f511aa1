import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { type FeedNews, publishNews } from "../feed-news.ts";
import type { AppliedReading } from "./apply-reading.ts";
import { type Conflict, conflictsOf } from "./conflicts.ts";
import { type FeedContext, type HeldFeed, pendingText } from "./held-feed.ts";

/** Managers are notified of an import that has failed for this long. */
const reportedAfter = "interval '3 hours'";

/**
 * Schedules the next reading in about half an hour, jittered to spread a server's feeds. A separate CTE, because Citus does not allow
 * random() in an update.
 */
const afterSuccess =
  "next as (select statement_timestamp() as noted_at, statement_timestamp() + interval '30 minutes' * (0.8 + 0.4 * random()) as at)";

/** Schedules a retry with exponential backoff, up to a day, and not before the server wants it. `$4` seconds. */
const afterFailure = `next as (
  select statement_timestamp() as noted_at, statement_timestamp() + greatest($4::integer * interval '1 second',
    least(interval '1 day', interval '30 minutes' * power(2, least(failures, 6))) * (0.8 + 0.2 * random())) as at
  from calendar_feeds where account_id = $1 and id = $2
)`;

/** SQL: the feed is polled. */
const isPolled = "sealed_url is not null and enabled and deleted_at is null";

/** The feed's former state. */
interface Shown {
  readonly conflicts: readonly Conflict[];
  readonly reported: "failed" | "suspicious" | null;
  readonly missing: number;
  readonly lastError: string | null;
  readonly hasFailedLong: boolean;
  readonly pendingAt: string | null;
}

/** SQL: a column's new value if a condition holds. */
const setIf = (condition: string, column: string, value: string): string =>
  `${column} = case when ${condition} then ${value} else ${column} end`;

/**
 * Stores a successful run, and notifies managers of new conflicts and of a feed that needs a person.
 * @param isRead whether the run read the calendar. One that only applied stored events says nothing of its address
 */
export async function storeSuccess(
  context: FeedContext,
  feed: HeldFeed,
  applied: AppliedReading,
  isRead: boolean,
): Promise<void> {
  const { scope, account } = context;
  await scope.transaction(async (transaction) => {
    const within = { transaction, account: { id: account } };
    const before = await lockedFeed(within, feed.id);
    // A newer request's own run will report.
    if (before.pendingAt !== feed.pendingAt) return;
    const { counts, reading, plan } = applied;
    const { count, shown: conflicts } = conflictsOf(applied);
    await transaction.run(
      `with ${afterSuccess}
       update calendar_feeds set pending_at = null, conflicts_count = $6, conflicts = $7, echoes_count = $8, events_count = $9,
         ${setIf("$11", "created_count", "$3")}, ${setIf("$11", "updated_count", "$4")}, ${setIf("$11", "canceled_count", "$5")},
         ${setIf("$10", "last_success_at", "next.noted_at")}, ${setIf("$10", "last_error", "null")}, ${setIf("$10", "failures", "0")},
         ${setIf("$10", "failing_since", "null")}, ${setIf("$10", "next_attempt_at", `case when ${isPolled} then next.at end`)},
         updated_at = next.noted_at
       from next where calendar_feeds.account_id = $1 and calendar_feeds.id = $2`,
      [
        ...[account, feed.id, counts.created, counts.updated, counts.canceled],
        ...[count, JSON.stringify(conflicts), plan.echoes.length, reading.events.length],
        ...[isRead, isRead || feed.pendingAt !== null],
      ],
    );
    if (feed.isDeleted) return;
    if (hasNewConflict(before.conflicts, conflicts))
      await publishNews(within, feed.id, { happened: "conflicted", before: before.conflicts, conflicts });
    const hasFailedLong = !isRead && before.hasFailedLong;
    await reportState(within, feed, before, before.missing > 0 ? "suspicious" : hasFailedLong ? "failed" : null);
  });
}

/** Stores a failed run; the bookings stay unchanged. @param retryAfterSeconds when the server wants the next request */
export async function storeFailure(
  { scope, account }: FeedContext,
  feed: HeldFeed,
  message: string,
  retryAfterSeconds: number,
): Promise<void> {
  await scope.transaction(async (transaction) => {
    const within = { transaction, account: { id: account } };
    await transaction.run(
      `with ${afterFailure}
       update calendar_feeds set last_error = $3, failures = failures + 1, failing_since = coalesce(failing_since, next.noted_at),
         pending_at = case when ${pendingText} is distinct from $6 then pending_at end, updated_at = next.noted_at,
         next_attempt_at = case when ${isPolled} then next.at end
       from next where account_id = $1 and id = $2 and sealed_url is not distinct from $5`,
      [account, feed.id, message, retryAfterSeconds, feed.sealedUrl, feed.pendingAt],
    );
    const shown = await lockedFeed(within, feed.id);
    const state = shown.missing > 0 ? "suspicious" : shown.hasFailedLong ? "failed" : shown.reported;
    await reportState(within, feed, shown, state);
  });
}

async function lockedFeed({ transaction, account }: AccountTransaction, feed: number): Promise<Shown> {
  const row = await transaction.row<Shown>(
    `select conflicts, reported, missing_count as missing, last_error as "lastError", ${pendingText} as "pendingAt",
       coalesce(failing_since <= statement_timestamp() - ${reportedAfter}, false) as "hasFailedLong"
     from calendar_feeds where account_id = $1 and id = $2 for no key update`,
    [account.id, feed],
  );
  if (!row) throw new Error(`Calendar feed ${feed} not found.`);
  return row;
}

/** Notifies managers once of a state that needs them, and of its end. */
async function reportState(
  context: AccountTransaction,
  feed: HeldFeed,
  { reported, missing, lastError }: Shown,
  state: Shown["reported"],
): Promise<void> {
  if (state === reported) return;
  await context.transaction.run("update calendar_feeds set reported = $3 where account_id = $1 and id = $2", [
    ...[context.account.id, feed.id, state],
  ]);
  await publishNews(context, feed.id, newsOf(state, { reported, missing, lastError }));
}

/** Whether a conflict was not shown before. */
function hasNewConflict(before: readonly Conflict[], after: readonly Conflict[]): boolean {
  const name = ({ uid, start, booking_id }: Conflict): string => `${uid} ${start} ${booking_id}`;
  const earlier = new Set(before.map(name));
  return after.some((conflict) => !earlier.has(name(conflict)));
}

function newsOf(state: Shown["reported"], shown: Pick<Shown, "reported" | "missing" | "lastError">): FeedNews {
  if (state === "failed") return { happened: "failed", error: shown.lastError ?? "" };
  if (state === "suspicious") return { happened: "suspicious", missing: shown.missing };
  return { happened: "recovered", from: shown.reported ?? "failed" };
}
