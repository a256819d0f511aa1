import { createHash } from "node:crypto";
import { firstOfMonth } from "../../../core/day.ts";
import { dayIn } from "../../../core/time-zone.ts";
import type { AccountScope } from "../../../database/sql/account-scope.ts";
import type { Secrets } from "../../../kernel/access/secrets.ts";
import { applyReading } from "./apply/apply-reading.ts";
import { type HeldFeed, holdFeed, leaseMs, releaseFeed } from "./apply/held-feed.ts";
import { endEvents } from "./apply/store-events.ts";
import { storeReading } from "./apply/store-reading.ts";
import { storeFailure, storeSuccess } from "./apply/store-report.ts";
import { FeedError } from "./feed-error.ts";
import { openUrl } from "./feed-url.ts";
import type { FetchCalendar } from "./read/fetch-calendar.ts";
import type { ReadingFrame } from "./read/read-event.ts";
import { readInThread } from "./read/read-in-thread.ts";

/** The context to read a feed in. */
export interface SyncContext {
  readonly scope: AccountScope;
  readonly account: number;
  readonly secrets: Secrets;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly signal: AbortSignal;
  /** Absent: only applies the events that are stored already. */
  readonly fetchCalendar?: FetchCalendar;
}

/** Days imported, from the first of the month: the range of availability maps. */
const horizonDays = 1096;

/** Reread an unchanged calendar after this time, because recurring events continue. */
const rereadAfterMs = 86_400_000;

/**
 * Reads an import from its address, if any, and updates its bookings. Stores a calendar's errors in the feed and retries later.
 * A deleted feed's upcoming bookings are canceled.
 * @returns false if another job is reading it, or it does not exist
 * @throws errors that the calendar did not cause
 */
export async function syncFeed(context: SyncContext, id: number): Promise<boolean> {
  const feed = await holdFeed(context, id, context.fetchCalendar !== undefined);
  if (!feed) return false;
  try {
    // An upload has stored its events already.
    let isRead = feed.sealedUrl === null && feed.pendingAt !== null;
    if (feed.isDeleted) await endFeed(context, feed);
    else if (context.fetchCalendar) isRead = (await fetchFeed(context, context.fetchCalendar, feed)) || isRead;
    const { today } = frameOf(feed, context.now);
    if (!(feed.isDeleted && feed.keepsBookings))
      await storeSuccess(context, feed, await applyReading(context, { ...feed, today }), isRead);
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    await storeFailure(context, feed, error.message, error.retryAfterSeconds);
  } finally {
    await releaseFeed(context, feed);
  }
  return true;
}

/** Returns a reading's frame: from today in the rental's time zone to the end of availability maps. */
export function frameOf(
  { timeZone, ignoredSummaries }: Pick<HeldFeed, "timeZone" | "ignoredSummaries">,
  now: number,
): ReadingFrame {
  const today = dayIn(timeZone, now);
  return { timeZone, today, horizon: firstOfMonth(today) + horizonDays, ignoredSummaries };
}

async function endFeed({ scope, account }: SyncContext, { id, keepsBookings }: HeldFeed): Promise<void> {
  if (keepsBookings) return;
  await scope.transaction((transaction) => endEvents({ transaction, account: { id: account } }, id, "all"));
}

/**
 * Fetches and stores a feed's events, unless nothing has changed. Readings count while most stays are missing, changed or not.
 * @returns false if the feed is not read from an address
 */
async function fetchFeed(context: SyncContext, fetchCalendar: FetchCalendar, feed: HeldFeed): Promise<boolean> {
  const { scope, account, now } = context;
  if (!feed.sealedUrl || !feed.isEnabled) return false;
  const isFresh = feed.readAt !== null && now - feed.readAt < rereadAfterMs && !feed.isSuspicious;
  const fetched = await fetchCalendar({
    url: openUrl(context.secrets, account, feed.id, feed.sealedUrl),
    etag: isFresh ? feed.etag : null,
    lastModified: isFresh ? feed.lastModified : null,
    now,
    signal: context.signal,
  });
  if (fetched === "unchanged") return true;
  const digest = createHash("sha256").update(fetched.bytes).digest();
  if (isFresh && feed.contentDigest?.equals(digest)) return true;
  const frame = frameOf(feed, now);
  const read = await readInThread(fetched.bytes, frame, context.signal);
  await scope.transaction(async (transaction) => {
    const updated = await transaction.run(
      `update calendar_feeds set etag = $3, last_modified = $4, content_digest = $5, read_at = to_timestamp($7::double precision / 1000)
       where account_id = $1 and id = $2 and sealed_url = $6 and deleted_at is null`,
      [account, feed.id, fetched.etag, fetched.lastModified, digest, feed.sealedUrl, feed.heldUntil - leaseMs],
    );
    // The feed was deleted or got another address meanwhile: discard the result.
    if (updated === 0) return;
    const within = { transaction, account: { id: account } };
    await storeReading(within, { feed: feed.id, rental: feed.rental, today: frame.today, now, read, isUpload: false });
  });
  return true;
}
