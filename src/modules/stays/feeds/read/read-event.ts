import { formatDay, millisecondsPerDay } from "../../../../core/day.ts";
import { dayIn } from "../../../../core/time-zone.ts";
import { FeedError } from "../feed-error.ts";
import { type Property, propertyValue, propertyValues } from "./calendar-text.ts";
import { type CalendarZones, clockOf } from "./calendar-zones.ts";
import { repetitions } from "./series.ts";
import { instantOf, isMidnight, readingAt, readTime, type WrittenTime, writtenDay } from "./written-time.ts";

/** The days and time zone of an import. */
export interface ReadingFrame {
  /** The rental's time zone (IANA). */
  readonly timeZone: string;
  /** Epoch days: today there, and the day before which events must start. */
  readonly today: number;
  readonly horizon: number;
  /** Events whose summary contains one of these texts are left out. */
  readonly ignoredSummaries: readonly string[];
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

/** An event's start and end as written. */
interface Span {
  readonly start: WrittenTime;
  readonly end: WrittenTime;
}

/** Tolerance of an hour: an event that ends at 23:59 ends at midnight. */
const endToleranceMs = 3_600_000;

/** Reads the events of one calendar for one rental. */
export class EventReader {
  readonly #zones: CalendarZones;
  readonly #frame: ReadingFrame;

  constructor(zones: CalendarZones, frame: ReadingFrame) {
    this.#zones = zones;
    this.#frame = frame;
  }

