import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { type CalendarEvent, type HeldNights, holdNights } from "../read/calendar-event.ts";
import type { ReadCalendar } from "../read/read-calendar.ts";
import { matchEvents, type StoredEvent } from "./match-events.ts";
import { withoutOwn } from "./own-uids.ts";

/** Rows per statement. */
const batchSize = 1000;

/** The feed to store events for. */
export interface EventTarget {
  readonly feed: number;
  readonly rental: number;
  /** Epoch day in the rental's time zone. */
  readonly today: number;
}

/**
 * Stores a whole calendar's events and marks missing ones as gone. `applyEvents` changes the bookings later.
 * Unreadable events stay unchanged. The caller must have locked the feed's row.
 */
export async function storeEvents(
  context: AccountTransaction,
  { feed, rental, today }: EventTarget,
  { events: read, unread }: ReadCalendar,
): Promise<void> {
  const foreign = await withoutOwn(context, rental, read);
  const unreadable = new Set(unread.map(({ uid }) => uid));
  const stored = await storedEvents(context, feed);
  const { kept, added, gone } = matchEvents(stored, foreign, today);
  const left = new Set(stored.flatMap(({ id, uid }) => (unreadable.has(uid) ? [id] : [])));
  const staying = stored.filter(({ id, gone: before }) => left.has(id) && !kept.has(id) && !before);
  const held = holdNights([...foreign, ...staying]);
  for (const events of batches([...kept])) await update(context, feed, events, held);
  for (const events of batches(added)) await insert(context, feed, events, held);
  for (const ids of batches(gone.filter((id) => !left.has(id))))
    await context.transaction.run(
      `update calendar_feed_events set gone = true, updated_at = statement_timestamp()
       where account_id = $1 and feed_id = $2 and id = any ($3::bigint[])`,
      [context.account.id, feed, `{${ids.join(",")}}`],
    );
}

/** Marks all of a feed's events as gone, so that their bookings are canceled. */
export async function endEvents({ transaction, account }: AccountTransaction, feed: number): Promise<void> {
  await transaction.run(
    `update calendar_feed_events set gone = true, updated_at = statement_timestamp()
     where account_id = $1 and feed_id = $2 and not gone`,
    [account.id, feed],
  );
}

function storedEvents(
  { transaction, account }: AccountTransaction,
  feed: number,
): Promise<(StoredEvent & { uid: string })[]> {
  return transaction.rows<StoredEvent & { uid: string }>(
    `select events.id, events.event_key as key, events.uid, events.arrival, events.departure, events.gone,
       bookings.id is not null as "isHeld"
     from calendar_feed_events as events
     left join bookings on bookings.account_id = $1 and bookings.id = events.booking_id and bookings.canceled_at is null
     where events.account_id = $1 and events.feed_id = $2 order by events.id`,
    [account.id, feed],
  );
}

function* batches<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < list.length; from += batchSize) yield list.slice(from, from + batchSize);
}

/** Returns the events as column arrays. Days are epoch days. */
function columnsOf(events: readonly CalendarEvent[], held: ReadonlyMap<string, HeldNights>): unknown[] {
  const nights = events.map(({ key }) => held.get(key) ?? { from: 0, until: 0 });
  return [
    events.map(({ key }) => key),
    events.map(({ uid }) => uid),
    ...[events.map(({ arrival }) => arrival), events.map(({ departure }) => departure)],
    ...[nights.map(({ from }) => from), nights.map(({ until }) => until)],
  ];
}

async function update(
  { transaction, account }: AccountTransaction,
  feed: number,
  events: readonly (readonly [number, CalendarEvent])[],
  held: ReadonlyMap<string, HeldNights>,
): Promise<void> {
  await transaction.run(
    `update calendar_feed_events as events set event_key = incoming.key, uid = incoming.uid,
       arrival = date '1970-01-01' + incoming.arrival, departure = date '1970-01-01' + incoming.departure,
       held_arrival = date '1970-01-01' + incoming.held_arrival, held_departure = date '1970-01-01' + incoming.held_departure,
       gone = false, updated_at = statement_timestamp()
     from unnest($3::bigint[], $4::text[], $5::text[], $6::integer[], $7::integer[], $8::integer[], $9::integer[])
       as incoming (id, key, uid, arrival, departure, held_arrival, held_departure)
     where events.account_id = $1 and events.feed_id = $2 and events.id = incoming.id
       and (events.gone or (events.event_key, events.arrival, events.departure, events.held_arrival, events.held_departure)
         is distinct from (incoming.key, date '1970-01-01' + incoming.arrival, date '1970-01-01' + incoming.departure,
           date '1970-01-01' + incoming.held_arrival, date '1970-01-01' + incoming.held_departure))`,
    [
      account.id,
      feed,
      events.map(([id]) => id),
      ...columnsOf(
        events.map(([, event]) => event),
        held,
      ),
    ],
  );
}

async function insert(
  { transaction, account }: AccountTransaction,
  feed: number,
  events: readonly CalendarEvent[],
  held: ReadonlyMap<string, HeldNights>,
): Promise<void> {
  await transaction.run(
    `insert into calendar_feed_events (account_id, feed_id, event_key, uid, arrival, departure, held_arrival, held_departure)
     select $1, $2, incoming.key, incoming.uid, date '1970-01-01' + incoming.arrival, date '1970-01-01' + incoming.departure,
       date '1970-01-01' + incoming.held_arrival, date '1970-01-01' + incoming.held_departure
     from unnest($3::text[], $4::text[], $5::integer[], $6::integer[], $7::integer[], $8::integer[])
       as incoming (key, uid, arrival, departure, held_arrival, held_departure) returning account_id`,
    [account.id, feed, ...columnsOf(events, held)],
  );
}
