import type { Transaction } from "../../../../database/sql/transaction.ts";
import { notFound } from "../../../../kernel/errors.ts";
import { digestOf } from "../access-token.ts";
import { isAgentTokenText } from "./token.ts";

/**
 * Ends a token, and so all of its sessions: the next request with it is refused.
 * @param named its id, or the token itself
 * @throws RequestError 404 for an unknown one, or one that was revoked before
 */
export async function revokeAgentToken(transaction: Transaction, named: string): Promise<void> {
  const [column, value] = isAgentTokenText(named)
    ? ["digest", digestOf(named)]
    : ["id", /^[1-9]\d{0,14}$/.test(named) ? Number(named) : 0];
  const revoked = await transaction.run(
    `update agent_tokens set revoked_at = statement_timestamp() where ${column} = $1 and revoked_at is null`,
    [value],
  );
  if (revoked === 0) throw notFound("There is no such token, or it is revoked already.");
}

/** Ends every token of a person's agents. @returns how many they were */
export function revokeAgentTokensOf(transaction: Transaction, user: number): Promise<number> {
  return transaction.run(
    "update agent_tokens set revoked_at = statement_timestamp() where user_id = $1 and revoked_at is null",
    [user],
  );
}

/** Ends those that reach an account, also where they reach others: who holds one knows it as a whole. @returns how many they were */
export function revokeAgentTokensIn(transaction: Transaction, account: number, user: number): Promise<number> {
  return transaction.run(
    `update agent_tokens set revoked_at = statement_timestamp() where user_id = $2 and revoked_at is null
       and id in (select agent_token_id from agent_token_accounts where account_id = $1)`,
    [account, user],
  );
}
