import type { AccountScope } from "../../../../database/sql/account-scope.ts";
import { arrivalDate, departureDate } from "../../../property/occupancy/held-nights.ts";
import { type Applied, type AppliedFeed, applyEvent } from "./apply-event.ts";

/** How many bookings applying a feed changed. */
export interface AppliedCounts {
  readonly created: number;
  readonly updated: number;
  readonly canceled: number;
}

/** The context to apply events in. */
export interface ApplyingScope {
  readonly scope: AccountScope;
  readonly account: number;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly signal: AbortSignal;
}

/** Maximum rounds: events that swap nights wait for each other. */
const maxRounds = 4;

/**
 * Applies a feed's events, each in its own transaction, so that other bookings wait for at most one. Frees nights before it takes any.
 */
export async function applyEvents(context: ApplyingScope, feed: AppliedFeed): Promise<AppliedCounts> {
  const counts = { created: 0, updated: 0, canceled: 0 };
  for (let round = 1; round <= maxRounds; round++) {
    const results: Applied[] = [];
    for (const event of await pendingEvents(context, feed)) {
      context.signal.throwIfAborted();
      results.push(await applyInTransaction(context, feed, event));
    }
    for (const result of results)
      if (result === "created" || result === "updated" || result === "canceled") counts[result]++;
    const hasProgress = results.some((result) => result !== "in the way" && result !== "nothing");
    if (!hasProgress || !results.includes("in the way")) break;
  }
  return counts;
}

const applyInTransaction = (
  { scope, account, now }: ApplyingScope,
  feed: AppliedFeed,
  event: number,
): Promise<Applied> =>
  scope.transaction((transaction) => applyEvent({ transaction, account: { id: account }, now }, feed, event));

/** Finds events whose booking may differ from them. Those that free nights come first. */
function pendingEvents({ scope, account }: ApplyingScope, { id, rental, today }: AppliedFeed): Promise<number[]> {
  return scope.transaction(async (transaction) => {
    const rows = await transaction.rows<{ id: number }>(
      `select events.id from calendar_feed_events as events
       left join bookings on bookings.account_id = $1 and bookings.id = events.booking_id
         and bookings.canceled_at is null and bookings.rental_id = $3
       where events.account_id = $1 and events.feed_id = $2 and (
         events.conflict is not null
         or (events.gone or events.held_arrival = events.held_departure) and events.booking_id is not null
           and ${arrivalDate} >= date '1970-01-01' + $4::integer
         or not events.gone and events.held_departure > date '1970-01-01' + $4::integer
           and events.held_arrival < events.held_departure and (
             bookings.id is null or events.held_departure <> ${departureDate}
             or greatest(events.held_arrival, date '1970-01-01' + $4::integer) <> greatest(${arrivalDate}, date '1970-01-01' + $4::integer)
           )
       )
       order by not (events.gone or events.held_arrival = events.held_departure), bookings.id is null, events.held_arrival, events.id`,
      [account, id, rental, today],
    );
    return rows.map((row) => row.id);
  }, "read");
}
