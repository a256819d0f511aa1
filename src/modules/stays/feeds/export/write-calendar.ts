import { millisecondsPerDay } from "../../../../core/day.ts";
import { scheduler } from "../../../../kernel/concurrency/scheduler.ts";

/** A booking as other sites may see it. */
export interface ExportedBooking {
  /** The UID before the `@`. */
  readonly uid: string;
  /** Its UID in the other Roost that it was imported from, if any. */
  readonly foreignUid: string | null;
  /** Epoch days. */
  readonly arrival: number;
  readonly departure: number;
  /** Exported nights around it, for preparation. */
  readonly preparationDays: number;
  readonly summary: string;
  readonly isTentative: boolean;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Whole lines: a rental's name may hold their words. A folded line goes on with a blank. */
const [startOfEvent, endOfCalendar] = ["\r\nBEGIN:VEVENT\r\n", "\r\nEND:VCALENDAR"];

/** Events to write before yielding. */
const batchSize = 50;

/**
 * Writes a calendar (RFC 5545) with whole days from arrival to departure. The same bookings always give the same text.
 * @param host this service's host
 */
export async function writeCalendar(name: string, host: string, bookings: readonly ExportedBooking[]): Promise<string> {
  const { default: ical, ICalEventStatus, ICalEventTransparency } = await import("ical-generator");
  const write = (events: readonly ExportedBooking[]): string =>
    ical({
      name,
      prodId: { company: "Roost", product: "Calendar", language: "EN" },
      events: events.map((booking) => ({
        ...eventOf(booking, host),
        status: booking.isTentative ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
        transparency: ICalEventTransparency.OPAQUE,
      })),
    }).toString();
  const [head = ""] = write([]).split(endOfCalendar);
  if (bookings.length === 0) return `${head}\r\n${emptyEvent(host)}END:VCALENDAR\r\n`;
  const parts = [`${head}\r\n`];
  for (let from = 0; from < bookings.length; from += batchSize) {
    await scheduler.next("calendars");
    const text = write(bookings.slice(from, from + batchSize));
    parts.push(text.slice(text.indexOf(startOfEvent) + 2, text.lastIndexOf(endOfCalendar) + 2));
  }
  return `${parts.join("")}END:VCALENDAR\r\n`;
}

/** A past, transparent event: a calendar without any component is invalid (RFC 5545, 3.6). */
const emptyEvent = (host: string): string =>
  [
    "BEGIN:VEVENT",
    `UID:no-bookings@${host}`,
    "DTSTAMP:20000101T000000Z",
    "DTSTART;VALUE=DATE:20000101",
    "DTEND;VALUE=DATE:20000102",
    "SUMMARY:No bookings",
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
    "",
  ].join("\r\n");

function eventOf({ uid, foreignUid, arrival, departure, summary, ...times }: ExportedBooking, host: string) {
  const changed = new Date(times.updatedAt);
  return {
    id: foreignUid ?? `${uid}@${host}`,
    // Seconds since creation, because SEQUENCE must grow with each change.
    sequence: Math.max(0, Math.floor((times.updatedAt - times.createdAt) / 1000)),
    stamp: changed,
    created: new Date(times.createdAt),
    lastModified: changed,
    start: new Date(arrival * millisecondsPerDay),
    end: new Date(departure * millisecondsPerDay),
    allDay: true,
    summary,
  };
}
