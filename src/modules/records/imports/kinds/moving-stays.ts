import { bookingReference } from "../../../../core/reference.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import { digestOfLine } from "../imported-records.ts";
import type { Batch, Batches } from "../passes/record-kind.ts";
import type { ReferencedLine } from "../passes/referenced-lines.ts";
import type { Problems } from "../problems.ts";
import { stayDays } from "../sample.ts";
import { isCanceled } from "./booking-element.ts";

/** Nights of a calendar, as epoch days. */
interface HeldNights {
  readonly calendar: unknown;
  readonly arrival: number;
  readonly departure: number;
}

/** A booking of the file that leaves nights. */
interface Leaving extends HeldNights {
  readonly id: number;
  readonly line: number;
}

/** The parts of the bookings kind that the search needs. */
export interface Calendars {
  /** The calendar of a line that names its rental. */
  readonly ofLine: (line: ReferencedLine) => unknown;
  readonly ofRental: (rental: number) => unknown;
  readonly timeZoneOf: (line: ReferencedLine) => string;
}

/** Bookings whose lines have other dates or end them: stays that may change places. */
export class LeavingStays {
  private readonly write: WriteContext;
  private readonly calendars: Calendars;
  private readonly byId = new Map<number, Leaving>();

  constructor(write: WriteContext, calendars: Calendars) {
    this.write = write;
    this.calendars = calendars;
  }

  /** Notes the stays that leave nights. */
  async add(lines: readonly ReferencedLine[], before: Batch["before"]): Promise<void> {
    const lineByBooking = new Map<number, ReferencedLine>();
    for (const line of lines) {
      const previous = before.get(line.reference);
      if (line.payment === undefined && previous && previous.digest !== digestOfLine(line.values))
        lineByBooking.set(previous.id, line);
    }
    for (const stay of await leavingStays(this.write, lineByBooking, this.calendars)) this.byId.set(stay.id, stay);
  }

  /**
   * Finds the noted bookings whose nights another line of the file takes: they are not in the way of the file's other lines.
   * @returns their lines by id
   */
  async inTheWay(batches: Batches): Promise<Map<number, number>> {
    const found = new Map<number, number>();
    if (this.byId.size === 0) return found;
    const byCalendar = Map.groupBy(this.byId.values(), ({ calendar }) => calendar);
    for await (const { lines, before } of batches())
      for (const line of lines) {
        const stay = stayDays(line.values, this.calendars.timeZoneOf(line));
        const id = before.get(line.reference)?.id;
        const calendar = this.calendars.ofLine(line) ?? this.byId.get(id ?? 0)?.calendar;
        for (const other of byCalendar.get(calendar) ?? [])
          if (stay && other.id !== id && stay.arrival < other.departure && other.arrival < stay.departure)
            found.set(other.id, other.line);
      }
    return found;
  }
}

/** Stored stays whose lines have other dates or end them. */
async function leavingStays(
  { transaction, account }: WriteContext,
  lineByBooking: ReadonlyMap<number, ReferencedLine>,
  { ofRental, timeZoneOf }: Calendars,
): Promise<Leaving[]> {
  if (lineByBooking.size === 0) return [];
  const rows = await transaction.rows<{ id: number; rental: number; arrival: number; departure: number }>(
    `select id, rental_id as rental, lower(nights) - date '1970-01-01' as arrival, upper(nights) - date '1970-01-01' as departure
     from bookings where account_id = $1 and id = any ($2::bigint[]) and canceled_at is null`,
    [account.id, [...lineByBooking.keys()]],
  );
  return rows.flatMap(({ rental, ...held }) => {
    const line = lineByBooking.get(held.id);
    const stay = line && stayDays(line.values, timeZoneOf(line));
    const moves = stay && (stay.arrival !== held.arrival || stay.departure !== held.departure);
    if (!line || (!moves && !isCanceled(line.values))) return [];
    return [{ ...held, line: line.line, calendar: ofRental(rental) }];
  });
}

/** Checks the nights of the stays that moved together, each against all others. */
export async function checkMoved(
  { transaction, account }: WriteContext,
  moving: ReadonlyMap<number, number>,
  problems: Problems,
): Promise<void> {
  if (moving.size === 0) return;
  const pairs = await transaction.rows<{ moved: number; other: number }>(
    `select case mine.created_by_type when 'Booking' then mine.created_by_id else mine.id end as moved, other.id as other
     from bookings as mine join bookings as other on other.account_id = $1 and other.rental_id = mine.rental_id
       and other.nights && mine.nights and other.id <> mine.id and other.canceled_at is null
     where mine.account_id = $1 and mine.canceled_at is null and (mine.created_by_type <> 'Booking' or other.created_by_type <> 'Booking')
       and (mine.id = any ($2::bigint[]) or mine.created_by_type = 'Booking' and mine.created_by_id = any ($2::bigint[]))
     order by 1, 2`,
    [account.id, [...moving.keys()]],
  );
  for (const { moved, other } of pairs)
    problems.addRefused(moving.get(moved) ?? 0, `the nights are taken by booking ${bookingReference(other)}`);
  if (pairs.length === 0) await transaction.checkNights();
}
