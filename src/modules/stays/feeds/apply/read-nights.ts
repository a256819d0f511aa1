import { formatDay } from "../../../../core/day.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { arrivalDate, departureDate, hasNightIn, isLive, isMirror } from "../../../property/occupancy/held-nights.ts";
import { spanOf } from "../plan/nights.ts";
import type { CurrentEvent, OtherBooking, Part, Reading } from "../plan/reading.ts";
import { family } from "./own-uids.ts";

/** The feed whose nights are read. */
export interface FeedNights {
  readonly id: number;
  readonly rental: number;
  /** Epoch day in the rental's time zone. */
  readonly today: number;
}

/** A feed's booking, with its event's UID. */
export interface FeedPart extends Part {
  readonly uid: string;
  /** Moved by a person, and still no stay. */
  readonly isMoved: boolean;
}

/** A feed's nights, with its events' UIDs. */
export interface FeedReading extends Reading {
  readonly events: readonly (CurrentEvent & { readonly uid: string })[];
  readonly parts: readonly FeedPart[];
}

const days = `${arrivalDate} - date '1970-01-01' as arrival, ${departureDate} - date '1970-01-01' as departure`;

/**
 * Reads a feed's desired nights and the current bookings.
 * @param linked rentals whose own bookings also close nights
 * @param only ids of some events; absent: all
 */
export async function readNights(
  { transaction, account }: AccountTransaction,
  { id, rental, today }: FeedNights,
  linked: readonly number[],
  only?: readonly number[],
): Promise<FeedReading> {
  const day = formatDay(today);
  // By ids alone: a feed just filled has no statistics, and the planner would scan all of it.
  const selected = (events: string, feeds: string): string =>
    only ? `${events} = any ($2::bigint[])` : `${feeds} = $2`;
  const key = only ? `{${only.join(",")}}` : id;
  const [events, parts] = await Promise.all([
    transaction.rows<CurrentEvent & { uid: string }>(
      `select id, uid, arrival - date '1970-01-01' as arrival, departure - date '1970-01-01' as departure from calendar_feed_events
       where account_id = $1 and ${selected("id", "feed_id")} and not gone and departure > $3::date`,
      [account.id, key, day],
    ),
    transaction.rows<Part & { uid: string; isMoved: boolean }>(
      `select bookings.id as booking, parts.event_id as event, events.uid, not bookings.unavailable or bookings.moved_by_hand as "isAdopted",
         bookings.moved_by_hand and bookings.unavailable as "isMoved", ${days}
       from calendar_feed_parts as parts
       join calendar_feed_events as events on events.account_id = $1 and events.id = parts.event_id
       join bookings on bookings.account_id = $1 and bookings.id = parts.booking_id and bookings.canceled_at is null
         and bookings.rental_id = $3 and ${departureDate} > $4::date
       where parts.account_id = $1 and ${selected("parts.event_id", "parts.feed_id")} order by bookings.id`,
      [account.id, key, rental, day],
    ),
  ]);
  const span = spanOf([...events, ...parts]);
  if (!span) return { events, parts, others: [], today };
  const own = new Set(parts.map(({ booking }) => booking));
  const rows = await transaction.rows<OtherBooking & { id: number }>(
    `select bookings.id, ${family("bookings")} as booking, ${days} from bookings
     where bookings.account_id = $1 and (bookings.rental_id = $2 or bookings.rental_id = any ($3::bigint[]) and not ${isMirror})
       and ${isLive} and ${hasNightIn("$4::date", "$5::date")}`,
    [account.id, rental, `{${linked.join(",")}}`, formatDay(Math.max(today, span.arrival)), formatDay(span.departure)],
  );
  return { events, parts, others: distinct(rows.filter((row) => !own.has(row.id))), today };
}

/** A booking and its mirror are one. */
function distinct(rows: readonly OtherBooking[]): OtherBooking[] {
  const byNights = new Map(
    rows.map(({ booking, arrival, departure }) => [
      `${booking} ${arrival} ${departure}`,
      { booking, arrival, departure },
    ]),
  );
  return [...byNights.values()];
}
