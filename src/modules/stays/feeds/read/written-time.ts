import { millisecondsPerDay, parseDay } from "../../../../core/day.ts";
import type { Clock } from "./clock.ts";

/** A date or time as a calendar writes it. */
export interface WrittenTime {
  /** The written clock reading as if it were UTC: epoch milliseconds. */
  readonly reading: number;
  /** A DATE, without a time. */
  readonly isDate: boolean;
  /** The clock that it is read on. */
  readonly clock: Clock;
}

/** Some producers leave out the seconds, or end a day at 24:00. */
const pattern = /^(\d{4})(\d{2})(\d{2})(?:T([01]\d|2[0-3]|24(?=00))([0-5]\d)([0-6]\d)?(Z)?)?$/i;

/** UTC. */
const utc: Clock = (reading) => reading;

/**
 * Reads a DATE or DATE-TIME (RFC 5545, 3.3.4 and 3.3.5).
 * @param clock the clock of a time without Z
 * @returns undefined for any other text and for impossible dates
 */
export function readTime(text: string, clock: Clock): WrittenTime | undefined {
  const [, year, month, date, hour, minute, second = "0", z] = pattern.exec(text) ?? [];
  const day = parseDay(`${year}-${month}-${date}`);
  if (day === undefined) return undefined;
  const midnight = day * millisecondsPerDay;
  if (hour === undefined) return { reading: midnight, isDate: true, clock };
  const seconds = (Number(hour) * 60 + Number(minute)) * 60 + Number(second);
  return { reading: midnight + seconds * 1000, isDate: false, clock: z ? utc : clock };
}

/** The instant of a clock reading, in epoch milliseconds. */
export const instantOf = ({ reading, clock }: Pick<WrittenTime, "reading" | "clock">): number => clock(reading);

/** The reading that a clock shows at an instant, in epoch milliseconds. */
export function readingAt(clock: Clock, instant: number): number {
  const offsetAt = (reading: number): number => reading - clock(reading);
  const [before, after] = [offsetAt(instant - millisecondsPerDay), offsetAt(instant + millisecondsPerDay)];
  // The later one is right where the clock skips an hour: both mean the instant.
  const latestFirst = [instant + Math.max(before, after), instant + Math.min(before, after)];
  return latestFirst.find((reading) => clock(reading) === instant) ?? instant + after;
}

/** The day as written: an epoch day. */
export const writtenDay = ({ reading }: Pick<WrittenTime, "reading">): number =>
  Math.floor(reading / millisecondsPerDay);

export const isMidnight = ({ reading }: Pick<WrittenTime, "reading">): boolean => reading % millisecondsPerDay === 0;
