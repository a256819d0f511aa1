import type { Transaction } from "../../../../database/sql/transaction.ts";
import { ValidationErrors } from "../../../../kernel/errors.ts";
import { digestOf } from "../access-token.ts";
import { newAgentToken, prefixOf } from "./token.ts";

/** Whom a token stands for, and what it reaches. */
export interface NewAgentToken {
  readonly user: number;
  readonly accounts: readonly number[];
  /** A token of several accounts names one in each call, even when the set has only one (service.md, Agent endpoint tokens). */
  readonly multi: boolean;
  /** Epoch milliseconds; without it the token lives until it is revoked. */
  readonly expiresAt?: number;
}

export interface CreatedAgentToken {
  readonly id: number;
  /** Shown this once: only its digest is kept. */
  readonly token: string;
}

/**
 * Makes a token of the agent endpoint. Its user must work for each of its accounts.
 * @throws RequestError 422 with every problem at once
 */
export async function createAgentToken(transaction: Transaction, wanted: NewAgentToken): Promise<CreatedAgentToken> {
  const accounts = [...new Set(wanted.accounts)];
  await check(transaction, wanted, accounts);
  const token = newAgentToken();
  const made = await transaction.row<{ id: number }>(
    "insert into agent_tokens (digest, prefix, user_id, multi, expires_at) values ($1, $2, $3, $4, $5) returning id",
    [
      digestOf(token),
      prefixOf(token),
      wanted.user,
      wanted.multi,
      wanted.expiresAt === undefined ? null : new Date(wanted.expiresAt).toISOString(),
    ],
  );
  if (!made) throw new Error("A token that was just made is not there.");
  await transaction.run(
    "insert into agent_token_accounts (account_id, agent_token_id) select unnest($1::bigint[]), $2",
    [accounts, made.id],
  );
  return { id: made.id, token };
}

async function check(transaction: Transaction, wanted: NewAgentToken, accounts: readonly number[]): Promise<void> {
  const errors = new ValidationErrors();
  const works = await transaction.rows<{ account: number }>(
    `select account_id as account from memberships where user_id = $1 and account_id = any($2::bigint[])
     and role in ('owner', 'manager') and exists (select from users where users.id = user_id and disabled_at is null) and exists (select from accounts where id = account_id and closed_at is null)`,
    [wanted.user, accounts],
  );
  const others = accounts.filter((id) => !works.some(({ account }) => account === id));
  if (accounts.length === 0) errors.add("accounts", "can't be blank");
  for (const id of others) errors.add("accounts", `the user is neither owner nor manager of the account ${id}`);
  const { now } = (await transaction.row<{ now: number }>("select now() as now")) ?? { now: 0 };
  if (wanted.expiresAt !== undefined && wanted.expiresAt <= now) errors.add("expires", "must be in the future");
  errors.throwIfAny();
}
