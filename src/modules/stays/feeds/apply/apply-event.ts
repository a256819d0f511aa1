import { bookingReference } from "../../../../core/reference.ts";
import { OvertakenError } from "../../../../database/sql/errors.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { arrivalDate, departureDate } from "../../../property/occupancy/held-nights.ts";
import { type Blocking, blockNights, endBlock, moveBlock } from "../../bookings/create/block-nights.ts";
import { type LockedCalendars, lockCalendars } from "../../bookings/nights/linked-rentals.ts";

/** The feed whose events are applied. */
export interface AppliedFeed {
  readonly id: number;
  readonly rental: number;
  readonly source: number;
  readonly application: number;
  /** Epoch day in the rental's time zone. */
  readonly today: number;
}

type ApplyingContext = AccountTransaction & { readonly now: number };

/** The result of applying an event. */
export type Applied = "created" | "updated" | "canceled" | "in the way" | "nothing";

/** An event with its live booking, if any. Days are epoch days. */
interface EventRow {
  readonly gone: boolean;
  readonly held_arrival: number;
  readonly held_departure: number;
  readonly booking_id: number | null;
  readonly conflict: string | null;
  readonly conflict_booking_id: number | null;
  readonly booking_rental: number | null;
  readonly booking_arrival: number | null;
  readonly booking_departure: number | null;
  readonly unavailable: boolean | null;
}

/** The values to store in the event's row. */
interface EventState {
  readonly booking: number | null;
  readonly conflict?: string;
  readonly with?: number;
}

interface Nights {
  readonly arrival: number;
  readonly departure: number;
}

/**
 * Creates, moves or cancels an event's booking as its calendar says. A stay that has begun is never canceled.
 * Conflicts are stored and retried with the next poll. The calendar overrides manual changes, unless the booking was turned into
 * a stay or moved to another rental.
 */
export async function applyEvent(context: ApplyingContext, feed: AppliedFeed, event: number): Promise<Applied> {
  const before = await context.transaction.row<{ booking_id: number | null }>(
    "select booking_id from calendar_feed_events where account_id = $1 and id = $2",
    [context.account.id, event],
  );
  const booking = before?.booking_id ?? undefined;
  const calendars = await lockCalendars(context, {
    rentals: [feed.rental],
    ...(booking === undefined ? {} : { booking }),
  });
  if (!calendars.terms.has(feed.rental)) return "nothing";
  const row = await lockedEvent(context, event);
  if ((row.booking_id ?? undefined) !== booking) throw new OvertakenError("An event");
  const [applied, state] = await decide(context, calendars, feed, row);
  await storeState(context, event, row, state);
  return applied;
}

async function lockedEvent({ transaction, account }: AccountTransaction, event: number): Promise<EventRow> {
  const row = await transaction.row<EventRow>(
    `select events.gone, events.held_arrival, events.held_departure, events.booking_id, events.conflict, events.conflict_booking_id,
       bookings.rental_id as booking_rental, ${arrivalDate} as booking_arrival, ${departureDate} as booking_departure,
       bookings.unavailable
     from calendar_feed_events as events
     left join bookings on bookings.account_id = $1 and bookings.id = events.booking_id and bookings.canceled_at is null
     where events.account_id = $1 and events.id = $2 for no key update of events`,
    [account.id, event],
  );
  if (!row) throw new Error(`Event ${event} not found.`);
  return row;
}

async function decide(
  context: ApplyingContext,
  calendars: LockedCalendars,
  feed: AppliedFeed,
  row: EventRow,
): Promise<[Applied, EventState]> {
  const { booking_id: booking, booking_arrival: arrival, booking_departure: departure } = row;
  const hasBooking = booking !== null && row.booking_rental === feed.rental && arrival !== null && departure !== null;
  if (!hasBooking) return createBlock(context, calendars, feed, nightsOf(row, feed.today, undefined));
  const stay = { arrival, departure };
  const nights = nightsOf(row, feed.today, stay);
  if (row.unavailable !== true) return ["nothing", { booking, ...stayConflict(booking, stay, nights, feed.today) }];
  if (nights) return follow(context, calendars, feed, { booking, stay, nights });
  if (arrival < feed.today) return ["nothing", { booking }];
  await endBlock(context, booking);
  return ["canceled", { booking: null }];
}

/** Returns the nights that an event holds from today on. A booking that has begun keeps its first night. */
function nightsOf(row: EventRow, today: number, stay: Nights | undefined): Nights | undefined {
  const { held_arrival: from, held_departure: departure } = row;
  const hasBegun = stay && stay.arrival < today && from <= today;
  const arrival = hasBegun ? stay.arrival : Math.max(from, today);
  return row.gone || from === departure || departure <= today ? undefined : { arrival, departure };
}

/** Returns the conflict with a booking that was turned into a stay, if any. */
function stayConflict(booking: number, stay: Nights, nights: Nights | undefined, today: number): Partial<EventState> {
  const name = bookingReference(booking);
  if (stay.departure <= today) return {};
  if (!nights)
    return {
      conflict: `the event is gone, but booking ${name} was turned into a stay: cancel the stay if it no longer applies`,
      with: booking,
    };
  if (stay.arrival <= nights.arrival && nights.departure <= stay.departure) return {};
  return { conflict: `the event has moved, but booking ${name} was turned into a stay: move the stay`, with: booking };
}

async function createBlock(
  context: ApplyingContext,
  calendars: LockedCalendars,
  { rental, source, application }: AppliedFeed,
  nights: Nights | undefined,
): Promise<[Applied, EventState]> {
  if (!nights) return ["nothing", { booking: null }];
  const created = await blockNights(context, calendars, { rental, ...nights }, { source, application });
  return "booking" in created ? ["created", created] : ["in the way", { booking: null, ...nightsConflict(created) }];
}

async function follow(
  context: ApplyingContext,
  calendars: LockedCalendars,
  { rental }: AppliedFeed,
  { booking, stay, nights }: { readonly booking: number; readonly stay: Nights; readonly nights: Nights },
): Promise<[Applied, EventState]> {
  if (stay.arrival === nights.arrival && stay.departure === nights.departure) return ["nothing", { booking }];
  const moved = await moveBlock(context, calendars, booking, { rental, ...nights });
  if ("booking" in moved) return ["updated", moved];
  // Keep the old nights if they overlap the new ones; free them if the event has left them all.
  const overlaps = stay.arrival < nights.departure && nights.arrival < stay.departure;
  if (!overlaps) await endBlock(context, booking);
  return ["in the way", { booking: overlaps ? booking : null, ...nightsConflict(moved) }];
}

function nightsConflict({ inTheWay }: Exclude<Blocking, { readonly booking: number }>): Partial<EventState> {
  const [first] = inTheWay;
  if (!first) throw new Error("Nights are taken, but no booking is in the way.");
  return { conflict: `the nights are taken by booking ${bookingReference(first.id)}`, with: first.id };
}

async function storeState(
  { transaction, account }: AccountTransaction,
  event: number,
  before: EventRow,
  {
    booking,
    conflict = null,
    with: other = null,
  }: { booking: number | null; conflict?: string | null; with?: number | null },
): Promise<void> {
  if (before.booking_id === booking && before.conflict === conflict && before.conflict_booking_id === other) return;
  await transaction.run(
    `update calendar_feed_events set booking_id = $3, conflict = $4, conflict_booking_id = $5, updated_at = statement_timestamp()
     where account_id = $1 and id = $2`,
    [account.id, event, booking, conflict, other],
  );
}
