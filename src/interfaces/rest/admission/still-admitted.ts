import type { Caller } from "../../../kernel/access/caller.ts";
import { limitsOf } from "../../../kernel/limits.ts";
import type { ApiCall } from "../api-call.ts";

/**
 * Whether a call's token still grants what it did when the call was admitted (events.md, Change feed).
 * @throws RequestError 401 when the token has ended
 */
export async function isStillAdmitted({ dependencies, caller, request, reply }: ApiCall): Promise<boolean> {
  return isEquivalent(caller, await dependencies.authenticator.authenticateAgain(request, reply));
}

function isEquivalent(before: Caller, now: Caller): boolean {
  return (
    before.accounts.join() === now.accounts.join() &&
    before.ofAccount === now.ofAccount &&
    before.scopes.symmetricDifference(now.scopes).size === 0 &&
    limitsOf(before.scopes)?.name === limitsOf(now.scopes)?.name
  );
}
