import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import type { CalendarEvent } from "../read/calendar-event.ts";

/** Rows per statement. Rows are found by their ids alone: a feed just filled has no statistics, and the planner would scan all of it. */
const batchSize = 1000;

/** Updates stored events to the calendar's current ones. */
export async function updateEvents(
  { transaction, account }: AccountTransaction,
  kept: readonly (readonly [number, CalendarEvent])[],
): Promise<void> {
  for (const events of batches(kept)) {
    await transaction.run(
      `update calendar_feed_events as events set event_key = incoming.key, uid = incoming.uid,
         arrival = date '1970-01-01' + incoming.arrival, departure = date '1970-01-01' + incoming.departure,
         gone = false, updated_at = statement_timestamp()
       from unnest($2::bigint[], $3::text[], $4::text[], $5::integer[], $6::integer[])
         as incoming (id, key, uid, arrival, departure)
       where events.account_id = $1 and events.id = incoming.id
         and (events.gone or (events.event_key, events.arrival, events.departure)
           is distinct from (incoming.key, date '1970-01-01' + incoming.arrival, date '1970-01-01' + incoming.departure))`,
      [account.id, events.map(([id]) => id), ...columnsOf(events.map(([, event]) => event))],
    );
  }
}

export async function insertEvents(
  { transaction, account }: AccountTransaction,
  feed: number,
  added: readonly CalendarEvent[],
): Promise<void> {
  for (const events of batches(added)) {
    await transaction.run(
      `insert into calendar_feed_events (account_id, feed_id, event_key, uid, arrival, departure)
       select $1, $2, incoming.key, incoming.uid, date '1970-01-01' + incoming.arrival, date '1970-01-01' + incoming.departure
       from unnest($3::text[], $4::text[], $5::integer[], $6::integer[])
         as incoming (key, uid, arrival, departure) returning account_id`,
      [account.id, feed, ...columnsOf(events)],
    );
  }
}

/** Marks events as gone, so that their bookings are canceled. */
export async function markGone({ transaction, account }: AccountTransaction, gone: readonly number[]): Promise<void> {
  for (const ids of batches(gone)) {
    await transaction.run(
      `update calendar_feed_events set gone = true, missing_since = null, missing_readings = 0, updated_at = statement_timestamp()
       where account_id = $1 and id = any ($2::bigint[])`,
      [account.id, `{${ids.join(",")}}`],
    );
  }
}

/** Marks all of a feed's events as gone, or only those that wait for confirmation. */
export async function endEvents(
  { transaction, account }: AccountTransaction,
  feed: number,
  which: "all" | "missing",
): Promise<void> {
  await transaction.run(
    `update calendar_feed_events set gone = true, missing_since = null, missing_readings = 0, updated_at = statement_timestamp()
     where account_id = $1 and feed_id = $2 and not gone and ($3 or missing_readings > 0)`,
    [account.id, feed, which === "all"],
  );
}

function* batches<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < list.length; from += batchSize) yield list.slice(from, from + batchSize);
}

/** Returns the events as column arrays. Days are epoch days. */
const columnsOf = (events: readonly CalendarEvent[]): unknown[] => [
  events.map(({ key }) => key),
  events.map(({ uid }) => uid),
  events.map(({ arrival }) => arrival),
  events.map(({ departure }) => departure),
];
