import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { dropQueuedSteps, queueStep } from "./payment-steps.ts";

/**
 * Cancels a deposit's authorization, under its booking's lock: it no longer counts, and the recurring job voids it at the gateway. One that
 * the gateway has not answered is voided when the answer arrives (deposit-outcome.ts).
 */
export async function endAuthorization(context: AccountTransaction, id: number): Promise<void> {
  const { transaction, account } = context;
  await dropQueuedSteps(context, id);
  const row = await transaction.row<{ amount_in_cents: number; is_authorized: boolean }>(
    `with ended as (
       update bookings_payments set canceled_at = statement_timestamp(), updated_at = statement_timestamp()
       where account_id = $1 and payment_id = $2 and canceled_at is null)
     update payments set canceled_at = coalesce(canceled_at, (select statement_timestamp())), updated_at = statement_timestamp(),
       sealed_token = case when unanswered.step is not null then sealed_token end,
       credit_card_token = case when unanswered.step is not null then credit_card_token end
     from (select) as payment left join payment_steps as unanswered on unanswered.account_id = $1 and unanswered.payment_id = $2
       and unanswered.step = 'authorize' and unanswered.state = 'sent'
     where payments.account_id = $1 and payments.id = $2
     returning payments.amount_in_cents, authorized_at is not null and paid_at is null and rejected_at is null as is_authorized`,
    [account.id, id],
  );
  if (row?.is_authorized) await queueStep(context, { payment: id, step: "cancel", amount: row.amount_in_cents });
}
