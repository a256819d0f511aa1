import type { Transaction } from "../../../database/sql/transaction.ts";
import { invalid } from "../../../kernel/errors.ts";
import { revokeAgentTokensOf } from "../access/agent-tokens/revoke-token.ts";
import { revokeGrantsOf } from "../access/tokens/grants.ts";

/** What ended with a person's right to sign in. */
export interface EndedAccess {
  readonly sessions: number;
  readonly agentTokens: number;
  /** Authorizations that they gave to applications. */
  readonly authorizations: number;
}

/**
 * Keeps a person from signing in, in every account, and ends what they have open: sessions, links for a new password, agents' tokens, and
 * what they authorized, unless that is to stay: an account's programs may depend on it.
 * @throws RequestError 422 when they are disabled already
 */
export async function disableUser(
  transaction: Transaction,
  user: number,
  { keepAuthorizations }: { readonly keepAuthorizations: boolean },
): Promise<EndedAccess> {
  // The person first: a session that is being opened waits here, and finds them disabled.
  const disabled = await transaction.run(
    "update users set disabled_at = clock_timestamp(), updated_at = now() where id = $1 and disabled_at is null",
    [user],
  );
  if (disabled === 0) throw invalid({ user: [`${user} is disabled already`] });
  const sessions = await transaction.run(
    "update sessions set expires_at = statement_timestamp() where user_id = $1 and expires_at > statement_timestamp()",
    [user],
  );
  await transaction.run(
    "update password_resets set used_at = clock_timestamp() where user_id = $1 and used_at is null",
    [user],
  );
  const agentTokens = await revokeAgentTokensOf(transaction, user);
  const authorizations = keepAuthorizations ? 0 : await revokeGrantsOf(transaction, user);
  return { sessions, agentTokens, authorizations };
}

/** Lets a person sign in again. What ended stays ended. @throws RequestError 422 when they are not disabled */
export async function enableUser(transaction: Transaction, user: number): Promise<void> {
  const enabled = await transaction.run(
    "update users set disabled_at = null, updated_at = now() where id = $1 and disabled_at is not null",
    [user],
  );
  if (enabled === 0) throw invalid({ user: [`${user} is not disabled`] });
}
