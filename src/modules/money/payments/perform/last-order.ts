import type { Transaction } from "../../../../database/sql/transaction.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";

/** The state of a page's last order. */
export interface LastOrder {
  readonly id: number;
  readonly state: "under way" | "at the gateway" | "paid" | "refunded" | "rejected";
  readonly reason: string | null;
}

/**
 * The last payment that the guest started on the page. A pending order of an application takes precedence:
 * its money may be taken at any moment.
 */
export async function lastOrder(
  transaction: Transaction,
  account: number,
  booking: number,
): Promise<LastOrder | undefined> {
  const row = await transaction.row<{
    id: number;
    is_paid: boolean;
    is_over: boolean;
    rejection_reason: string | null;
    at_gateway: boolean;
    is_pending: boolean;
    is_refunded: boolean;
  }>(
    `select payments.id, payments.paid_at is not null as is_paid,
       payments.rejected_at is not null or payments.canceled_at is not null as is_over, payments.rejection_reason,
       steps.at_gateway, steps.is_pending,
       exists (select from payments as refund where refund.account_id = $1 and refund.refunded_payment_id = payments.id
         and refund.rejected_at is null and refund.canceled_at is null and refund.amount_in_cents = -payments.amount_in_cents) as is_refunded
     from payments join bookings_payments as line on line.account_id = $1 and line.payment_id = payments.id
     join lateral (
       select coalesce(bool_or(step = 'checkout'), false) as at_gateway,
         coalesce(bool_or(step in ('authorize', 'charge') and state in ('queued', 'sent')), false) as is_pending
       from payment_steps where payment_steps.account_id = $1 and payment_steps.payment_id = payments.id
     ) as steps on true
     where payments.account_id = $1 and line.booking_id = $2 and payments.ordered and payments.refunded_payment_id is null and payments.kind <> 'damage-deposit'
       and (steps.is_pending or payments.created_by_application_id is null and (payments.canceled_at is null or payments.paid_at is not null))
     order by steps.is_pending desc, payments.id desc limit 1`,
    [account, booking],
  );
  return row && { id: row.id, state: stateOf(row), reason: row.rejection_reason };
}

interface OrderFacts {
  readonly is_paid: boolean;
  readonly is_over: boolean;
  readonly at_gateway: boolean;
  readonly is_pending: boolean;
  readonly is_refunded: boolean;
}

function stateOf({ is_paid, is_over, at_gateway, is_pending, is_refunded }: OrderFacts): LastOrder["state"] {
  if (is_pending) return "under way";
  if (is_paid) return is_refunded ? "refunded" : "paid";
  if (is_over) return "rejected";
  return at_gateway ? "at the gateway" : "under way";
}

/** A gateway's page and its key live for a day; 20 hours leave a margin. */
export async function isStillOpen(
  { transaction, account }: AccountTransaction,
  id: number,
  amount: number,
): Promise<boolean> {
  const open = await transaction.run(
    "select from payments where account_id = $1 and id = $2 and amount_in_cents = $3 and created_at > now() - interval '20 hours'",
    [account.id, id, amount],
  );
  return open > 0;
}

/** Cancels an outdated checkout. Its page may still be open: a payment there is refunded (settle-step.ts). */
export async function cancelOvertaken({ transaction, account }: AccountTransaction, id: number): Promise<void> {
  await transaction.run(
    `with overtaken as (
       update bookings_payments set canceled_at = statement_timestamp(), updated_at = statement_timestamp()
       where account_id = $1 and payment_id = $2)
     update payments set canceled_at = statement_timestamp(), updated_at = statement_timestamp() where account_id = $1 and id = $2`,
    [account.id, id],
  );
}
