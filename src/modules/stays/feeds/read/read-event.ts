import ical, { type DateWithTimeZone, type VEvent } from "node-ical";
import { dayOfInstant, formatDay, millisecondsPerDay, parseDay } from "../../../../core/day.ts";
import { dayIn } from "../../../../core/time-zone.ts";
import { FeedError, maxEvents } from "../feed-error.ts";
import { type Property, propertyValue } from "./calendar-text.ts";
import type { CalendarZones } from "./calendar-zones.ts";

/** The days and time zone of an import. */
export interface ReadingFrame {
  /** The rental's time zone (IANA). */
  readonly timeZone: string;
  /** Epoch days: today there, and the day before which events must start. */
  readonly today: number;
  readonly horizon: number;
}

/** One occurrence of an event, as nights [arrival, departure) in epoch days; empty if both are equal. */
export interface Occurrence {
  /** Its original start, as a RECURRENCE-ID: a day or an instant. */
  readonly recurrence: string;
  /** The original start's day. */
  readonly day: number;
  readonly arrival: number;
  readonly departure: number;
}

/** Properties passed to the library. The others are private or read elsewhere. */
const timing: ReadonlySet<string> = new Set(["DTSTART", "DTEND", "DURATION", "RRULE", "EXDATE", "RECURRENCE-ID"]);

/** Tolerance of an hour: an event that ends at 23:59 ends at midnight. */
const endToleranceMs = 3_600_000;

/**
 * Returns an event's occurrences before the horizon.
 * @throws FeedError naming the unreadable part
 */
export function occurrencesOf(
  event: readonly Property[],
  zones: CalendarZones,
  frame: ReadingFrame,
): readonly Occurrence[] {
  assertDates(event);
  const parsed = parse(event, zones);
  const starts = [...startsOf(parsed, frame), ...datesOf(event, "RDATE", zones)];
  const excluded = new Exceptions(datesOf(event, "EXDATE", zones), frame.timeZone);
  const kept = starts.filter((start) => !excluded.has(start));
  return kept.map((start) => occurrenceAt(parsed, start, frame));
}

/** Returns the RECURRENCE-ID of an event that replaces an occurrence, with its day; undefined for any other event. */
export function recurrenceOf(
  event: readonly Property[],
  zones: CalendarZones,
  timeZone: string,
): Pick<Occurrence, "recurrence" | "day"> | undefined {
  const [date] = datesOf(event, "RECURRENCE-ID", zones);
  return date && { recurrence: nameOf(date), day: dayOf(date, timeZone) };
}

function assertDates(event: readonly Property[]): void {
  if (propertyValue(event, "DTSTART") === undefined) throw new FeedError("its start (DTSTART) is missing");
  for (const { name, value } of event) {
    if (!["DTSTART", "DTEND", "RECURRENCE-ID"].includes(name)) continue;
    const [, year, month, day, time] = /^(\d{4})(\d{2})(\d{2})(T([01]\d|2[0-3])[0-5]\d[0-6]\dZ?)?$/.exec(value) ?? [];
    const isDay = parseDay(`${year}-${month}-${day}`) !== undefined;
    if (!isDay || (value.length > 8 && time === undefined)) throw new FeedError(`its ${name} is not a date`);
  }
  if (/FREQ=(SECONDLY|MINUTELY|HOURLY)/i.test(propertyValue(event, "RRULE") ?? ""))
    throw new FeedError("it repeats more than once a day");
}

function parse(event: readonly Property[], zones: CalendarZones): VEvent {
  const lines = event.filter(({ name }) => timing.has(name)).map((property) => zones.resolved(property));
  const found = fromLibrary(() => ical.sync.parseICS(around(lines)).event);
  if (found?.type === "VEVENT" && isDate(found.start) && (!found.end || isDate(found.end))) return found;
  throw unreadable();
}

const unreadable = (): FeedError => new FeedError("its dates or its rule (RRULE) cannot be read");

/** Endless durations produce invalid dates. */
const isDate = (value: unknown): boolean => value instanceof Date && Number.isFinite(value.getTime());

/** A library error is caused by the event's content, so it costs one event rather than the calendar. */
function fromLibrary<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw unreadable();
  }
}

const around = (lines: readonly string[]): string =>
  ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:event", ...lines, "END:VEVENT", "END:VCALENDAR"].join("\r\n");

/** Returns the starts before the horizon; of a series, only those that may still hold nights. */
function startsOf(event: VEvent, { today, horizon }: ReadingFrame): readonly DateWithTimeZone[] {
  const { rrule } = event;
  if (!rrule) return [event.start];
  const length = Math.max(0, (event.end ?? event.start).getTime() - event.start.getTime());
  const from = new Date((today - 2) * millisecondsPerDay - length);
  const starts = fromLibrary(() => rrule.between(from, new Date((horizon + 1) * millisecondsPerDay), true));
  if (starts.length > maxEvents) throw new FeedError(`it repeats more than ${maxEvents} times`);
  return starts;
}

/** Reads the dates of all properties with a name. The library only parses date lists named EXDATE. */
function datesOf(event: readonly Property[], name: string, zones: CalendarZones): readonly DateWithTimeZone[] {
  const lines = event
    .filter((property) => property.name === name)
    // Of a period (`start/end`), keep only the start.
    .map((property) => ({ ...property, name: "EXDATE", value: property.value.replaceAll(/\/[^,]*/g, "") }))
    .map((property) => zones.resolved(property));
  if (lines.length === 0) return [];
  const found = fromLibrary(() => ical.sync.parseICS(around(["DTSTART:20270104T150000Z", ...lines])).event);
  const dates = found?.type === "VEVENT" ? Object.values(found.exdate ?? {}) : [];
  return [...new Map(dates.filter(isDate).map((date) => [nameOf(date), date])).values()];
}

/** Excluded times of a series. A day excludes every start on it. */
class Exceptions {
  readonly #names: ReadonlySet<string>;
  readonly #days: ReadonlySet<number>;
  readonly #timeZone: string;

  constructor(dates: readonly DateWithTimeZone[], timeZone: string) {
    this.#names = new Set(dates.map(nameOf));
    this.#days = new Set(dates.filter((date) => date.dateOnly).map((date) => dayOf(date, timeZone)));
    this.#timeZone = timeZone;
  }

  has(start: DateWithTimeZone): boolean {
    return this.#names.has(nameOf(start)) || this.#days.has(dayOf(start, this.#timeZone));
  }
}

/** The library returns days in the process's time zone, and times as instants. */
const dayOf = (date: DateWithTimeZone, timeZone: string): number =>
  date.dateOnly
    ? dayOfInstant(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()))
    : dayIn(timeZone, date.getTime());

const nameOf = (date: DateWithTimeZone): string => (date.dateOnly ? formatDay(dayOf(date, "UTC")) : date.toISOString());

/**
 * Returns the nights of an occurrence. A whole-day event takes at least one night.
 * An event with times takes the nights it spans: leaving at 10:00 frees that day's night.
 */
function occurrenceAt(event: VEvent, start: DateWithTimeZone, { timeZone }: ReadingFrame): Occurrence {
  const end = event.end ?? event.start;
  const length = end.getTime() - event.start.getTime();
  if (length < 0) throw new FeedError("it ends before it starts");
  const arrival = dayOf(start, timeZone);
  const departure = event.start.dateOnly
    ? arrival + Math.max(1, Math.round(length / millisecondsPerDay))
    : Math.max(arrival, dayIn(timeZone, start.getTime() + length + endToleranceMs));
  return { recurrence: nameOf(start), day: arrival, arrival, departure };
}
