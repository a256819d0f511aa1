import type { Caller } from "../../../kernel/access/caller.ts";
import { limitsOf } from "../../../kernel/limits.ts";
import type { ApiCall } from "../api-call.ts";

/**
 * Whether a call's token still means what it meant when the call was let in (events.md, Change feed: a token that has ended sees nothing more).
 * @throws RequestError 401 when it has ended
 */
export async function isStillAdmitted({ dependencies, caller, request, reply }: ApiCall): Promise<boolean> {
  return isAlike(caller, await dependencies.authenticator.authenticateAgain(request, reply));
}

function isAlike(before: Caller, now: Caller): boolean {
  return (
    before.accounts.join() === now.accounts.join() &&
    before.ofAccount === now.ofAccount &&
    before.scopes.symmetricDifference(now.scopes).size === 0 &&
    limitsOf(before.scopes)?.name === limitsOf(now.scopes)?.name
  );
}
