import type { AccountScope } from "../../../../database/sql/account-scope.ts";

/** The account's scope; `now` in epoch milliseconds. */
export interface FeedContext {
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
  /** The lease's end by the database's clock, in epoch milliseconds. */
  readonly heldUntil: number;
  readonly isDeleted: boolean;
  readonly keepsBookings: boolean;
  readonly isEnabled: boolean;
  readonly sealedUrl: Buffer | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly contentDigest: Buffer | null;
  /** The last whole reading, in epoch milliseconds; null if the rental, whose time zone counts, has changed since. */
  readonly readAt: number | null;
  readonly isSuspicious: boolean;
  readonly ignoredSummaries: readonly string[];
  readonly needsPreparation: boolean;
  /** The requested reading, as its exact time (`pendingText`); null for polls. */
  readonly pendingAt: string | null;
}

/** The duration of a lease: a job's longest run. */
export const leaseMs = 360_000;

/** SQL: whether preparation days surround a feed's bookings. */
export const needsPreparation = "feeds.preparation_days_apply and feeds.treat_as = 'stays'";

/** SQL: a requested reading's time as epoch seconds. A text of the time itself is not immutable, which a cluster needs in `returning`. */
export const pendingText = "extract(epoch from pending_at - timestamptz 'epoch')::text";

/**
 * Leases an import for a job's longest run, so that no two jobs read it at the same time.
 * @param fetches whether the job reads the import's address
 * @returns undefined if it is leased or unknown
 */
export async function holdFeed(
  { scope, account }: FeedContext,
  id: number,
  fetches: boolean,
): Promise<HeldFeed | undefined> {
  return scope.transaction((transaction) =>
    transaction.row<HeldFeed>(
      `update calendar_feeds as feeds set held_until = statement_timestamp() + interval '${leaseMs} milliseconds',
         last_attempt_at = case when $3 and feeds.sealed_url is not null then (select statement_timestamp())
           else feeds.last_attempt_at end
       from rentals, sources where rentals.account_id = $1 and rentals.id = feeds.rental_id
         and sources.account_id = $1 and sources.id = feeds.source_id
         and feeds.account_id = $1 and feeds.id = $2 and feeds.kind = 'import'
         and (feeds.held_until is null or feeds.held_until < statement_timestamp())
       returning feeds.id, feeds.rental_id as rental, sources.id as source, feeds.created_by_application_id as application,
         rentals.time_zone as "timeZone", feeds.deleted_at is not null as "isDeleted", feeds.keep_bookings as "keepsBookings",
         feeds.enabled as "isEnabled", feeds.sealed_url as "sealedUrl", feeds.etag, feeds.last_modified as "lastModified",
         feeds.content_digest as "contentDigest", case when rentals.updated_at <= feeds.read_at then feeds.read_at end as "readAt",
         feeds.suspicious_at is not null as "isSuspicious",
         feeds.ignore_summaries as "ignoredSummaries", ${needsPreparation} as "needsPreparation", ${pendingText} as "pendingAt",
         feeds.held_until as "heldUntil"`,
      [account, id, fetches],
    ),
  );
}

/** Ends the lease. */
export async function releaseFeed({ scope, account }: FeedContext, { id }: HeldFeed): Promise<void> {
  await scope.transaction((transaction) =>
    transaction.run("update calendar_feeds set held_until = null where account_id = $1 and id = $2", [account, id]),
  );
}
