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

/** From one address to one person: 60 guesses per hour. */
const pairPace: Pace = { atOnce: 10, everySeconds: 60 };
/** From one address to all people, because an office shares an address. */
const addressPace: Pace = { atOnce: 50, everySeconds: 15 };

/**
 * The subjects of a sign-in attempt. On success, the first subject is cleared. The others are shared with other people at the address,
 * so only this attempt is refunded.
 */
export type Attempt = readonly [Throttled, ...Throttled[]];

/**
 * A sign-in attempt counts for the address with the person, and for the address. From a device on which the person has signed in before,
 * it counts only for the device, so that other devices cannot use up its attempts.
 * @param device see `rememberedDevice`
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
 * A signed-in person's password attempt counts for the person, because an unattended browser can change its cookies and its address.
 */
export function ownPasswordAttempt(user: number): Attempt {
  return [{ subject: subjectOf("own password", String(user)), pace: pairPace }];
}

/** Counts an attempt as a failure before checking the password. @returns the seconds to wait; undefined if it may proceed */
export function chargeSignIn(database: Reader, attempt: Attempt): Promise<number | undefined> {
  return chargeAttempt(database, attempt);
}

/** After a success: clears the person's failures and refunds the shared subjects. */
export async function forgetFailures(database: Reader, [own, ...shared]: Attempt): Promise<void> {
  await forgetAttempts(database, own);
  for (const throttled of shared) await giveAttemptBack(database, throttled);
}
