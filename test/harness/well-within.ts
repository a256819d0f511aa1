import { setTimeout as wait } from "node:timers/promises";
import { dayOfInstant } from "../../src/core/day.ts";

const second = 1000;
const hour = 3600 * second;
const day = 24 * hour;

/** The current UTC day. */
export const dayOfNow = () => dayOfInstant(Date.now());

/**
 * Waits until after midnight UTC when it is near. Tests and the service count days from today, by the database's clock, which tests cannot
 * stop: a file must not span two days. The seconds after midnight are for tests that ask for recent changes.
 */
export const wellWithinTheDay = () => wellWithin(day, 8 * 60 * second, 5 * second);

/** The same for the hour, the rate limits' window. Runs before each test, whose timeout is shorter. */
export const wellWithinTheHour = () => wellWithin(hour, 70 * second, 0);

/** Waits while less than `before` is left of a period, or less than `after` has passed (milliseconds). */
async function wellWithin(period: number, before: number, after: number): Promise<void> {
  const passed = Date.now() % period;
  if (passed < after) await wait(after - passed);
  else if (period - passed < before) await wait(period - passed + after + 100);
}
