import type { Reader } from "../../../kernel/read/visible/read-scope.ts";
import {
  chargeAttempt,
  forgetAttempts,
  giveAttemptBack,
  type Pace,
  type Throttled,
} from "../../platform/access/throttling/attempts.ts";
import { networkOf, subjectOf } from "../../platform/access/throttling/subject.ts";
import type { PortalPage } from "./portal-guest.ts";

/** Wrong links of one network. Right ones are free: 256 bits cannot be guessed, and strangers share addresses. */
const linkPace: Pace = { atOnce: 20, everySeconds: 30 };

/** Codes tried for one booking, by anyone. Eight digits take centuries at this pace. */
const codePace: Pace = { atOnce: 5, everySeconds: 120 };
/** Wrong codes that one network tries for one account's bookings: guests of other accounts may share it. */
const networkPace: Pace = { atOnce: 30, everySeconds: 60 };

/** Forms sent for one booking. */
const formPace: Pace = { atOnce: 30, everySeconds: 20 };

const links = (address: string): Throttled => ({
  subject: subjectOf("portal link", networkOf(address)),
  pace: linkPace,
});

const codes = ({ account }: PortalPage, address: string): Throttled => ({
  subject: subjectOf("portal codes", String(account), networkOf(address)),
  pace: networkPace,
});

const about = (what: string, { account, booking }: PortalPage, pace: Pace): Throttled => ({
  subject: subjectOf(what, String(account), String(booking)),
  pace,
});

/** Counts a wrong link. @returns the seconds to wait; undefined if the network may try another */
export const chargeWrongLink = (database: Reader, address: string): Promise<number | undefined> =>
  chargeAttempt(database, [links(address)]);

/** Counts a code before it is checked. @returns the seconds to wait; undefined if it may be checked */
export const chargeCode = (database: Reader, page: PortalPage, address: string): Promise<number | undefined> =>
  chargeAttempt(database, [about("portal code", page, codePace), codes(page, address)]);

/** A right code clears the booking's attempts, and does not count for the network. */
export async function forgetCodes(database: Reader, page: PortalPage, address: string): Promise<void> {
  await forgetAttempts(database, about("portal code", page, codePace));
  await giveAttemptBack(database, codes(page, address));
}

/** Counts a submitted form. @returns the seconds to wait; undefined if it may proceed */
export const chargeForm = (database: Reader, page: PortalPage): Promise<number | undefined> =>
  chargeAttempt(database, [about("portal form", page, formPace)]);
