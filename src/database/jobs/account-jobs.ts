import type { Transaction } from "../sql/transaction.ts";

/** An account's queued job, without its payload. Times are epoch milliseconds. */
export interface AccountJob {
  readonly id: number;
  readonly name: string;
  /** `waiting` for its due time or for capacity, `running`, or `failed` on its last attempt. */
  readonly state: "running" | "waiting" | "failed";
  readonly attempts: number;
  readonly max_attempts: number;
  /** The time at which it is or was due. */
  readonly run_at: number;
  /** The start of its current run. */
  readonly locked_at: number | null;
  readonly last_error: string | null;
}

/** The account's queued jobs, next due first. @param transaction in the account's scope; otherwise the result is empty */
export function accountJobs(transaction: Transaction, account: number, limit: number): Promise<AccountJob[]> {
  return transaction.rows<AccountJob>(
    "select id, name, state, attempts, most_attempts as max_attempts, run_at, locked_at, last_error from account_jobs($1, $2)",
    [account, limit],
  );
}

/** Makes an account's job due now, with all attempts left. @returns false if the job does not exist or is running */
export async function retryAccountJob(transaction: Transaction, account: number, job: number): Promise<boolean> {
  const row = await transaction.row<{ retried: boolean | null }>("select retry_account_job($1, $2) as retried", [
    account,
    job,
  ]);
  return row?.retried === true;
}
