import type { AccountTransaction } from "../../../kernel/write/context.ts";
import { erasing, type ForgetGuest } from "../../stays/clients/guest-data.ts";
import { payment } from "./payment.ts";

/**
 * SQL: the assignments that erase a payment's personal data. A pending order keeps its sealed token until the gateway answers,
 * so that the order can complete.
 */
const erasingPayment = `${erasing(payment)}, forget_me_at = statement_timestamp(), updated_at = statement_timestamp(),
  sealed_token = case when exists (
    select from payment_steps where payment_steps.account_id = $1 and payment_steps.payment_id = payments.id
      and payment_steps.step in ('authorize', 'charge') and payment_steps.state in ('queued', 'sent')
  ) then sealed_token end`;

/** The ids of the payments and refunds for a guest's bookings. */
export async function paymentsOfGuest(
  { transaction, account }: AccountTransaction,
  clientId: number,
): Promise<number[]> {
  const rows = await transaction.rows<{ id: number }>(
    `select distinct bookings_payments.payment_id as id from bookings_payments join bookings
       on bookings_payments.account_id = $1 and bookings.id = bookings_payments.booking_id
     where bookings.account_id = $1 and bookings.client_id = $2 order by 1`,
    [account.id, clientId],
  );
  return rows.map(({ id }) => id);
}

/** Erases personal data in payments and refunds for a guest's bookings, and in payments from the guest's e-mail addresses. */
export const forgetGuestInPayments: ForgetGuest = async (context, { id, emails }) => {
  const ids = [...new Set([...(await paymentsOfGuest(context, id)), ...(await paidFrom(context, emails))])];
  await context.transaction.run(
    `update payments set ${erasingPayment} where account_id = $1 and forget_me_at is null and id = any($2::bigint[])`,
    [context.account.id, `{${ids.join(",")}}`],
  );
  await eraseDeposits(context, id);
  return [{ resource: payment, ids }];
};

/** A guest's saved cards, and the texts about their deposits. An authorization in force stays, and is released as planned. */
async function eraseDeposits({ transaction, account }: AccountTransaction, clientId: number): Promise<void> {
  await transaction.run(
    `update damage_deposits set sealed_card = null, payment_gateway_id = null, capture_reason = null, message_to_guest = null,
       failure_reason = null, updated_at = statement_timestamp()
     where account_id = $1 and booking_id in (select id from bookings where bookings.account_id = $1 and bookings.client_id = $2)`,
    [account.id, clientId],
  );
}

/** Payments that a guest made for bookings that now belong to another guest. */
async function paidFrom({ transaction, account }: AccountTransaction, emails: readonly string[]): Promise<number[]> {
  if (emails.length === 0) return [];
  const rows = await transaction.rows<{ id: number }>(
    "select id from payments where account_id = $1 and forget_me_at is null and lower(email) = any($2::text[]) order by id",
    [account.id, [...emails]],
  );
  return rows.map(({ id }) => id);
}

/** Erases the personal data in a payment and its refunds. @returns the ids that were not erased before */
export async function erasePayment({ transaction, account }: AccountTransaction, id: number): Promise<number[]> {
  const rows = await transaction.rows<{ id: number }>(
    `update payments set ${erasingPayment}
     where account_id = $1 and (id = $2 or refunded_payment_id = $2) and forget_me_at is null returning id`,
    [account.id, id],
  );
  return rows.map((row) => row.id);
}
