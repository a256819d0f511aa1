import type { AccountScope } from "../../database/sql/account-scope.ts";
import type { Caller } from "../../kernel/access/caller.ts";
import type { Scope } from "../../kernel/access/scopes.ts";
import type { AgentToken } from "../../modules/platform/access/agent-tokens/agent-tokens.ts";
import { consoleClientId } from "../../modules/platform/access/applications/console-application.ts";
import { isOffice, type Role, readScopesOfRole, scopesOfRole } from "../../modules/platform/access/roles.ts";
import { invalidParams } from "./rpc/rpc-error.ts";

/** The widest view of an agent: that of a token with all read scopes (agent.md, Tools). */
export const readScopes: ReadonlySet<Scope> = readScopesOfRole("owner");

/**
 * An agent belongs to no application, so it owns no bookings, comments or price increases. Ids are positive, so -1 matches none.
 * Null would match the records that people created.
 */
const noApplication = -1;

/** The caller of a tool in its active account. An agent sees what its user may currently see. */
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

/**
 * The token's user as a caller of a dry run, who may do what that person may do in the console.
 * @throws RpcError -32602 for an account without a console
 */
export async function proposingCaller(
  scope: AccountScope,
  account: number,
  token: AgentToken,
): Promise<Caller & { readonly user: number }> {
  const find = { text: `select id from applications where client_id = ${consoleClientId("$1::bigint")}` };
  const [row] = await scope.read(find, [account]);
  if (!row) throw invalidParams("Invalid params: the account has no console to approve proposals in.");
  const role = roleIn(account, token);
  return {
    accounts: [account],
    application: Number(row[0]),
    user: token.user,
    scopes: scopesOfRole(role),
    publishedOnly: false,
    ofAccount: isOffice(role),
  };
}

/** The role of the token's user in one of its accounts. */
export function roleIn(account: number, { roles }: AgentToken): Role {
  const role = roles.get(account);
  if (role === undefined) throw new Error(`The token has no access to account ${account}.`);
  return role;
}
