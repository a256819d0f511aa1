import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import type { StepResult } from "../../gateways/gateway.ts";

/** What a gateway is asked for; each at most once a payment. `checkout` is a page of the gateway on which the guest pays. */
export type StepName = "authorize" | "charge" | "capture" | "cancel" | "refund" | "checkout";

/** A step of a payment that is to be asked for. Minor units of the payment's currency. */
export interface NewStep {
  readonly payment: number;
  readonly step: StepName;
  readonly amount: number;
  /** Epoch milliseconds; now unless told. */
  readonly dueAt?: number | undefined;
}

/**
 * Notes a step that is to be asked for; one that is noted already stays as it is. Its key is made of the account, the payment's id and
 * moment, and the step: the same after every crash, and another in a database that was restored and gives out its ids again.
 */
export async function queueStep({ transaction, account }: AccountTransaction, asked: NewStep): Promise<void> {
  await transaction.run(
    `insert into payment_steps (account_id, payment_id, step, key, amount_in_cents, due_at)
     select account_id, id, $3, concat_ws('-', 'roost', account_id, id, to_hex((extract(epoch from created_at) * 1000)::bigint), $3::text), $4,
       coalesce($5::timestamptz, statement_timestamp())
     from payments where account_id = $1 and id = $2
     on conflict do nothing`,
    [account.id, asked.payment, asked.step, asked.amount, timeOf(asked.dueAt)],
  );
}

/** A step as it goes out. */
export interface SentStep {
  readonly step: StepName;
  readonly key: string;
  readonly amount: number;
}

/**
 * Marks what is due of a payment as sent, or as sent once more. Two processes may send the same step: it has one key.
 * @returns undefined when nothing is due: also for what was sent twenty hours ago, whose key the gateway may have forgotten, and for what
 * takes money for an account that is closed
 */
export async function sendDueStep(
  { transaction, account }: AccountTransaction,
  payment: number,
): Promise<SentStep | undefined> {
  const row = await transaction.row<{ step: string; key: string; amount_in_cents: number }>(
    `update payment_steps set state = 'sent', attempts = attempts + 1, sent_at = clock_timestamp(),
       first_sent_at = coalesce(first_sent_at, clock_timestamp()), updated_at = clock_timestamp()
     where account_id = $1 and payment_id = $2 and step = (
       select step from payment_steps
       where account_id = $1 and payment_id = $2 and step <> 'checkout'
         and (state = 'queued' and due_at <= clock_timestamp()
           or state = 'sent' and first_sent_at > now() - interval '20 hours')
         and (step in ('refund', 'cancel') or not exists (select from accounts where id = $1 and closed_at is not null))
       order by created_at, step limit 1 for update
     )
     returning step, key, amount_in_cents`,
    [account.id, payment],
  );
  return row && { step: stepNamed(row.step), key: row.key, amount: row.amount_in_cents };
}

/** What is due of a payment and was not sent yet: its name, without sending it. */
export async function dueStep(
  { transaction, account }: AccountTransaction,
  payment: number,
): Promise<StepName | undefined> {
  const row = await transaction.row<{ step: string }>(
    `select step from payment_steps
     where account_id = $1 and payment_id = $2 and state = 'queued' and step <> 'checkout' and due_at <= clock_timestamp()
     order by created_at, step limit 1`,
    [account.id, payment],
  );
  return row && stepNamed(row.step);
}

/**
 * Notes what came of a step, once: whoever comes second finds it noted.
 * @returns whether this was the first time
 */
export async function finishStep(
  { transaction, account }: AccountTransaction,
  payment: number,
  step: StepName,
  result: StepResult,
): Promise<boolean> {
  const finished = await transaction.run(
    `update payment_steps set state = $4, finished_at = clock_timestamp(), transaction_id = $5, reason = $6,
       first_sent_at = coalesce(first_sent_at, clock_timestamp()), updated_at = clock_timestamp()
     where account_id = $1 and payment_id = $2 and step = $3 and state in ('queued', 'sent')`,
    [
      account.id,
      payment,
      step,
      result.outcome,
      result.transaction ?? null,
      result.outcome === "refused" ? result.reason : null,
    ],
  );
  return finished > 0;
}

/** Gives up what was not sent yet; but a guest may be paying on a page that is open. @returns the steps that are not asked for any more */
export async function dropQueuedSteps(
  { transaction, account }: AccountTransaction,
  payment: number,
): Promise<readonly StepName[]> {
  const rows = await transaction.rows<{ step: string }>(
    `update payment_steps set state = 'dropped', finished_at = clock_timestamp(), updated_at = clock_timestamp()
     where account_id = $1 and payment_id = $2 and state = 'queued' and step <> 'checkout' returning step`,
    [account.id, payment],
  );
  return rows.map(({ step }) => stepNamed(step));
}

const names: ReadonlySet<string> = new Set<StepName>([
  "authorize",
  "charge",
  "capture",
  "cancel",
  "refund",
  "checkout",
]);
/** Whether a text names a step. */
export const isStepName = (name: string): name is StepName => names.has(name);

/** @throws Error for what the column's check does not let in */
export function stepNamed(name: string): StepName {
  if (!isStepName(name)) throw new Error(`A payment has a step ${name}, which is none.`);
  return name;
}

function timeOf(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}
