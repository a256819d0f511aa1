import type { Caller } from "../../kernel/access/caller.ts";
import type { Scope } from "../../kernel/access/scopes.ts";
import type { AgentToken } from "../../modules/platform/access/agent-tokens/agent-tokens.ts";
import { isOffice, type Role, readScopesOfRole } from "../../modules/platform/access/roles.ts";

/** The most that an agent sees: what a token of the account with all read scopes does (agent.md, Tools). */
export const readScopes: ReadonlySet<Scope> = readScopesOfRole("owner");

/**
 * An agent calls for no application: what depends on the calling one (its own bookings and comments, its price increases) is as for an
 * application that has none. Ids are positive, so this is nobody's; null would be that of records that no application has made.
 */
const noApplication = -1;

/** The caller of a tool in its active account. Agents work for a person of the account, and see what that person may at this moment. */
export function agentCaller(account: number, token: AgentToken): Caller {
  const role = roleIn(account, token);
  return {
    accounts: [account],
    application: noApplication,
    user: token.user,
    scopes: readScopesOfRole(role),
    publishedOnly: false,
    ofAccount: isOffice(role),
  };
}

/** What the token's person is in one of its accounts. */
export function roleIn(account: number, { roles }: AgentToken): Role {
  const role = roles.get(account);
  if (role === undefined)
    throw new Error(`A tool was called for the account ${account}, which its token does not reach.`);
  return role;
}
