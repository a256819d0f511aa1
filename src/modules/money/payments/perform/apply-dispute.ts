import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import type { GatewayEvent } from "../../gateways/gateway.ts";
import { insertRefund } from "../insert-refund.ts";
import { updatePaidSums } from "../paid-sums.ts";
import { unrefundedAmount } from "../refund-payment.ts";
import { lockWithBooking } from "./stored-payment.ts";

/** Reports of a dispute, and the state that each leaves. */
const statusByKind = { disputed: "open", dispute_won: "won", dispute_lost: "lost" } as const;

type DisputeKind = keyof typeof statusByKind;

/**
 * Notes a dispute's state (bookings.md, Payments). The latest event wins, whatever the order of arrival; on equal or unknown times, the
 * end of a dispute wins. A lost dispute becomes a payment of the kind `dispute` with a negative amount.
 */
export async function applyDispute(
  context: AccountTransaction,
  id: number,
  now: number,
  event: GatewayEvent & { readonly kind: DisputeKind },
): Promise<void> {
  const locked = await lockWithBooking(context, id);
  if (!locked) return;
  const { payment, booking } = locked;
  const status = statusByKind[event.kind];
  if (!(await setStatus(context, id, status, event.occurredAt))) return;
  const taken = await cancelLine(context, id);
  if (status === "lost") {
    const left = await unrefundedAmount(context, payment);
    const amount = Math.min(left, event.currency === payment.currency ? (event.amount ?? left) : left);
    const paidAt = event.occurredAt ?? now;
    if (amount > 0)
      await insertRefund(context, payment, { kind: "dispute", amount, notes: event.reason, booking, paidAt });
  }
  if (status === "lost" || taken) await updatePaidSums(context, booking);
}

/** @returns false if a later event is already noted */
async function setStatus(
  { transaction, account }: AccountTransaction,
  id: number,
  status: (typeof statusByKind)[DisputeKind],
  occurredAt: number | null,
): Promise<boolean> {
  const changed = await transaction.run(
    `update payments set dispute_status = $3, disputed_at = case when $3 <> 'won' then coalesce(disputed_at, (select statement_timestamp())) end,
       dispute_reported_for = $4, updated_at = statement_timestamp()
     where account_id = $1 and id = $2
       and (dispute_reported_for is null or (dispute_reported_for, dispute_status <> 'open') < ($4::timestamptz, $3 <> 'open'))`,
    [account.id, id, status, occurredAt === null ? "-infinity" : new Date(occurredAt).toISOString()],
  );
  return changed > 0;
}

/** Cancels the line of a dispute that was lost according to an earlier event. @returns whether there was one */
async function cancelLine({ transaction, account }: AccountTransaction, id: number): Promise<boolean> {
  const canceled = await transaction.run(
    `update payments set canceled_at = statement_timestamp(), updated_at = statement_timestamp()
     where account_id = $1 and refunded_payment_id = $2 and kind = 'dispute' and canceled_at is null`,
    [account.id, id],
  );
  return canceled > 0;
}
