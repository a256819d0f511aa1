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
  /** The lines that give its nights: the event's, or those of a change that goes on. */
  readonly event: readonly Property[];
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

/** A change of one occurrence and all later ones (`RANGE=THISANDFUTURE`). */
export interface LastingChange {
  readonly event: readonly Property[];
  /** The first changed occurrence's original start, on the series' clock. */
  readonly from: number;
  /** Its new nights. Later ones keep their distance to it. */
  readonly span: Span;
}

/** An event that ends in the last hour of a day takes that night too: many calendars end at 23:59. */
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
   * Returns an event's occurrences before the horizon. An unreadable rule or addition costs only its own occurrences.
   * @param lasting the changes that go on, by their first occurrence
   * @param report takes the reason for each unreadable part
   * @throws FeedError if the event's own time cannot be read
   */
  occurrences(
    event: readonly Property[],
    lasting: readonly LastingChange[],
    report: (error: FeedError) => void,
  ): readonly Occurrence[] {
    const span = this.#span(event);
    const { today, horizon } = this.#frame;
    // Zones differ by up to a day, and an occurrence that began earlier may still hold nights.
    const [earliest, latest] = reachOf(span, lasting);
    const from = (today - 2) * millisecondsPerDay - latest;
    const until = (horizon + 1) * millisecondsPerDay - earliest;
    const repeated = propertyValues(event, "RRULE").flatMap(
      (rule) => readable(() => repetitions(rule, span.start, from, until), report) ?? [],
    );
    const starts = new Set([span.start.reading, ...repeated]);
    const additions = this.#values(event, "RDATE", span.start).flatMap(
      (value) => readable(() => this.#added(value, span), report) ?? [],
    );
    const excluded = this.#names(event, "EXDATE", span);
    const byName = new Map<string, Span>();
    for (const one of [...[...starts].map((reading) => shifted(span, reading)), ...additions]) {
      const name = this.#nameOf(one.start, span);
      const other = byName.get(name);
      if (!other || instantOf(other.end) < instantOf(one.end)) byName.set(name, one);
    }
    return [...byName]
      .filter(([name, { start }]) => !excluded.has(name) && !excluded.has(formatDay(writtenDay(start))))
      .map(([name, one]) => {
        const at = this.#startOn(one.start, span);
        const change = lasting.findLast((earlier) => earlier.from <= at);
        const current = change ? shifted(change.span, change.span.start.reading + at - change.from) : one;
        const nights = this.#nightsOf(current);
        return { event: change?.event ?? event, recurrence: name, day: writtenDay(one.start), ...nights };
      });
  }

  /** Returns the occurrence of `master` that an event replaces, as its recurrence name; undefined for any other event. */
  replaced(event: readonly Property[], master: readonly Property[] | undefined): string | undefined {
    if (propertyValue(event, "RECURRENCE-ID") === undefined) return undefined;
    const [name] = this.#names(event, "RECURRENCE-ID", this.#readableSpan(master) ?? this.#span(event));
    if (name === undefined) throw new FeedError("its RECURRENCE-ID is not a date");
    return name;
  }

  /** Returns an event as the change of all later occurrences, if it is one. @throws FeedError if it cannot be read */
  lastingChanges(event: readonly Property[], master: readonly Property[] | undefined): readonly LastingChange[] {
    const property = event.find(({ name }) => name === "RECURRENCE-ID");
    const series = this.#readableSpan(master);
    if (!series || !property?.parameters.some((one) => /^RANGE="?THISANDFUTURE"?$/i.test(one))) return [];
    const original = readTime(property.value, clockOf(property, this.#zones, series.start.clock));
    return original ? [{ event, from: this.#startOn(original, series), span: this.#span(event) }] : [];
  }

  /** An occurrence's start on its series' clock. A date means the series' hour on that day. */
  #startOn(time: WrittenTime, series: Span): number {
    if (isWhole(series)) return dayOf(time, series) * millisecondsPerDay;
    return time.isDate
      ? time.reading + (series.start.reading % millisecondsPerDay)
      : readingAt(series.start.clock, instantOf(time));
  }

  #readableSpan(series: readonly Property[] | undefined): Span | undefined {
    return series && readable(() => this.#span(series));
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
   * The nights of an occurrence. Whole days are the days as written, whatever the rental's zone, and at least one night.
   * An event with times takes the nights it spans on the rental's clock: leaving at 10:00 frees that day's night.
   */
  #nightsOf(span: Span): Pick<Occurrence, "arrival" | "departure"> {
    const { start, end } = span;
    if (isWhole(span)) {
      const day = writtenDay(start);
      const last = writtenDay({ reading: end.reading + toMidnight(end) });
      return { arrival: day, departure: Math.max(last, day + 1) };
    }
    const { timeZone } = this.#frame;
    // A date beside a time stays the day as written.
    const arrival = start.isDate ? writtenDay(start) : dayIn(timeZone, instantOf(start));
    const departure = end.isDate ? writtenDay(end) : dayIn(timeZone, instantOf(end) + endToleranceMs);
    return { arrival, departure: Math.max(arrival, departure) };
  }
}

/** Reads a part of an event. @returns undefined if it cannot be read */
export function readable<T>(read: () => T, report?: (error: FeedError) => void): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    report?.(error);
    return undefined;
  }
}

/** The milliseconds from an occurrence's original start to its earliest night and its latest, for any of its changes. */
function reachOf({ start, end }: Span, lasting: readonly LastingChange[]): [number, number] {
  const earliest = lasting.map(({ from, span }) => span.start.reading - from);
  const latest = lasting.map(({ from, span }) => span.end.reading - from);
  return [Math.min(0, ...earliest), Math.max(end.reading - start.reading, ...latest)];
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
  const match = /^\+?P(?:(\d{1,5})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?$/i.exec(
    duration,
  );
  if (!match) throw new FeedError("its DURATION cannot be read");
  const [weeks = 0, days = 0, hours = 0, minutes = 0, rest = 0] = match.slice(1).map((part) => Number(part ?? 0));
  const seconds = (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + rest;
  return { ...start, isDate: false, reading: start.reading + seconds * 1000 };
}
