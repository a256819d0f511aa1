import type { Caller } from "../../../kernel/access/caller.ts";
import { everyScope } from "./scope-list.ts";

/** An id that no application has: an administrator acts for none. */
const noApplication = -1;

/**
 * Builds the administrator as a caller: staff of the account with every scope except the `_owned` ones, which would hide other applications'
 * records and lock written ones.
 */
export function administrator(account: number, application: number = noApplication): Caller {
  const scopes = new Set(everyScope.filter((scope) => !scope.endsWith("_owned")));
  return { accounts: [account], application, scopes, publishedOnly: false, ofAccount: true };
}
