import type { Reader } from "../../../../kernel/read/visible/read-scope.ts";
import { chargeAttempt, type Pace } from "../../access/throttling/attempts.ts";
import { networkOf, subjectOf } from "../../access/throttling/subject.ts";
import { foldedAddress } from "../person-address.ts";

/** To one address: nobody's mailbox is filled. The links that it has got stay good meanwhile. */
const mailboxPace: Pace = { atOnce: 4, everySeconds: 600 };
/** From one client, to all addresses: an office shares it. */
const clientPace: Pace = { atOnce: 20, everySeconds: 60 };

/** Counts a request for a new password, whether or not its address is somebody's. @returns the seconds to wait; undefined when it may go on */
export function chargeReset(database: Reader, email: string, address: string): Promise<number | undefined> {
  return chargeAttempt(database, [
    { subject: subjectOf("password reset mailbox", foldedAddress(email)), pace: mailboxPace },
    { subject: subjectOf("password reset client", networkOf(address)), pace: clientPace },
  ]);
}

/** Invitations of one account: mails to strangers, in its name. */
const invitationPace: Pace = { atOnce: 20, everySeconds: 180 };

/** Counts an invitation of an account. @returns the seconds to wait; undefined when it may go on */
export function chargeInvitation(database: Reader, account: number): Promise<number | undefined> {
  return chargeAttempt(database, [{ subject: subjectOf("invitation", String(account)), pace: invitationPace }]);
}
