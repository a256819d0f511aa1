import { ClosedSet } from "./closed-set.ts";
import { dayOfInstant, millisecondsPerDay } from "./day.ts";

/** Cached, because creating a format costs as much as a hundred uses. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Whether a text is an IANA time zone in canonical case: `Europe/Lisbon`, but neither `europe/lisbon` nor `+01:00`. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Z]/.test(name)) return false;
  try {
    const resolved = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
    return resolved === name || resolved.toLowerCase() !== name.toLowerCase();
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The IANA time zones, including names from older releases. */
export const timeZones = new ClosedSet(Intl.supportedValuesOf("timeZone"), undefined, isTimeZone);

/** The epoch day in a time zone at an instant (epoch milliseconds). */
export function dayIn(timeZone: string, instant: number): number {
  return dayOfInstant(localTime(timeZone, instant));
}

/** The instant (epoch milliseconds) at which a day starts in a time zone. */
export const startOfDay = (timeZone: string, day: number): number => instantIn(timeZone, day * millisecondsPerDay);

/**
 * The instant at which clocks in a time zone show a local time: the first of two, or for a time that a clock change skips, later by the
 * gap (RFC 5545, 3.3.5). @param local as if it were UTC: epoch milliseconds
 */
export function instantIn(timeZone: string, local: number): number {
  const byOffsetOf = (moment: number): number => local - offsetAt(timeZone, moment);
  const [before, after] = [byOffsetOf(local - millisecondsPerDay), byOffsetOf(local + millisecondsPerDay)];
  return localTime(timeZone, before) !== local && localTime(timeZone, after) === local ? after : before;
}

function offsetAt(timeZone: string, instant: number): number {
  return localTime(timeZone, instant) - instant;
}

/** The local time as if it were UTC: epoch milliseconds, to the second. */
export function localTime(timeZone: string, instant: number): number {
  if (timeZone === "UTC") return instant;
  const format = formats.get(timeZone) ?? formatOf(timeZone);
  formats.set(timeZone, format);
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en", {
    timeZone,
    calendar: "iso8601",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
}
