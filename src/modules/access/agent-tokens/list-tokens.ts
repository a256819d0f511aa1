import type { Transaction } from "../../../database/transaction.ts";

/** What may be shown of a token. Times in epoch milliseconds. */
export interface ListedAgentToken {
  readonly id: number;
  readonly prefix: string;
  readonly email: string;
  readonly accounts: readonly number[];
  readonly multi: boolean;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
  /** It is neither expired nor revoked. */
  readonly good: boolean;
}

/** Every token that was ever made, in their order. */
export async function listAgentTokens(transaction: Transaction): Promise<ListedAgentToken[]> {
  return transaction.rows<ListedAgentToken & Record<string, unknown>>(
    `select agent_tokens.id, prefix, users.email, multi, agent_tokens.created_at as "createdAt", expires_at as "expiresAt",
       last_used_at as "lastUsedAt", revoked_at as "revokedAt",
       revoked_at is null and (expires_at is null or expires_at > now()) as good,
       array(select account_id from agent_token_accounts where agent_token_id = agent_tokens.id order by 1) as accounts
     from agent_tokens join users on users.id = agent_tokens.user_id order by agent_tokens.id`,
  );
}
