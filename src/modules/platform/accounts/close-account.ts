import type { Transaction } from "../../../database/sql/transaction.ts";
import { invalid, notFound } from "../../../kernel/errors.ts";

/** Days from closing an account to its erasure (bookings.md, Personal data). */
export const daysUntilErased = 30;

/** SQL: the account is being erased. `erase_closed_account` has the same condition (baseline/02_platform.sql). */
const beingErased = `(closed_at <= now() - interval '${daysUntilErased} days' and exported_at is not null)`;

export interface ClosedAccount {
  readonly name: string;
  /** Whether it was open until now. */
  readonly wasOpen: boolean;
  /** Epoch milliseconds. */
  readonly closedAt: number;
  /** The time of its erasure unless it is reopened, in epoch milliseconds. */
  readonly erasedAt: number;
}

/**
 * Closes an account: its tokens and pages stop working, and it takes no more payments. An account that is already closed keeps its
 * erasure date; for a disabled one, the days until erasure begin now.
 * @throws RequestError 404 if it does not exist, 422 if it is being erased
 */
export async function closeAccount(transaction: Transaction, id: number): Promise<ClosedAccount> {
  const { name, closed } = await lockAccount(transaction, id);
  // Computed in UTC, because a cluster needs an expression that depends on no setting.
  const row = await transaction.row<{ closed_at: number | null; erased_at: number | null }>(
    `update accounts set closed_at = case when exported_at is null then (select statement_timestamp()) else closed_at end,
       updated_at = case when closed_at is null then (select statement_timestamp()) else updated_at end
     where id = $1 returning closed_at, (closed_at at time zone 'UTC' + interval '${daysUntilErased} days') at time zone 'UTC' as erased_at`,
    [id],
  );
  if (!row || row.closed_at === null || row.erased_at === null) throw new Error(`The account ${id} was not closed.`);
  return { name, wasOpen: !closed, closedAt: row.closed_at, erasedAt: row.erased_at };
}

/**
 * Closes an account without an export, so that it is never erased.
 * @returns its name @throws RequestError 404 if it does not exist, 422 if it is already closed
 */
export async function disableAccount(transaction: Transaction, id: number): Promise<string> {
  const { name, closed } = await lockAccount(transaction, id);
  if (closed) throw invalid({ account: [`${id} is already disabled or closed`] });
  await transaction.run(
    "update accounts set closed_at = statement_timestamp(), updated_at = statement_timestamp() where id = $1",
    [id],
  );
  return name;
}

/** Records that a closed account was exported completely. Only exported accounts are erased. */
export async function noteExport(transaction: Transaction, id: number): Promise<void> {
  const noted = await transaction.run(
    "update accounts set exported_at = statement_timestamp() where id = $1 and closed_at is not null",
    [id],
  );
  if (noted === 0) throw invalid({ account: [`${id} was reopened in the meantime`] });
}

/**
 * Reopens an account with all its data. @returns its name
 * @throws RequestError 404 if it does not exist, 422 if it is open or being erased
 */
export async function reopenAccount(transaction: Transaction, id: number): Promise<string> {
  const { name, closed } = await lockAccount(transaction, id);
  if (!closed) throw invalid({ account: [`${id} is not closed`] });
  await transaction.run(
    "update accounts set closed_at = null, exported_at = null, updated_at = statement_timestamp() where id = $1",
    [id],
  );
  return name;
}

async function lockAccount(transaction: Transaction, id: number): Promise<{ name: string; closed: boolean }> {
  const row = await transaction.row<{ name: string; closed: boolean; erased: boolean }>(
    `select business_name as name, closed_at is not null as closed, coalesce(${beingErased}, false) as erased
     from accounts where id = $1 for update`,
    [id],
  );
  if (!row) throw notFound(`There is no account ${id}.`);
  if (row.erased)
    throw invalid({ account: [`${id} was closed more than ${daysUntilErased} days ago and is being erased`] });
  return row;
}
