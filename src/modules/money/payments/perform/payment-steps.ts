import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import type { StepResult } from "../../gateways/gateway.ts";

/** Gateway operations, each at most once per payment. `checkout` is the gateway's hosted payment page. */
export type StepName = "authorize" | "charge" | "capture" | "cancel" | "refund" | "checkout";

/** A step to queue. Amounts in minor units of the payment's currency. */
export interface NewStep {
  readonly payment: number;
  readonly step: StepName;
  readonly amount: number;
  /** Epoch milliseconds; defaults to now. */
  readonly dueAt?: number | undefined;
}

/**
 * Queues a step unless the payment already has it. The key combines account, payment id, creation time and step:
 * it survives crashes, and differs for an id that a restored database hands out again.
 */
export async function queueStep({ transaction, account }: AccountTransaction, added: NewStep): Promise<void> {
  await transaction.run(
    `insert into payment_steps (account_id, payment_id, step, key, amount_in_cents, due_at)
     select account_id, id, $3, concat_ws('-', 'roost', account_id, id, to_hex((extract(epoch from created_at) * 1000)::bigint), $3::text), $4,
       coalesce($5::timestamptz, statement_timestamp())
     from payments where account_id = $1 and id = $2
     on conflict do nothing returning account_id`,
    [account.id, added.payment, added.step, added.amount, timeOf(added.dueAt)],
  );
}

/** A step to send to the gateway. */
export interface SentStep {
  readonly step: StepName;
  readonly key: string;
  readonly amount: number;
}

/**
 * Marks a payment's next due step as sent or resent. Two processes may send the same step: its key is the same.
 * @returns undefined when nothing is due. A step first sent over 20 hours ago is never due, because the gateway may have forgotten
 * its key; nor is one that takes money for a closed account.
 */
export async function sendDueStep(
  { transaction, account }: AccountTransaction,
  payment: number,
): Promise<SentStep | undefined> {
  const row = await transaction.row<{ step: string; key: string; amount_in_cents: number }>(
    `update payment_steps set state = 'sent', attempts = attempts + 1, sent_at = statement_timestamp(),
       first_sent_at = coalesce(first_sent_at, (select statement_timestamp())), updated_at = statement_timestamp()
     where account_id = $1 and payment_id = $2 and step = (
       select step from payment_steps
       where account_id = $1 and payment_id = $2 and step <> 'checkout'
         and (state = 'queued' and due_at <= statement_timestamp()
           or state = 'sent' and first_sent_at > now() - interval '20 hours')
         and (step in ('refund', 'cancel') or not exists (select from accounts where id = $1 and closed_at is not null))
       order by created_at, step limit 1 for update
     )
     returning step, key, amount_in_cents`,
    [account.id, payment],
  );
  return row && { step: stepNamed(row.step), key: row.key, amount: row.amount_in_cents };
}

/** A payment's next due step that was never sent; does not send it. */
export async function dueStep(
  { transaction, account }: AccountTransaction,
  payment: number,
): Promise<StepName | undefined> {
  const row = await transaction.row<{ step: string }>(
    `select step from payment_steps
     where account_id = $1 and payment_id = $2 and state = 'queued' and step <> 'checkout' and due_at <= statement_timestamp()
     order by created_at, step limit 1`,
    [account.id, payment],
  );
  return row && stepNamed(row.step);
}

/**
 * Records a step's outcome once; a second caller changes nothing.
 * @returns whether this call recorded it
 */
export async function finishStep(
  { transaction, account }: AccountTransaction,
  payment: number,
  step: StepName,
  result: StepResult,
): Promise<boolean> {
  const finished = await transaction.run(
    `update payment_steps set state = $4, finished_at = statement_timestamp(), transaction_id = $5, reason = $6,
       first_sent_at = coalesce(first_sent_at, (select statement_timestamp())), updated_at = statement_timestamp()
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

/** Drops queued steps, except a checkout: the guest may be paying on its page. @returns the dropped steps */
export async function dropQueuedSteps(
  { transaction, account }: AccountTransaction,
  payment: number,
): Promise<readonly StepName[]> {
  const rows = await transaction.rows<{ step: string }>(
    `update payment_steps set state = 'dropped', finished_at = statement_timestamp(), updated_at = statement_timestamp()
     where account_id = $1 and payment_id = $2 and state = 'queued' and step <> 'checkout' returning step`,
    [account.id, payment],
  );
  return rows.map(({ step }) => stepNamed(step));
}

/** The amount that a step asks for, in minor units; undefined for a step that the payment does not have. */
export async function stepAmount(
  { transaction, account }: AccountTransaction,
  payment: number,
  step: StepName,
): Promise<number | undefined> {
  const row = await transaction.row<{ amount_in_cents: number }>(
    "select amount_in_cents from payment_steps where account_id = $1 and payment_id = $2 and step = $3",
    [account.id, payment, step],
  );
  return row?.amount_in_cents;
}

const names: ReadonlySet<string> = new Set<StepName>([
  "authorize",
  "charge",
  "capture",
  "cancel",
  "refund",
  "checkout",
]);
export const isStepName = (name: string): name is StepName => names.has(name);

/** @throws Error for a name that the column's check constraint rejects */
export function stepNamed(name: string): StepName {
  if (!isStepName(name)) throw new Error(`Unknown payment step: ${name}.`);
  return name;
}

function timeOf(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}