  /**
   * Returns an event's occurrences before the horizon.
   * @throws FeedError naming the unreadable part
   */
  occurrences(event: readonly Property[]): readonly Occurrence[] {
    const span = this.#span(event);
    const { today, horizon } = this.#frame;
    const rules = propertyValues(event, "RRULE");
    // Zones differ by up to a day, and an occurrence that began earlier may still hold nights.
    const from = (today - 2) * millisecondsPerDay - (span.end.reading - span.start.reading);
    const until = (horizon + 1) * millisecondsPerDay;
    const repeated = rules.flatMap((rule) => repetitions(rule, span.start, from, until));
    const starts = new Set([span.start.reading, ...repeated]);
    const spans = [
      ...[...starts].map((reading) => shifted(span, reading)),
      ...this.#values(event, "RDATE", span.start).map((value) => this.#added(value, span)),
    ];
    const excluded = this.#names(event, "EXDATE", span);
    const byName = new Map(spans.map((one) => [this.#nameOf(one.start, span), one]));
    return [...byName]
      .filter(([name, { start }]) => !excluded.has(name) && !excluded.has(formatDay(writtenDay(start))))
      .map(([name, one]) => this.#occurrence(name, one));
  }

  /** Returns the occurrence of `master` that an event replaces, as its recurrence name; undefined for any other event. */
  replaced(event: readonly Property[], master: readonly Property[] | undefined): string | undefined {
    if (propertyValue(event, "RECURRENCE-ID") === undefined) return undefined;
    const [name] = this.#names(event, "RECURRENCE-ID", this.#readableSpan(master) ?? this.#span(event));
    if (name === undefined) throw new FeedError("its RECURRENCE-ID is not a date");
    return name;
  }

  /** The span of a series, unless it cannot be read: its changes can. */
  #readableSpan(series: readonly Property[] | undefined): Span | undefined {
    try {
      return series && this.#span(series);
    } catch (error) {
      if (error instanceof FeedError) return undefined;
      throw error;
    }
  }

  #span(event: readonly Property[]): Span {
    const start = this.#time(event, "DTSTART", this.#zones.own);
    if (!start) throw new FeedError("its start (DTSTART) is missing");
    const end = this.#time(event, "DTEND", start.clock) ?? endAfter(start, propertyValue(event, "DURATION"));
    if (instantOf(end) < instantOf(start)) throw new FeedError("it ends before it starts");
    return { start, end };
  }

  #time(event: readonly Property[], name: string, otherwise: WrittenTime["clock"]): WrittenTime | undefined {
    const property = event.find((one) => one.name === name);
    if (!property) return undefined;
    const time = readTime(property.value, clockOf(property, this.#zones, otherwise));
    if (!time) throw new FeedError(`its ${name} is not a date`);
    return time;
  }

  /** The values of all properties with a name. A time without a zone is on the event's own clock. */
  #values(
    event: readonly Property[],
    name: string,
    start: WrittenTime,
  ): { text: string; clock: WrittenTime["clock"] }[] {
    return event
      .filter((property) => property.name === name)
      .flatMap((property) => {
        const clock = clockOf(property, this.#zones, start.clock);
        return property.value.split(",").map((text) => ({ text: text.trim(), clock }));
      })
      .filter(({ text }) => text !== "");
  }

  /** An RDATE: a day, a time, or a period with its own end. */
  #added({ text, clock }: { text: string; clock: WrittenTime["clock"] }, span: Span): Span {
    const [from = "", to] = text.split("/");
    const start = readTime(from, clock);
    if (!start) throw new FeedError("its RDATE is not a date");
    if (to !== undefined) return { start, end: readTime(to, clock) ?? endAfter(start, to) };
    const hours = start.isDate && !span.start.isDate ? span.start.reading % millisecondsPerDay : 0;
    const [own, length] = [{ clock: start.clock, isDate: span.start.isDate }, span.end.reading - span.start.reading];
    const countsDays = isWhole(span) && !span.start.isDate;
    const reading = countsDays ? dayOf(start, span) * millisecondsPerDay : start.reading + hours;
    return { start: { ...own, reading }, end: { ...own, reading: reading + length } };
  }

  /** The names of the occurrences that a property's dates mean: a date means its day. Other texts mean none, which opens no night. */
  #names(event: readonly Property[], name: string, span: Span): ReadonlySet<string> {
    const times = this.#values(event, name, span.start).map(({ text, clock }) => readTime(text, clock));
    return new Set(times.flatMap((time) => (time ? [this.#nameOf(time, span)] : [])));
  }

  /** Names an occurrence by its day in a whole-day series, else by its instant. */
  #nameOf(time: WrittenTime, span: Span): string {
    if (time.isDate) return formatDay(writtenDay(time));
    return isWhole(span) ? formatDay(dayOf(time, span)) : new Date(instantOf(time)).toISOString();
  }

  /**
   * The nights of an occurrence. Whole days are the days as written, whatever the rental's zone, and at least one night of a DATE.
   * An event with times takes the nights it spans on the rental's clock: leaving at 10:00 frees that day's night.
   */
  #occurrence(recurrence: string, span: Span): Occurrence {
    const { start, end } = span;
    if (isWhole(span)) {
      const day = writtenDay(start);
      const last = writtenDay({ reading: end.reading + toMidnight(end) });
      return { recurrence, day, arrival: day, departure: Math.max(last, start.isDate ? day + 1 : day) };
    }
    const { timeZone } = this.#frame;
    // A date beside a time stays the day as written.
    const arrival = start.isDate ? writtenDay(start) : dayIn(timeZone, instantOf(start));
    const departure = end.isDate ? writtenDay(end) : dayIn(timeZone, instantOf(end) + endToleranceMs);
    return { recurrence, day: writtenDay(start), arrival, departure: Math.max(arrival, departure) };
  }
}

/** Whether an event counts days: dates, or midnights at both ends. An end at 23:59 is a midnight. */
const isWhole = ({ start, end }: Span): boolean =>
  isMidnight(start) && isMidnight({ reading: end.reading + toMidnight(end) });

/** The day that a time means in a whole-day series: as written, or on the series' clock if it is no midnight. */
const dayOf = (time: WrittenTime, { start }: Span): number =>
  writtenDay(isMidnight(time) ? time : { reading: readingAt(start.clock, instantOf(time)) });

/** Milliseconds from an end at 23:59 to midnight; 0 for any other time. */
function toMidnight({ reading }: WrittenTime): number {
  const left = millisecondsPerDay - (reading % millisecondsPerDay);
  return left <= 60_000 ? left : 0;
}

/** The span moved so that it starts at another reading of its clock. */
function shifted({ start, end }: Span, reading: number): Span {
  const by = reading - start.reading;
  return { start: { ...start, reading }, end: { ...end, reading: end.reading + by } };
}

/** @throws FeedError for an unreadable or endless duration */
function endAfter(start: WrittenTime, duration: string | undefined): WrittenTime {
  if (duration === undefined) return start;
  const match = /^\+?P(?:(\d{1,5})W|(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?)$/i.exec(
    duration,
  );
  if (!match) throw new FeedError("its DURATION cannot be read");
  const [weeks = 0, days = 0, hours = 0, minutes = 0, rest = 0] = match.slice(1).map((part) => Number(part ?? 0));
  const seconds = (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + rest;
  return { ...start, isDate: false, reading: start.reading + seconds * 1000 };
}
