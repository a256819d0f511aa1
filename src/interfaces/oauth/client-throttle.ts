import type { Pace, Throttled } from "../../modules/platform/access/throttling/attempts.ts";
import { networkOf, subjectOf } from "../../modules/platform/access/throttling/subject.ts";
import { OAuthError } from "../../modules/platform/access/tokens/oauth-error.ts";

/** For wrong secrets of one application from one network. */
const clientPace: Pace = { atOnce: 10, everySeconds: 30 };
/** For wrong secrets of all applications from one network. */
const addressPace: Pace = { atOnce: 50, everySeconds: 10 };

/** The counters that a wrong secret is charged to. */
export function clientAttempt(clientId: string, address: string): readonly Throttled[] {
  const network = networkOf(address);
  return [
    { subject: subjectOf("client pair", network, clientId), pace: clientPace },
    { subject: subjectOf("client address", network), pace: addressPace },
  ];
}

/** RFC 6749 has no code for too many wrong secrets, and `invalid_client` could make a client discard its credentials. */
export class TooManyAttempts extends OAuthError {
  readonly seconds: number;

  constructor(seconds: number) {
    super("temporarily_unavailable", `Too many attempts with wrong credentials. Retry in ${seconds} seconds.`, 429);
    this.seconds = seconds;
  }
}
