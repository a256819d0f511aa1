import type { Reader } from "../../../kernel/read/visible/read-scope.ts";
import { chargeAttempt, type Pace, type Throttled, waitOf } from "../../platform/access/throttling/attempts.ts";
import { networkOf, subjectOf } from "../../platform/access/throttling/subject.ts";

/** Wrong secrets allowed per network. Right ones are free, because a whole crew may share one address. */
const wrongPace: Pace = { atOnce: 20, everySeconds: 30 };

const guesses = (address: string): readonly Throttled[] => [
  { subject: subjectOf("cleaning link", networkOf(address)), pace: wrongPace },
];

/** @returns seconds until this client may try again; undefined if it may now */
export const waitAfterWrongSecrets = (database: Reader, address: string): Promise<number | undefined> =>
  waitOf(database, guesses(address));

/** Counts a wrong secret. */
export async function chargeWrongSecret(database: Reader, address: string): Promise<void> {
  await chargeAttempt(database, guesses(address));
}
