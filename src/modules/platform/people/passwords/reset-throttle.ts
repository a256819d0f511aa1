import type { Reader } from "../../../../kernel/read/visible/read-scope.ts";
import { chargeAttempt, type Pace } from "../../access/throttling/attempts.ts";
import { networkOf, subjectOf } from "../../access/throttling/subject.ts";
import { foldedAddress } from "../person-address.ts";

/** To one mailbox, so that it is not flooded. Earlier links stay valid. */
const mailboxPace: Pace = { atOnce: 4, everySeconds: 600 };
/** From one client to all mailboxes, because an office shares an address. */
const clientPace: Pace = { atOnce: 20, everySeconds: 60 };

/** Counts a reset request, whether or not its address exists. @returns the seconds to wait; undefined if it may proceed */
export function chargeReset(database: Reader, email: string, address: string): Promise<number | undefined> {
  return chargeAttempt(database, [
    { subject: subjectOf("password reset mailbox", foldedAddress(email)), pace: mailboxPace },
    { subject: subjectOf("password reset client", networkOf(address)), pace: clientPace },
  ]);
}

/** Per account, because invitations are mails to strangers. */
const invitationPace: Pace = { atOnce: 20, everySeconds: 180 };

/** Counts an account's invitation. @returns the seconds to wait; undefined if it may proceed */
export function chargeInvitation(database: Reader, account: number): Promise<number | undefined> {
  return chargeAttempt(database, [{ subject: subjectOf("invitation", String(account)), pace: invitationPace }]);
}
