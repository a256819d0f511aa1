import type { Transaction } from "../../../database/sql/transaction.ts";
import { invalid } from "../../../kernel/errors.ts";
import { revokeAgentTokensOf } from "../access/agent-tokens/revoke-token.ts";
import { revokeGrantsOf } from "../access/tokens/grants.ts";
import { endDevicesOf } from "./push-devices.ts";

/** The access that was revoked when a person was disabled. */
export interface EndedAccess {
  readonly sessions: number;
  readonly agentTokens: number;
  /** Authorizations of applications. */
  readonly authorizations: number;
}

/**
 * Disables a person in every account. Ends their sessions, push devices, password links, agent tokens and
 * authorizations.
 * @param keepAuthorizations keeps the authorizations, because an account's applications may depend on them
 * @throws RequestError 422 if they are already disabled
 */
export async function disableUser(
  transaction: Transaction,
  user: number,
  { keepAuthorizations }: { readonly keepAuthorizations: boolean },
): Promise<EndedAccess> {
  // Locks the person first: a session that is being opened waits and then finds them disabled.
  const disabled = await transaction.run(
    "update users set disabled_at = statement_timestamp(), updated_at = now() where id = $1 and disabled_at is null",
    [user],
  );
  if (disabled === 0) throw invalid({ user: [`${user} is already disabled`] });
  const sessions = await transaction.run(
    "update sessions set expires_at = statement_timestamp() where user_id = $1 and expires_at > statement_timestamp()",
    [user],
  );
  await transaction.run(
    "update password_resets set used_at = statement_timestamp() where user_id = $1 and used_at is null",
    [user],
  );
  await endDevicesOf(transaction, user);
  const agentTokens = await revokeAgentTokensOf(transaction, user);
  const authorizations = keepAuthorizations ? 0 : await revokeGrantsOf(transaction, user);
  return { sessions, agentTokens, authorizations };
}

/** Lets a person sign in again, without restoring revoked access. @throws RequestError 422 if they are not disabled */
export async function enableUser(transaction: Transaction, user: number): Promise<void> {
  const enabled = await transaction.run(
    "update users set disabled_at = null, updated_at = now() where id = $1 and disabled_at is not null",
    [user],
  );
  if (enabled === 0) throw invalid({ user: [`${user} is not disabled`] });
}
