import { createHash } from "node:crypto";
import { firstOfMonth } from "../../../core/day.ts";
import { dayIn } from "../../../core/time-zone.ts";
import type { AccountScope } from "../../../database/sql/account-scope.ts";
import type { Secrets } from "../../../kernel/access/secrets.ts";
import { applyEvents } from "./apply/apply-events.ts";
import { type HeldFeed, holdFeed, noteFailure, noteSuccess, releaseFeed } from "./apply/held-feed.ts";
import { forgetEvents, storeEvents } from "./apply/store-events.ts";
import { FeedError } from "./feed-error.ts";
import { openUrl } from "./feed-url.ts";
import type { FetchCalendar } from "./read/fetch-calendar.ts";
import type { UnreadEvent } from "./read/read-calendar.ts";
import type { ReadingFrame } from "./read/read-event.ts";
import { readInThread } from "./read/read-in-thread.ts";

/** What a feed is read with. */
export interface SyncContext {
  readonly scope: AccountScope;
  readonly account: number;
  readonly secrets: Secrets;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly signal: AbortSignal;
  readonly fetchCalendar: FetchCalendar;
}

/** Days for which availability is shown, from the first of the month on: what is later is taken in once it is nearer. */
const reach = 1096;

/** Milliseconds after which a calendar is read anew although it has not changed: recurring events go on forever. */
const aDay = 86_400_000;

/**
 * Reads an import from its address, if it has one, and makes its bookings what it says. What goes wrong with the calendar is noted in the
 * feed, and tried again later. A deleted feed takes its bookings that are ahead with it.
 * @returns false when it is being read by somebody else just now, or is not there
 * @throws whatever is wrong with us, and not with the calendar
 */
export async function syncFeed(context: SyncContext, id: number): Promise<boolean> {
  const feed = await holdFeed(context, id);
  if (!feed) return false;
  try {
    const unread = await readHeld(context, feed);
    const today = frameOf(feed, context.now).today;
    const counts = await applyEvents(context, { ...feed, today });
    await noteSuccess(context, feed, { counts, unread, today });
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    await noteFailure(context, feed, error.message);
  } finally {
    await releaseFeed(context, feed);
  }
  return true;
}

/** The days of a reading: from today in the rental's time zone to where maps of availability end. */
export function frameOf({ timeZone }: Pick<HeldFeed, "timeZone">, now: number): ReadingFrame {
  const today = dayIn(timeZone, now);
  return { timeZone, today, horizon: firstOfMonth(today) + reach };
}

/** Takes in what the feed says now. @returns events that could not be read; undefined where nothing was read */
async function readHeld(context: SyncContext, feed: HeldFeed): Promise<readonly UnreadEvent[] | undefined> {
  const { scope, account } = context;
  if (feed.isDeleted) {
    if (!feed.keepsBookings)
      await scope.transaction((transaction) => forgetEvents({ transaction, account: { id: account } }, feed.id));
    return undefined;
  }
  if (!feed.sealedUrl || !feed.isEnabled) return undefined;
  const isFresh = feed.readAt !== null && context.now - feed.readAt < aDay;
  const fetched = await context.fetchCalendar({
    url: openUrl(context.secrets, account, feed.id, feed.sealedUrl),
    etag: isFresh ? feed.etag : null,
    lastModified: isFresh ? feed.lastModified : null,
    signal: context.signal,
  });
  if (fetched === "unchanged") return undefined;
  const digest = createHash("sha256").update(fetched.bytes).digest();
  if (isFresh && feed.contentDigest?.equals(digest)) return undefined;
  const frame = frameOf(feed, context.now);
  const read = await readInThread(fetched.bytes, frame, context.signal);
  await scope.transaction(async (transaction) => {
    const place = await transaction.run(
      `update calendar_feeds set etag = $3, last_modified = $4, content_digest = $5, read_at = clock_timestamp()
       where account_id = $1 and id = $2 and sealed_url = $6 and deleted_at is null`,
      [account, feed.id, fetched.etag, fetched.lastModified, digest, feed.sealedUrl],
    );
    // Meanwhile it was deleted, or has another address: what was read counts no more.
    if (place === 0) return;
    await storeEvents(
      { transaction, account: { id: account } },
      { feed: feed.id, rental: feed.rental, today: frame.today },
      read,
    );
  });
  return read.unread;
}
