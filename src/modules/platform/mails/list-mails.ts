import type { Transaction } from "../../../database/sql/transaction.ts";

/** A mail that was not sent, as an administrator sees it. Moments are epoch milliseconds. */
export interface UnsentMail {
  readonly id: number;
  readonly account: number;
  readonly template: string;
  readonly recipient: string;
  /** `failed` was given up. */
  readonly state: "queued" | "failed";
  readonly attempts: number;
  readonly error: string | null;
  readonly createdAt: number;
}

/** Mails that wait or were given up, the newest first. @param transaction in the scope of the accounts whose mails they are */
export async function listUnsentMails(transaction: Transaction, failed: boolean, most: number): Promise<UnsentMail[]> {
  return transaction.rows<UnsentMail & Record<string, unknown>>(
    `select id, account_id as account, template, recipient, state, attempts, error, created_at as "createdAt" from mails
     where state <> 'sent' and (not $1::boolean or state = 'failed') order by created_at desc, id desc limit $2`,
    [failed, most],
  );
}
