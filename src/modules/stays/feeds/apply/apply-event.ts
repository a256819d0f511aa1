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
  /** In the rental's time zone, an epoch day. */
  readonly today: number;
}

type ApplyingContext = AccountTransaction & { readonly now: number };

/** What was done for an event. */
export type Applied = "created" | "updated" | "canceled" | "in the way" | "nothing";

/** An event with the booking that was made of it, if it still holds nights. Days are epoch days. */
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

/** What is left in the row of an event. */
interface Left {
  readonly booking: number | null;
  readonly conflict?: string;
  readonly with?: number;
}

interface Nights {
  readonly arrival: number;
  readonly departure: number;
}

/**
 * Makes the booking of an event what its calendar says: made, moved, or canceled when it is ahead; a stay that has begun stays where
 * its event is gone. Nights that somebody else holds are told and tried again with the next poll. The calendar wins over changes by
 * hand, but not over who made a stay of the booking, or moved it to another rental: that booking is theirs.
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
  const [applied, left] = await decide(context, calendars, feed, row);
  await leave(context, event, row, left);
  return applied;
}

async function lockedEvent({ transaction, account }: AccountTransaction, event: number): Promise<EventRow> {
  const row = await transaction.row<EventRow>(
    `select events.gone, events.held_arrival, events.held_departure, events.booking_id, events.conflict, events.conflict_booking_id,
       bookings.rental_id as booking_rental, ${arrivalDate} as booking_arrival, ${departureDate} as booking_departure,
       bookings.unavailable
     from calendar_feed_events as events
     left join bookings on bookings.account_id = events.account_id and bookings.id = events.booking_id and bookings.canceled_at is null
     where events.account_id = $1 and events.id = $2 for no key update of events`,
    [account.id, event],
  );
  if (!row) throw new Error(`There is no event ${event}.`);
  return row;
}

async function decide(
  context: ApplyingContext,
  calendars: LockedCalendars,
  feed: AppliedFeed,
  row: EventRow,
): Promise<[Applied, Left]> {
  const { booking_id: booking, booking_arrival: arrival, booking_departure: departure } = row;
  const isHere = booking !== null && row.booking_rental === feed.rental && arrival !== null && departure !== null;
  if (!isHere) return makeBlock(context, calendars, feed, nightsOf(row, feed.today, undefined));
  const stay = { arrival, departure };
  const nights = nightsOf(row, feed.today, stay);
  if (row.unavailable !== true) return ["nothing", { booking, ...madeAStay(booking, stay, nights, feed.today) }];
  if (nights) return follow(context, calendars, feed, { booking, stay, nights });
  if (arrival < feed.today) return ["nothing", { booking }];
  await endBlock(context, booking);
  return ["canceled", { booking: null }];
}

/** Nights that an event is to hold from today on; a booking that has begun keeps its first night. */
function nightsOf(row: EventRow, today: number, stay: Nights | undefined): Nights | undefined {
  const { held_arrival: from, held_departure: departure } = row;
  const hasBegun = stay && stay.arrival < today && from <= today;
  const arrival = hasBegun ? stay.arrival : Math.max(from, today);
  return row.gone || from === departure || departure <= today ? undefined : { arrival, departure };
}

/** What is told of a booking that somebody made a stay of. */
function madeAStay(booking: number, stay: Nights, nights: Nights | undefined, today: number): Partial<Left> {
  const name = bookingReference(booking);
  if (stay.departure <= today) return {};
  if (!nights)
    return {
      conflict: `the event is gone, and booking ${name} was made a stay: cancel it, if it is off`,
      with: booking,
    };
  if (stay.arrival <= nights.arrival && nights.departure <= stay.departure) return {};
  return { conflict: `the event has moved, and booking ${name} was made a stay: move it`, with: booking };
}

async function makeBlock(
  context: ApplyingContext,
  calendars: LockedCalendars,
  { rental, source, application }: AppliedFeed,
  nights: Nights | undefined,
): Promise<[Applied, Left]> {
  if (!nights) return ["nothing", { booking: null }];
  const made = await blockNights(context, calendars, { rental, ...nights }, { source, application });
  return "booking" in made ? ["created", made] : ["in the way", { booking: null, ...told(made) }];
}

async function follow(
  context: ApplyingContext,
  calendars: LockedCalendars,
  { rental }: AppliedFeed,
  { booking, stay, nights }: { readonly booking: number; readonly stay: Nights; readonly nights: Nights },
): Promise<[Applied, Left]> {
  if (stay.arrival === nights.arrival && stay.departure === nights.departure) return ["nothing", { booking }];
  const moved = await moveBlock(context, calendars, booking, { rental, ...nights });
  if ("booking" in moved) return ["updated", moved];
  // Old nights are held on to where some of them are new ones too, and freed where the event has left them all.
  const overlaps = stay.arrival < nights.departure && nights.arrival < stay.departure;
  if (!overlaps) await endBlock(context, booking);
  return ["in the way", { booking: overlaps ? booking : null, ...told(moved) }];
}

function told({ inTheWay }: Exclude<Blocking, { readonly booking: number }>): Partial<Left> {
  const [first] = inTheWay;
  if (!first) throw new Error("Nothing is in the way, and yet the nights are taken.");
  return { conflict: `the nights are taken by booking ${bookingReference(first.id)}`, with: first.id };
}

async function leave(
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
    `update calendar_feed_events set booking_id = $3, conflict = $4, conflict_booking_id = $5, updated_at = clock_timestamp()
     where account_id = $1 and id = $2`,
    [account.id, event, booking, conflict, other],
  );
}
