import type { Transaction } from "../../../../database/sql/transaction.ts";

/** What may be shown of a token. Times in epoch milliseconds. */
export interface ListedAgentToken {
  readonly id: number;
  readonly prefix: string;
  readonly email: string;
  /** Requests an hour. */
  readonly rateLimit: number;
  readonly accounts: readonly number[];
  readonly multi: boolean;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
  /** It is neither expired nor revoked. */
  readonly good: boolean;
}

/** Which tokens are listed; without any, all. */
export interface WantedAgentTokens {
  /** That reach this account. */
  readonly account?: number | undefined;
  /** Of this person. */
  readonly user?: number | undefined;
}

/** The tokens that were ever made, in their order. */
export async function listAgentTokens(
  transaction: Transaction,
  { account, user }: WantedAgentTokens = {},
): Promise<ListedAgentToken[]> {
  return transaction.rows<ListedAgentToken & Record<string, unknown>>(
    `select agent_tokens.id, prefix, users.email, rate_limit as "rateLimit", multi, agent_tokens.created_at as "createdAt", expires_at as "expiresAt",
       last_used_at as "lastUsedAt", revoked_at as "revokedAt",
       revoked_at is null and (expires_at is null or expires_at > now()) as good,
       array(select account_id from agent_token_accounts where agent_token_id = agent_tokens.id order by 1) as accounts
     from agent_tokens join users on users.id = agent_tokens.user_id
     where ($1::bigint is null or user_id = $1) and ($2::bigint is null or exists (
       select from agent_token_accounts where agent_token_id = agent_tokens.id and account_id = $2
     )) order by agent_tokens.id`,
    [user ?? null, account ?? null],
  );
}
