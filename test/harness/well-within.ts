import { setTimeout as wait } from "node:timers/promises";
import { dayOfInstant } from "../../src/core/day.ts";

const second = 1000;
const hour = 3600 * second;
const day = 24 * hour;

/** The UTC day that it is. */
export const dayOfNow = () => dayOfInstant(Date.now());

/**
 * Waits until midnight UTC is past where it is near. Tests count days from today, and so does the service, by the database's clock,
 * which nobody but PostgreSQL can hold: a file that begins before midnight and ends after it would mean two days by "today". The
 * seconds after midnight are for tests that ask what has changed since.
 */
export const wellWithinTheDay = () => wellWithin(day, 5 * 60 * second, 5 * second);

/** The same for the hour, with which a window of the rate limits begins: for each test, whose time is limited to less. */
export const wellWithinTheHour = () => wellWithin(hour, 70 * second, 0);

/** Waits while less is left of a period than `before`, or less of it has passed than `after`; in milliseconds. */
async function wellWithin(period: number, before: number, after: number): Promise<void> {
  const passed = Date.now() % period;
  if (passed < after) await wait(after - passed);
  else if (period - passed < before) await wait(period - passed + after + 100);
}
