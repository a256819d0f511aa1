import { scheduler } from "../../../../kernel/concurrency/scheduler.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { maxShown } from "../feed-values.ts";
import { matchEvents, type StoredEvent } from "../plan/match-events.ts";
import { missingEvents } from "../plan/missing-events.ts";
import type { ReadCalendar } from "../read/read-calendar.ts";
import { withoutOwn } from "./own-uids.ts";
import { insertEvents, markGone, updateEvents } from "./store-events.ts";

/** A reading of a whole calendar. */
export interface StoredReading {
  readonly feed: number;
  readonly rental: number;
  /** Epoch day in the rental's time zone. */
  readonly today: number;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly read: ReadCalendar;
  /** A person's word: missing events go at once. */
  readonly isUpload: boolean;
}

type StoredRow = StoredEvent & {
  readonly uid: string;
  readonly missingSince: number | null;
  readonly missingReadings: number;
};

/**
 * Stores a whole calendar's events, whether it was uploaded or read from an address. `applyReading` changes the bookings later.
 * Unreadable events stay unchanged, and most of a feed's stays vanish only once several readings agree. The feed's row must be locked.
 */
export async function storeReading(context: AccountTransaction, reading: StoredReading): Promise<void> {
  const { feed, rental, today, now, read, isUpload } = reading;
  const foreign = await withoutOwn(context, rental, read.events);
  const stored = await storedEvents(context, feed);
  await scheduler.next("calendars");
  const [current, unreadable] = [new Set(foreign.map(({ key }) => key)), new Set(read.unread.map(({ uid }) => uid))];
  // An unreadable event has not vanished, so no other event is the same one, moved.
  const known = stored.filter(({ key, uid }) => current.has(key) || !unreadable.has(uid));
  const { kept, added, gone: vanished } = matchEvents(known, foreign);
  await scheduler.next("calendars");
  const ignored = new Set(read.ignored);
  const missing = missingEvents(
    stored.filter(({ gone: before, departure, key }) => !before && departure > today && !ignored.has(key)),
    new Set(vanished),
    isUpload ? "at once" : now,
  );
  await updateEvents(context, [...kept]);
  await insertEvents(context, feed, added);
  await markGone(
    context,
    vanished.filter((id) => !missing.has(id)),
  );
  await noteMissing(context, { feed, now }, [...missing]);
  const unread = read.unread.slice(0, maxShown).map(({ uid, reason }) => ({ uid, reason }));
  await context.transaction.run(
    `update calendar_feeds set unreadable = $3, missing_count = $4,
       suspicious_at = case when $4::integer > 0 then coalesce(suspicious_at, to_timestamp($5::double precision / 1000)) end
     where account_id = $1 and id = $2`,
    [context.account.id, feed, JSON.stringify(unread), missing.size, now],
  );
}

function storedEvents({ transaction, account }: AccountTransaction, feed: number): Promise<StoredRow[]> {
  return transaction.rows<StoredRow>(
    `with held as materialized (
       select distinct parts.event_id from calendar_feed_parts as parts
       join bookings on bookings.account_id = $1 and bookings.id = parts.booking_id and bookings.canceled_at is null
       where parts.account_id = $1 and parts.feed_id = $2
     )
     select events.id, events.event_key as key, events.uid, events.arrival - date '1970-01-01' as arrival,
       events.departure - date '1970-01-01' as departure, events.gone, events.missing_since as "missingSince",
       events.missing_readings as "missingReadings", events.id in (select event_id from held) as "isHeld"
     from calendar_feed_events as events where events.account_id = $1 and events.feed_id = $2 order by events.id`,
    [account.id, feed],
  );
}

/** Counts a reading without some events, and forgets earlier ones for those that are back. */
async function noteMissing(
  { transaction, account }: AccountTransaction,
  { feed, now }: { readonly feed: number; readonly now: number },
  missing: readonly number[],
): Promise<void> {
  const ids = `{${missing.join(",")}}`;
  await transaction.run(
    `update calendar_feed_events set missing_since = null, missing_readings = 0
     where account_id = $1 and feed_id = $2 and missing_readings > 0 and id <> all ($3::bigint[])`,
    [account.id, feed, ids],
  );
  if (missing.length === 0) return;
  await transaction.run(
    `update calendar_feed_events set missing_readings = missing_readings + 1,
       missing_since = coalesce(missing_since, to_timestamp($3::double precision / 1000))
     where account_id = $1 and id = any ($2::bigint[])`,
    [account.id, ids, now],
  );
}
