import type { Transaction } from "../../../../database/sql/transaction.ts";

/** A step that a gateway has not answered. Times in epoch milliseconds. */
export interface UnansweredStep {
  readonly account: number;
  readonly payment: number;
  /** `charge`, `refund` and so on. */
  readonly step: string;
  readonly amountInCents: number;
  readonly currency: string;
  readonly attempts: number;
  readonly firstSentAt: number | null;
  readonly sentAt: number | null;
}

/** Lists unanswered payment steps, oldest first. @param transaction in the scope of the accounts to list */
export async function listUnanswered(transaction: Transaction): Promise<UnansweredStep[]> {
  return transaction.rows<UnansweredStep & Record<string, unknown>>(
    `select step.account_id as account, step.payment_id as payment, step.step, step.amount_in_cents as "amountInCents", payments.currency,
       step.attempts, step.first_sent_at as "firstSentAt", step.sent_at as "sentAt"
     from payment_steps as step join payments on payments.account_id = step.account_id and payments.id = step.payment_id
     where step.state = 'sent' order by step.sent_at, step.id`,
  );
}
