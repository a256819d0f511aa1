import { FeedError } from "../feed-error.ts";
import { type Property, propertyOf, propertyValue } from "./calendar-text.ts";
import type { Clock } from "./clock.ts";
import { repetitions } from "./series.ts";
import { readTime, type WrittenTime } from "./written-time.ts";

/** A part of a VTIMEZONE (RFC 5545, 3.6.5): summer or standard time, and when it begins. Offsets in milliseconds. */
interface Observance {
  readonly offset: number;
  readonly start: WrittenTime;
  readonly rule: string | undefined;
  /** Additional beginnings (RDATE), as readings. */
  readonly dates: readonly number[];
}

/** The clock of a VTIMEZONE's lines. Undefined for one that cannot be read: its name decides then. */
export function definedClock(text: string): Clock | undefined {
  const observances = observancesIn(text);
  if (observances.length === 0) return undefined;
  const byYear = new Map<number, readonly Beginning[]>();
  const clock: Clock = (reading) => {
    const year = new Date(reading).getUTCFullYear();
    const beginnings = byYear.get(year) ?? beginningsUntil(observances, year);
    byYear.set(year, beginnings);
    const current = beginnings.findLast((beginning) => beginning.reading <= reading) ?? beginnings[0];
    return reading - (current?.offset ?? 0);
  };
  try {
    clock(0);
    return clock;
  } catch (error) {
    if (error instanceof FeedError) return undefined;
    throw error;
  }
}

interface Beginning {
  readonly reading: number;
  readonly offset: number;
}

/** The beginnings of the observances in a year and the one before, after those of ended rules and the first ones. Ascending readings. */
function beginningsUntil(observances: readonly Observance[], year: number): Beginning[] {
  const [from, until] = [Date.UTC(year - 1, 0), Date.UTC(year + 1, 0)];
  return observances
    .flatMap(({ offset, start, rule, dates }) => {
      const repeated =
        rule === undefined ? [start.reading] : repetitions(rule, start, hasEnd(rule) ? start.reading : from, until);
      return [...repeated, ...dates].map((reading) => ({ reading, offset }));
    })
    .sort((one, other) => one.reading - other.reading);
}

/** Whether a rule ends: its last beginning may be long ago, and still count. */
const hasEnd = (rule: string): boolean => /UNTIL|COUNT/i.test(rule);

function observancesIn(text: string): Observance[] {
  const parts = [...text.matchAll(/^BEGIN:(?:STANDARD|DAYLIGHT)\r\n(.*?)^END:(?:STANDARD|DAYLIGHT)$/gims)];
  const observances = parts.map(([, lines = ""]) =>
    observanceOf(lines.split("\r\n").flatMap((line) => propertyOf(line) ?? [])),
  );
  return observances.some((one) => one === undefined) ? [] : observances.flatMap((one) => one ?? []);
}

function observanceOf(properties: readonly Property[]): Observance | undefined {
  const [before, offset] = [offsetOf(properties, "TZOFFSETFROM"), offsetOf(properties, "TZOFFSETTO")];
  const rule = propertyValue(properties, "RRULE");
  if (before === undefined || offset === undefined) return undefined;
  // Zones change once or twice a year. Other rules repeat for too long.
  if (rule !== undefined && !/FREQ=YEARLY/i.test(rule)) return undefined;
  const clock: Clock = (reading) => reading - before;
  const start = readTime(propertyValue(properties, "DTSTART") ?? "", clock);
  const dates = properties
    .filter(({ name }) => name === "RDATE")
    .flatMap(({ value }) => value.split(",").flatMap((date) => readTime(date.trim(), clock)?.reading ?? []));
  return start && { offset, start, rule, dates };
}

function offsetOf(properties: readonly Property[], name: string): number | undefined {
  const match = /^([+-])(\d{2})(\d{2})(\d{2})?$/.exec(propertyValue(properties, name) ?? "");
  if (!match) return undefined;
  const [, sign, hours, minutes, seconds = "00"] = match;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 * (sign === "-" ? -1 : 1);
}
