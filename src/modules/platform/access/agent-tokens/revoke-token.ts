import type { Transaction } from "../../../../database/sql/transaction.ts";
import { notFound } from "../../../../kernel/errors.ts";
import { digestOf } from "../access-token.ts";
import { isAgentTokenText } from "./token.ts";

/**
 * Revokes a token and all its sessions.
 * @param named its id, or the token itself
 * @throws RequestError 404 if the token is unknown or already revoked
 */
export async function revokeAgentToken(transaction: Transaction, named: string): Promise<void> {
  const [column, value] = isAgentTokenText(named)
    ? ["digest", digestOf(named)]
    : ["id", /^[1-9]\d{0,14}$/.test(named) ? Number(named) : 0];
  const revoked = await transaction.run(
    `update agent_tokens set revoked_at = statement_timestamp() where ${column} = $1 and revoked_at is null`,
    [value],
  );
  if (revoked === 0) throw notFound("Token not found, or already revoked.");
}

/** Revokes all agent tokens of a person. @returns their number */
export function revokeAgentTokensOf(transaction: Transaction, user: number): Promise<number> {
  return transaction.run(
    "update agent_tokens set revoked_at = statement_timestamp() where user_id = $1 and revoked_at is null",
    [user],
  );
}

/** Revokes a person's agent tokens that reach an account, even if they reach other accounts too. @returns their number */
export function revokeAgentTokensIn(transaction: Transaction, account: number, user: number): Promise<number> {
  return transaction.run(
    `update agent_tokens set revoked_at = statement_timestamp() where user_id = $2 and revoked_at is null
       and id in (select agent_token_id from agent_token_accounts where account_id = $1)`,
    [account, user],
  );
}
