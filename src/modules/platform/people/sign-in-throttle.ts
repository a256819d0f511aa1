import type { Reader } from "../../../kernel/read/visible/read-scope.ts";
import {
  chargeAttempt,
  forgetAttempts,
  giveAttemptBack,
  type Pace,
  type Throttled,
} from "../access/throttling/attempts.ts";
import { networkOf, subjectOf } from "../access/throttling/subject.ts";
import { foldedAddress } from "./person-address.ts";

/** From one address into one account: an hour has 60 guesses, and who waits a minute is let try. */
const pairPace: Pace = { atOnce: 10, everySeconds: 60 };
/** From one address into all accounts: an office shares one. */
const addressPace: Pace = { atOnce: 50, everySeconds: 15 };

/**
 * Somebody tries to sign in. The first subject is forgotten when they succeed; the others are shared with who else is at the address,
 * and get the attempt back.
 */
export type Attempt = readonly [Throttled, ...Throttled[]];

/**
 * What an attempt to sign in is counted for: the address with the account, and the address. One from a device on which that account
 * has signed in before is counted for the device alone: nobody else can use up what it has.
 * @param device see `knownDevice`
 */
export function attemptOf(email: string, address: string, device: Buffer | undefined): Attempt {
  const user = foldedAddress(email);
  if (device) return [{ subject: subjectOf("sign-in device", user, device.toString("hex")), pace: pairPace }];
  const network = networkOf(address);
  return [
    { subject: subjectOf("sign-in pair", network, user), pace: pairPace },
    { subject: subjectOf("sign-in address", network), pace: addressPace },
  ];
}

/**
 * What a guess at the password of somebody who is signed in counts for: that person. A browser left open can change its cookies and its
 * address, and stays the person's.
 */
export function ownPasswordAttempt(user: number): Attempt {
  return [{ subject: subjectOf("own password", String(user)), pace: pairPace }];
}

/** Counts an attempt as a failure, before the password is looked at. @returns the seconds to wait; undefined when it may go on */
export function chargeSignIn(database: Reader, attempt: Attempt): Promise<number | undefined> {
  return chargeAttempt(database, attempt);
}

/** The attempt has succeeded: the failures before it are forgotten, and the address is charged nothing for it. */
export async function forgetFailures(database: Reader, [own, ...shared]: Attempt): Promise<void> {
  await forgetAttempts(database, own);
  for (const throttled of shared) await giveAttemptBack(database, throttled);
}
