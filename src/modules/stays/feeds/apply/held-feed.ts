import { formatDay } from "../../../../core/day.ts";
import type { AccountScope } from "../../../../database/sql/account-scope.ts";
import { maxConflicts } from "../calendar-feed.ts";
import type { UnreadEvent } from "../read/read-calendar.ts";
import type { AppliedCounts } from "./apply-events.ts";

/** The account's scope; `now` in epoch milliseconds. */
interface FeedContext {
  readonly scope: AccountScope;
  readonly account: number;
  readonly now: number;
}

/** An import that this job has leased for a few minutes. */
export interface HeldFeed {
  readonly id: number;
  readonly rental: number;
  readonly source: number;
  readonly application: number;
  readonly timeZone: string;
  readonly isDeleted: boolean;
  readonly keepsBookings: boolean;
  readonly isEnabled: boolean;
  readonly sealedUrl: Buffer | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly contentDigest: Buffer | null;
  /** Epoch milliseconds. */
  readonly readAt: number | null;
}

/** Leases an import for a job's longest run, so that no two jobs read it at the same time. @returns undefined if it is leased or unknown */
export async function holdFeed({ scope, account }: FeedContext, id: number): Promise<HeldFeed | undefined> {
  return scope.transaction((transaction) =>
    transaction.row<HeldFeed>(
      `update calendar_feeds as feeds set held_until = statement_timestamp() + interval '6 minutes',
         last_attempt_at = case when feeds.sealed_url is null then feeds.last_attempt_at else (select statement_timestamp()) end
       from rentals, sources where rentals.account_id = $1 and rentals.id = feeds.rental_id
         and sources.account_id = $1 and sources.id = feeds.source_id
         and feeds.account_id = $1 and feeds.id = $2 and feeds.kind = 'import'
         and (feeds.held_until is null or feeds.held_until < statement_timestamp())
       returning feeds.id, feeds.rental_id as rental, sources.id as source, feeds.created_by_application_id as application,
         rentals.time_zone as "timeZone", feeds.deleted_at is not null as "isDeleted", feeds.keep_bookings as "keepsBookings",
         feeds.enabled as "isEnabled", feeds.sealed_url as "sealedUrl", feeds.etag, feeds.last_modified as "lastModified",
         feeds.content_digest as "contentDigest", feeds.read_at as "readAt"`,
      [account, id],
    ),
  );
}

/** Ends the lease. */
export async function releaseFeed({ scope, account }: FeedContext, { id }: HeldFeed): Promise<void> {
  await scope.transaction((transaction) =>
    transaction.run("update calendar_feeds set held_until = null where account_id = $1 and id = $2", [account, id]),
  );
}

/** The result of a run. */
export interface RunResult {
  readonly counts: AppliedCounts;
  /** Undefined if nothing was read: earlier unreadable events still count. */
  readonly unread: readonly UnreadEvent[] | undefined;
  /** An epoch day. */
  readonly today: number;
}

/**
 * Schedules the next reading in about half an hour, jittered to spread a server's feeds. A separate CTE, because Citus does not allow
 * random() in an update.
 */
const afterSuccess =
  "next as (select statement_timestamp() as noted_at, statement_timestamp() + interval '30 minutes' * (0.8 + 0.4 * random()) as at)";

/** Schedules a retry with exponential backoff, up to a day. */
const afterFailure = `next as (
  select statement_timestamp() as noted_at,
    statement_timestamp() + least(interval '1 day', interval '30 minutes' * power(2, least(failures, 6))) * (0.8 + 0.2 * random()) as at
  from calendar_feeds where account_id = $1 and id = $2
)`;

/** SQL: the feed is polled. */
const isPolled = "sealed_url is not null and enabled and deleted_at is null";

/** Stores a successful run with its counts and conflicts. */
export async function storeSuccess({ scope, account }: FeedContext, feed: HeldFeed, run: RunResult): Promise<void> {
  const { counts, unread, today } = run;
  const problems = unread?.map(({ uid, reason }) => ({ uid, start: null, end: null, booking_id: null, reason }));
  await scope.transaction((transaction) =>
    transaction.run(
      `with waiting as (
         select count(*) as all_of_them, coalesce(jsonb_agg(shown) filter (where number <= $8), '[]') as shown from (
           select row_number() over (order by arrival, id) as number,
             jsonb_build_object('uid', uid, 'start', arrival, 'end', departure, 'booking_id', conflict_booking_id, 'reason', conflict) as shown
           from calendar_feed_events where account_id = $1 and feed_id = $2 and conflict is not null
         ) as conflicts
       ), known as (
         select case when $6::jsonb is not null then $6::jsonb
           else coalesce((select jsonb_agg(one) from jsonb_array_elements(conflicts) as one where one -> 'start' = 'null'), '[]') end as unread
         from calendar_feeds where account_id = $1 and id = $2
       ), ${afterSuccess}
       update calendar_feeds set last_success_at = next.noted_at, last_error = null, failures = 0,
         created_count = $3, updated_count = $4, canceled_count = $5,
         conflicts_count = waiting.all_of_them + jsonb_array_length(known.unread), conflicts = waiting.shown || known.unread,
         events_count = (select count(*) from calendar_feed_events
           where account_id = $1 and feed_id = $2 and not gone and departure > $7::date),
         next_attempt_at = case when ${isPolled} then next.at end, updated_at = next.noted_at
       from waiting, known, next where calendar_feeds.account_id = $1 and calendar_feeds.id = $2`,
      [
        ...[account, feed.id, counts.created, counts.updated, counts.canceled],
        problems ? JSON.stringify(problems.slice(0, maxConflicts)) : null,
        formatDay(today),
        maxConflicts,
      ],
    ),
  );
}

/** Stores a failed run; the bookings stay unchanged. */
export async function storeFailure(
  { scope, account }: FeedContext,
  { id, sealedUrl }: HeldFeed,
  message: string,
): Promise<void> {
  await scope.transaction((transaction) =>
    transaction.run(
      `with ${afterFailure}
       update calendar_feeds set last_error = $3, failures = failures + 1, updated_at = next.noted_at,
         next_attempt_at = case when ${isPolled} then next.at end
       from next where account_id = $1 and id = $2 and sealed_url is not distinct from $4`,
      [account, id, message, sealedUrl],
    ),
  );
}
