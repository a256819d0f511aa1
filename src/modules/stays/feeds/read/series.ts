import { RRuleTemporal } from "rrule-temporal";
import { millisecondsPerDay } from "../../../../core/day.ts";
import { FeedError, maxEvents } from "../feed-error.ts";
import { instantOf, readingAt, readTime, type WrittenTime } from "./written-time.ts";

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
      rruleString: `DTSTART:${compact(start.reading)}Z\nRRULE:${onOwnClock(rule.replaceAll(/\s/g, ""), start)}`,
      maxIterations: maxEvents,
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

const compact = (reading: number): string =>
  new Date(reading)
    .toISOString()
    .replace(/\.\d+Z$/, "")
    .replace(/[-:]/g, "");
