import type { Transaction } from "../../../database/sql/transaction.ts";

/** An unsent mail, for administrators. Times are epoch milliseconds. */
export interface UnsentMail {
  readonly id: number;
  readonly account: number;
  readonly template: string;
  readonly recipient: string;
  /** `failed`: Roost stopped retrying. */
  readonly state: "queued" | "failed";
  readonly attempts: number;
  readonly error: string | null;
  readonly createdAt: number;
}

/** Queued and failed mails, newest first. @param transaction in the scope of the mails' accounts */
export async function listUnsentMails(transaction: Transaction, failed: boolean, most: number): Promise<UnsentMail[]> {
  return transaction.rows<UnsentMail & Record<string, unknown>>(
    `select id, account_id as account, template, recipient, state, attempts, error, created_at as "createdAt" from mails
     where state <> 'sent' and (not $1::boolean or state = 'failed') order by created_at desc, id desc limit $2`,
    [failed, most],
  );
}
