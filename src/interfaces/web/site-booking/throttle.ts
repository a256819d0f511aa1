import type { Database } from "../../../database/connect/database.ts";
import { chargeAttempt, type Pace } from "../../../modules/platform/access/throttling/attempts.ts";
import { networkOf, subjectOf } from "../../../modules/platform/access/throttling/subject.ts";

/** Bookings that one network, and all guests of an account's site, may send. */
const perNetwork: Pace = { atOnce: 10, everySeconds: 60 };
const perAccount: Pace = { atOnce: 100, everySeconds: 5 };

/** Counts a booking. @returns the seconds to wait; undefined if it may proceed */
export function chargeBooking(database: Database, account: number, address: string): Promise<number | undefined> {
  return chargeAttempt(database, [
    { subject: subjectOf("site booking from", String(account), networkOf(address)), pace: perNetwork },
    { subject: subjectOf("site booking of", String(account)), pace: perAccount },
  ]);
}
