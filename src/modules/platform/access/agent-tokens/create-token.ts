import type { Transaction } from "../../../../database/sql/transaction.ts";
import { ValidationErrors } from "../../../../kernel/errors.ts";
import { digestOf } from "../access-token.ts";
import { newAgentToken, prefixOf } from "./token.ts";

/** A token's person and accounts. */
export interface NewAgentToken {
  readonly user: number;
  readonly accounts: readonly number[];
  /** With such a token each call names an account, even if the token has only one (service.md, Agent endpoint tokens). */
  readonly multi: boolean;
  /** Epoch milliseconds; without it the token is valid until revoked. */
  readonly expiresAt?: number;
  /** Whether it may propose changes for a person to approve; by default it only reads. */
  readonly mayPropose?: boolean;
}

export interface CreatedAgentToken {
  readonly id: number;
  /** Shown once: only its digest is stored. */
  readonly token: string;
}

/**
 * Creates a token for the agent endpoint. Its user must be an owner or manager of each account.
 * @throws RequestError 422 with every problem at once
 */
export async function createAgentToken(transaction: Transaction, input: NewAgentToken): Promise<CreatedAgentToken> {
  const accounts = [...new Set(input.accounts)];
  await check(transaction, input, accounts);
  const token = newAgentToken();
  const made = await transaction.row<{ id: number }>(
    "insert into agent_tokens (digest, prefix, user_id, multi, expires_at, may_propose) values ($1, $2, $3, $4, $5, $6) returning id",
    [
      digestOf(token),
      prefixOf(token),
      input.user,
      input.multi,
      input.expiresAt === undefined ? null : new Date(input.expiresAt).toISOString(),
      input.mayPropose ?? false,
    ],
  );
  if (!made) throw new Error("The insert into agent_tokens returned no id.");
  await transaction.run(
    "insert into agent_token_accounts (account_id, agent_token_id) select unnest($1::bigint[]), $2",
    [accounts, made.id],
  );
  return { id: made.id, token };
}

async function check(transaction: Transaction, input: NewAgentToken, accounts: readonly number[]): Promise<void> {
  const errors = new ValidationErrors();
  const works = await transaction.rows<{ account: number }>(
    `select account_id as account from memberships where user_id = $1 and account_id = any($2::bigint[])
     and role in ('owner', 'manager') and exists (select from users where users.id = user_id and disabled_at is null) and exists (select from accounts where id = account_id and closed_at is null)`,
    [input.user, accounts],
  );
  const others = accounts.filter((id) => !works.some(({ account }) => account === id));
  if (accounts.length === 0) errors.add("accounts", "can't be blank");
  for (const id of others) errors.add("accounts", `the user is neither owner nor manager of account ${id}`);
  const { now } = (await transaction.row<{ now: number }>("select now() as now")) ?? { now: 0 };
  if (input.expiresAt !== undefined && input.expiresAt <= now) errors.add("expires", "must be in the future");
  errors.throwIfAny();
}
