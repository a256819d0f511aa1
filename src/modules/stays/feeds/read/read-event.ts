import ical, { type DateWithTimeZone, type VEvent } from "node-ical";
import { dayOfInstant, formatDay, millisecondsPerDay, parseDay } from "../../../../core/day.ts";
import { dayIn } from "../../../../core/time-zone.ts";
import { FeedError, mostEvents } from "../feed-error.ts";
import { type Property, propertyValue } from "./calendar-text.ts";
import type { CalendarZones } from "./calendar-zones.ts";

/** Which days an import looks at, and where. */
export interface ReadingFrame {
  /** The rental's time zone (IANA). */
  readonly timeZone: string;
  /** Epoch days: today there, and the day before which events must begin. */
  readonly today: number;
  readonly horizon: number;
}

/** An event at one time, as nights: [arrival, departure) in epoch days; none where both are the same. */
export interface Occurrence {
  /** When it would begin if nothing had moved it: a day or an instant, in the form of a RECURRENCE-ID. */
  readonly recurrence: string;
  /** The day of that. */
  readonly day: number;
  readonly arrival: number;
  readonly departure: number;
}

/** What the library reads; everything else of an event is private, or read elsewhere. */
const timing: ReadonlySet<string> = new Set(["DTSTART", "DTEND", "DURATION", "RRULE", "EXDATE", "RECURRENCE-ID"]);

/** An hour: who ends an event at 23:59 means midnight. */
const lastHour = 3_600_000;

/**
 * When an event is: once, or as often as its rules say before the horizon.
 * @throws FeedError naming what cannot be read
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

/** The RECURRENCE-ID of an event that replaces one of a series: its form, and its day; undefined for any other event. */
export function recurrenceOf(
  event: readonly Property[],
  zones: CalendarZones,
  timeZone: string,
): Pick<Occurrence, "recurrence" | "day"> | undefined {
  const [date] = datesOf(event, "RECURRENCE-ID", zones);
  return date && { recurrence: nameOf(date), day: dayOf(date, timeZone) };
}

function assertDates(event: readonly Property[]): void {
  if (propertyValue(event, "DTSTART") === undefined) throw new FeedError("it does not say when it begins (DTSTART)");
  for (const { name, value } of event) {
    if (!["DTSTART", "DTEND", "RECURRENCE-ID"].includes(name)) continue;
    const [, year, month, day, time] = /^(\d{4})(\d{2})(\d{2})(T([01]\d|2[0-3])[0-5]\d[0-6]\dZ?)?$/.exec(value) ?? [];
    const isDay = parseDay(`${year}-${month}-${day}`) !== undefined;
    if (!isDay || (value.length > 8 && time === undefined)) throw new FeedError(`its ${name} is no date`);
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

/** Durations without end make dates that are none. */
const isDate = (value: unknown): boolean => value instanceof Date && Number.isFinite(value.getTime());

/** Whatever the library throws is about what somebody else has written: it costs one event, and not the calendar. */
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

/** When an event begins, each time before the horizon; of a series only what may still hold nights. */
function startsOf(event: VEvent, { today, horizon }: ReadingFrame): readonly DateWithTimeZone[] {
  const { rrule } = event;
  if (!rrule) return [event.start];
  const length = Math.max(0, (event.end ?? event.start).getTime() - event.start.getTime());
  const from = new Date((today - 2) * millisecondsPerDay - length);
  const starts = fromLibrary(() => rrule.between(from, new Date((horizon + 1) * millisecondsPerDay), true));
  if (starts.length > mostEvents) throw new FeedError(`it repeats more than ${mostEvents} times`);
  return starts;
}

/** The dates of all properties of a name: the library reads lists of dates in EXDATE, and so it is given them under that name. */
function datesOf(event: readonly Property[], name: string, zones: CalendarZones): readonly DateWithTimeZone[] {
  const lines = event
    .filter((property) => property.name === name)
    // Of a period (`start/end`), only its beginning.
    .map((property) => ({ ...property, name: "EXDATE", value: property.value.replaceAll(/\/[^,]*/g, "") }))
    .map((property) => zones.resolved(property));
  if (lines.length === 0) return [];
  const found = fromLibrary(() => ical.sync.parseICS(around(["DTSTART:20270104T150000Z", ...lines])).event);
  const dates = found?.type === "VEVENT" ? Object.values(found.exdate ?? {}) : [];
  return [...new Map(dates.filter(isDate).map((date) => [nameOf(date), date])).values()];
}

/** Times at which a series is left out; a day leaves out all that begins on it. */
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

/** Days are the library's in this process's own time zone, and times are instants. */
const dayOf = (date: DateWithTimeZone, timeZone: string): number =>
  date.dateOnly
    ? dayOfInstant(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()))
    : dayIn(timeZone, date.getTime());

const nameOf = (date: DateWithTimeZone): string => (date.dateOnly ? formatDay(dayOf(date, "UTC")) : date.toISOString());

/**
 * The nights of an event that begins at `start`. An event of days has the nights of its days, and at least one. One with times has the
 * nights over which it goes: whoever leaves at ten in the morning frees that day's night.
 */
function occurrenceAt(event: VEvent, start: DateWithTimeZone, { timeZone }: ReadingFrame): Occurrence {
  const end = event.end ?? event.start;
  const length = end.getTime() - event.start.getTime();
  if (length < 0) throw new FeedError("it ends before it begins");
  const arrival = dayOf(start, timeZone);
  const departure = event.start.dateOnly
    ? arrival + Math.max(1, Math.round(length / millisecondsPerDay))
    : Math.max(arrival, dayIn(timeZone, start.getTime() + length + lastHour));
  return { recurrence: nameOf(start), day: arrival, arrival, departure };
}
