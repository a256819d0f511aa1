import type { Transaction } from "../sql/transaction.ts";

/** A job of an account that is in the queue, without what it holds. Moments are epoch milliseconds. */
export interface AccountJob {
  readonly id: number;
  readonly name: string;
  /** Running now, waiting for its time or for a place, or failed for the last time. */
  readonly state: "running" | "waiting" | "failed";
  readonly attempts: number;
  readonly most_attempts: number;
  /** When it is due, or was. */
  readonly run_at: number;
  /** Since when it runs. */
  readonly locked_at: number | null;
  readonly last_error: string | null;
}

/** The jobs of an account, the next ones first. @param transaction in the account's scope; of another account there are none */
export function accountJobs(transaction: Transaction, account: number, most: number): Promise<AccountJob[]> {
  return transaction.rows<AccountJob>(
    "select id, name, state, attempts, most_attempts, run_at, locked_at, last_error from account_jobs($1, $2)",
    [account, most],
  );
}

/** Lets a job of an account run now, with all its attempts before it. @returns false where it is not there, or runs just now */
export async function retryAccountJob(transaction: Transaction, account: number, job: number): Promise<boolean> {
  const row = await transaction.row<{ retried: boolean | null }>("select retry_account_job($1, $2) as retried", [
    account,
    job,
  ]);
  return row?.retried === true;
}
