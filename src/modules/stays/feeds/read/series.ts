import { RRuleTemporal } from "rrule-temporal";
import { millisecondsPerDay } from "../../../../core/day.ts";
import { FeedError, maxEvents } from "../feed-error.ts";
import { instantOf, readingAt, readTime, type WrittenTime } from "./written-time.ts";

/** Steps that a rule may take between two repetitions: eight years of days. Some rules never repeat. A COUNT is counted from the start. */
const [maxSteps, maxCounted] = [4_000, maxEvents];

/**
 * The clock readings at which a rule (RRULE) repeats an event, from `from` to `until` (readings). The rule runs on the event's own clock,
 * so that summer time moves nothing. The first start always counts, even outside its rule: RFC 5545 leaves that undefined.
 * @throws FeedError for an unreadable rule
 */
export function repetitions(rule: string, start: WrittenTime, from: number, until: number): readonly number[] {
  if (/FREQ=(SECONDLY|MINUTELY|HOURLY)/i.test(rule)) throw new FeedError("it repeats more than once a day");
  const readings = new Set([start.reading]);
  try {
    const series = new RRuleTemporal({
      rruleString: `DTSTART:${compact(start.reading)}Z\nRRULE:${withOwnDay(onOwnClock(rule.replaceAll(/\s/g, ""), start), start)}`,
      maxIterations: /COUNT=/i.test(rule) ? maxCounted : maxSteps,
    });
    for (const { epochMilliseconds } of series.between(new Date(from), new Date(until), true))
      readings.add(epochMilliseconds);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new FeedError("its rule (RRULE) cannot be read");
  }
  if (readings.size > maxEvents) throw new FeedError(`it repeats more than ${maxEvents} times`);
  return [...readings];
}

/** The rule with its end (UNTIL) on the event's own clock. An end without a time includes its day. */
function onOwnClock(rule: string, start: WrittenTime): string {
  return rule.replace(/;$/, "").replace(/UNTIL=([^;]*)/i, (_, text: string) => {
    const until = readTime(text, start.clock);
    if (!until) throw new FeedError("its rule (RRULE) cannot be read");
    if (until.isDate || start.isDate)
      return `UNTIL=${compact((Math.floor(until.reading / millisecondsPerDay) + 1) * millisecondsPerDay - 1000)}Z`;
    return `UNTIL=${compact(readingAt(start.clock, instantOf(until)))}Z`;
  });
}

/**
 * The rule with the day that it takes from its start (RFC 5545, 3.3.10). The library would move the 31st to the end of shorter months, and
 * go on from there.
 */
function withOwnDay(rule: string, { reading }: WrittenTime): string {
  const names = new Set(
    rule
      .toUpperCase()
      .split(";")
      .map((part) => part.split("=")[0]),
  );
  const isYearly = /FREQ=YEARLY/i.test(rule);
  const hasDay = ["BYDAY", "BYMONTHDAY", "BYYEARDAY", "BYWEEKNO"].some((name) => names.has(name));
  if (hasDay || !(isYearly || /FREQ=MONTHLY/i.test(rule))) return rule;
  const start = new Date(reading);
  const month = isYearly && !names.has("BYMONTH") ? `;BYMONTH=${start.getUTCMonth() + 1}` : "";
  return `${rule}${month};BYMONTHDAY=${start.getUTCDate()}`;
}

const compact = (reading: number): string =>
  new Date(reading)
    .toISOString()
    .replace(/\.\d+Z$/, "")
    .replace(/[-:]/g, "");
