import type { Caller } from "../../kernel/caller.ts";
import { isScope, type Scope, scopes } from "../../kernel/scopes.ts";

/** An agent sees what a token of the account with all read scopes sees (agent.md, Tools). */
export const readScopes: ReadonlySet<Scope> = new Set(
  Object.keys(scopes)
    .filter(isScope)
    .filter((scope) => scope === "public" || scope.endsWith("_read")),
);

/**
 * An agent calls for no application: what depends on the calling one (its own bookings and comments, its price increases) is as for an
 * application that has none. Ids are positive, so this is nobody's; null would be that of records that no application has made.
 */
const noApplication = -1;

/** The caller of a tool in its active account. Agents work for a person of the account, to whom their token is bound. */
export function agentCaller(account: number): Caller {
  return {
    accounts: [account],
    application: noApplication,
    scopes: readScopes,
    publishedOnly: false,
    ofAccount: true,
  };
}
