import type { Caller } from "../../../kernel/access/caller.ts";
import { everyScope } from "../../../modules/platform/access/scope-list.ts";

/** Nobody's: an administrator calls for no application. */
const noApplication = -1;

/**
 * An administrator as a caller: of the account's own people, with every scope but the owned ones, which narrow what is seen, and lock what is
 * written to an application.
 */
export function administrator(account: number, application: number = noApplication): Caller {
  const scopes = new Set(everyScope.filter((scope) => !scope.endsWith("_owned")));
  return { accounts: [account], application, scopes, publishedOnly: false, ofAccount: true };
}
