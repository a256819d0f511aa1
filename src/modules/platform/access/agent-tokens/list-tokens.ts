import type { Transaction } from "../../../../database/sql/transaction.ts";

/** A token without its secret. Times are epoch milliseconds. */
export interface ListedAgentToken {
  readonly id: number;
  readonly prefix: string;
  readonly email: string;
  /** Requests per hour. */
  readonly rateLimit: number;
  readonly accounts: readonly number[];
  readonly multi: boolean;
  /** Whether it may propose changes. */
  readonly mayPropose: boolean;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
  /** Whether it is neither expired nor revoked. */
  readonly good: boolean;
}

/** Filters; without any, all tokens are listed. */
export interface AgentTokenFilter {
  /** Tokens that reach this account. */
  readonly account?: number | undefined;
  /** This person's tokens. */
  readonly user?: number | undefined;
}

/** Lists all tokens ever created, by id. */
export async function listAgentTokens(
  transaction: Transaction,
  { account, user }: AgentTokenFilter = {},
): Promise<ListedAgentToken[]> {
  return transaction.rows<ListedAgentToken & Record<string, unknown>>(
    `select agent_tokens.id, prefix, users.email, rate_limit as "rateLimit", multi, may_propose as "mayPropose", agent_tokens.created_at as "createdAt", expires_at as "expiresAt",
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
