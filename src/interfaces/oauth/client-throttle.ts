import type { Pace, Throttled } from "../../modules/platform/access/throttling/attempts.ts";
import { networkOf, subjectOf } from "../../modules/platform/access/throttling/subject.ts";
import { OAuthError } from "../../modules/platform/access/tokens/oauth-error.ts";

/** Wrong secrets of one application from one address. */
const clientPace: Pace = { atOnce: 10, everySeconds: 30 };
/** Wrong secrets of all applications from one address. */
const addressPace: Pace = { atOnce: 50, everySeconds: 10 };

/** What an application's authentication is counted for until its secret is found right. */
export function clientAttempt(clientId: string, address: string): readonly Throttled[] {
  const network = networkOf(address);
  return [
    { subject: subjectOf("client pair", network, clientId), pace: clientPace },
    { subject: subjectOf("client address", network), pace: addressPace },
  ];
}

/**
 * Too many wrong secrets. RFC 6749 has no code for that; `invalid_client` would let a client throw its credentials away.
 */
export class TooManyAttempts extends OAuthError {
  readonly seconds: number;

  constructor(seconds: number) {
    super("temporarily_unavailable", `Too many wrong credentials. Please try again in ${seconds} seconds.`, 429);
    this.seconds = seconds;
  }
}
