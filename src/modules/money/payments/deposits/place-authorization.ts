import type { Secrets } from "../../../../kernel/access/secrets.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { priceColumn } from "../../../stays/bookings/booking-columns.ts";
import { minorUnits } from "../../../stays/bookings/change/paid-totals.ts";
import { maskedToken } from "../card/card-number.ts";
import { storeToken } from "../card/card-token.ts";
import { describePayment } from "../describe-payment.ts";
import { queueStep } from "../perform/payment-steps.ts";
import { queuePerforming } from "../perform/queue-performing.ts";
import { assignToBooking } from "../perform/stored-payment.ts";
import type { LockedDeposit } from "./stored-deposit.ts";

/** The card of an authorization: the gateway's token or reference of a saved card. */
export interface DepositCard {
  readonly gateway: number;
  readonly token: string;
}

/** Stores the payment of an authorization, without a step. @returns its id and amount in minor units */
export async function insertAuthorization(
  { transaction, account }: AccountTransaction,
  { booking, facts }: LockedDeposit,
  gateway: number,
  maker: { readonly application?: number; readonly ip?: string } = {},
): Promise<{ readonly id: number; readonly amount: number }> {
  const amount = minorUnits(facts.amount, booking.currency);
  const row = await transaction.row<{ id: number }>(
    `insert into payments (account_id, created_by_application_id, payment_gateway_id, gateway_type, gateway_name, kind, amount_in_cents,
       currency, ordered, keeps_card, description, ip)
     select account_id, $3::bigint, id, 'PaymentGateway', gateway_name, 'damage-deposit', $4::bigint, $5, true, true, $6, $7
     from payment_gateways where account_id = $1 and id = $2 returning id`,
    [
      ...[account.id, gateway, maker.application ?? null, amount, booking.currency],
      ...[describePayment(booking), maker.ip ?? null],
    ],
  );
  if (!row) throw new Error(`Payment gateway ${gateway} does not exist.`);
  const payment = { id: row.id, amount_in_cents: amount, currency: booking.currency };
  await assignToBooking({ transaction, account }, payment, booking.id);
  return { id: row.id, amount };
}

/**
 * Orders an authorization of the whole deposit on a card; a job asks the gateway after the commit. An earlier one stays in force until the
 * gateway has answered. Lock the deposit first.
 */
export async function placeAuthorization(
  context: AccountTransaction & { readonly secrets: Secrets },
  locked: LockedDeposit,
  { gateway, token }: DepositCard,
  maker: { readonly application?: number; readonly byHand?: boolean } = {},
): Promise<void> {
  const { transaction, account } = context;
  const { id, amount } = await insertAuthorization(context, locked, gateway, maker);
  await storeToken(context, id, { token, shown: maskedToken(token) });
  await queueStep(context, { payment: id, step: "authorize", amount });
  await queuePerforming(context, id);
  await transaction.run(
    `insert into damage_deposits (account_id, booking_id, state, deposit, pending_payment_id, pending_since, by_hand, retry_at)
     values ($1, $2, 'authorizing', $3, $4, to_timestamp($6::double precision / 1000), $5, null)
     on conflict (account_id, booking_id) do update set
       state = case when damage_deposits.payment_id is null then 'authorizing' else damage_deposits.state end,
       deposit = excluded.deposit, pending_payment_id = excluded.pending_payment_id, pending_since = excluded.pending_since,
       by_hand = damage_deposits.by_hand and damage_deposits.state <> 'released' or excluded.by_hand, retry_at = null, updated_at = excluded.updated_at`,
    [account.id, locked.booking.id, priceColumn(locked.facts.amount), id, maker.byHand ?? false, locked.facts.now],
  );
}
