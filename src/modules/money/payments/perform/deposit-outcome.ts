import type { Secrets } from "../../../../kernel/access/secrets.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { touchRecords } from "../../../../kernel/write/store.ts";
import { booking as bookings } from "../../../stays/bookings/booking.ts";
import type { BookingToPay } from "../../../stays/bookings/change/paid-booking.ts";
import { askForDeposit, noteCapture } from "../note-deposit-event.ts";
import { endAuthorization } from "./end-authorization.ts";
import type { StepName } from "./payment-steps.ts";
import type { StoredPayment } from "./stored-payment.ts";

/** A transaction that may seal a saved card. */
export type SettlingContext = AccountTransaction & { readonly secrets: Secrets };

/** The owner under which a booking's saved card is sealed. */
export const cardOwner = (account: number, booking: number): string => `damage_deposits ${account} ${booking}`;

/** The settled step of a deposit's authorization. Times in epoch milliseconds. */
interface Settled {
  readonly payment: StoredPayment;
  readonly booking: BookingToPay;
  readonly now: number;
}

const dayMs = 86_400_000;
/** An authorization is renewed this long before it ends. */
const renewalMs = dayMs;
/** After so many refusals in a row only the guest or the manager tries again. */
const maxFailures = 3;

/**
 * The card's authorization is in force: it replaces the earlier one, which is voided. An authorization that is no longer needed is voided itself.
 * @param authorizedUntil when the card's bank lets it lapse
 */
export async function depositAuthorized(
  context: AccountTransaction,
  { payment, booking, now }: Settled,
  step: StepName,
  authorizedUntil: number,
): Promise<void> {
  const { transaction, account } = context;
  const deposit = await transaction.row<{ earlier: number | null; pending: number | null; waits: boolean }>(
    `select payment_id as earlier, pending_payment_id as pending,
       pending_payment_id = $3 or $4 = 'checkout' and state in ('planned', 'authorizing', 'failed') as waits
     from damage_deposits where account_id = $1 and booking_id = $2`,
    [account.id, booking.id, payment.id, step],
  );
  if (!deposit?.waits || payment.canceled_at !== null || booking.canceledAt !== null)
    return endAuthorization(context, payment.id);
  await transaction.run(
    `update damage_deposits set state = 'authorized', payment_id = $3, authorized_until = to_timestamp($4::double precision / 1000),
       pending_payment_id = null, pending_since = null, failures = 0, failure_reason = null, asked_at = null,
       retry_at = to_timestamp($5::double precision / 1000), updated_at = statement_timestamp()
     where account_id = $1 and booking_id = $2`,
    [account.id, booking.id, payment.id, authorizedUntil, Math.max(now, authorizedUntil - renewalMs)],
  );
  for (const id of [deposit.earlier, deposit.pending])
    if (id !== null && id !== payment.id) await endAuthorization(context, id);
  await touchBooking(context, booking);
}

/**
 * Saves the card that a guest left with a payment, for the booking's deposit (bookings.md, Payments). A deposit that waits for a card is
 * authorized at once.
 */
export async function saveCard(
  context: SettlingContext,
  { payment, booking }: Omit<Settled, "now">,
  card: string,
): Promise<void> {
  const { transaction, account, secrets } = context;
  if (!payment.keeps_card || booking.canceledAt !== null) return;
  await transaction.run(
    `insert into damage_deposits (account_id, booking_id, sealed_card, payment_gateway_id, retry_at) values ($1, $2, $3, $4, null)
     on conflict (account_id, booking_id) do update set sealed_card = excluded.sealed_card, payment_gateway_id = excluded.payment_gateway_id,
       failures = 0, asked_at = null, updated_at = excluded.updated_at,
       retry_at = case when damage_deposits.state in ('planned', 'failed') then excluded.updated_at else damage_deposits.retry_at end`,
    [account.id, booking.id, secrets.seal(card, cardOwner(account.id, booking.id)), payment.payment_gateway_id],
  );
}

/** The bank declined an authorization: Roost asks the guest, and retries on the next days. An earlier one stays in force. */
export async function depositRefused(
  context: AccountTransaction,
  { payment, booking, now }: Settled,
  reason: string,
): Promise<void> {
  const { transaction, account } = context;
  const row = await transaction.row<{ failures: number }>(
    `update damage_deposits set state = case when payment_id is not null then 'authorized' else 'failed' end,
       pending_payment_id = null, pending_since = null, failure_reason = $4, failures = failures + 1,
       retry_at = case when failures + 1 < $5::integer and sealed_card is not null then to_timestamp($6::double precision / 1000) end,
       updated_at = statement_timestamp()
     where account_id = $1 and booking_id = $2 and pending_payment_id = $3 returning failures`,
    [account.id, booking.id, payment.id, reason, maxFailures, now + dayMs],
  );
  if (!row) return;
  await askForDeposit(context, booking.id, `refused ${payment.id}`);
  await touchBooking(context, booking);
}

/** The gateway captured the ordered part and released the rest. A mail gives the guest the reason. */
export async function depositCaptured(
  context: AccountTransaction,
  { payment, booking }: Omit<Settled, "now">,
): Promise<void> {
  const { transaction, account } = context;
  await transaction.run(
    `with step as (
       select amount_in_cents from payment_steps where account_id = $1 and payment_id = $2 and step = 'capture'),
     line as (
       update bookings_payments set amount_in_cents = step.amount_in_cents, updated_at = statement_timestamp()
       from step where bookings_payments.account_id = $1 and bookings_payments.payment_id = $2)
     update payments set amount_in_cents = step.amount_in_cents from step where account_id = $1 and id = $2`,
    [account.id, payment.id],
  );
  const captured = await transaction.run(
    `update damage_deposits set state = 'captured', authorized_until = null, retry_at = null, updated_at = statement_timestamp()
     where account_id = $1 and booking_id = $2 and payment_id = $3 and state = 'capturing'`,
    [account.id, booking.id, payment.id],
  );
  if (captured > 0) await noteCapture(context, booking.id);
  await touchBooking(context, booking);
}

/**
 * The authorization in force is over without a capture: it expired, was voided at the gateway, or its capture was refused.
 * Roost authorizes again at once, if it has the card.
 */
export async function depositLost(
  { transaction, account }: AccountTransaction,
  { payment, booking, now }: Settled,
  reason: string,
): Promise<void> {
  const lost = await transaction.run(
    `update damage_deposits set state = 'failed', payment_id = null, authorized_until = null, failure_reason = $4,
       captured_amount = null, retry_at = to_timestamp($5::double precision / 1000), updated_at = statement_timestamp()
     where account_id = $1 and booking_id = $2 and payment_id = $3 and state in ('authorized', 'capturing')`,
    [account.id, booking.id, payment.id, reason, now],
  );
  if (lost > 0) await touchBooking({ transaction, account }, booking);
}

/** The booking was canceled before Roost called the gateway: nothing is held. */
export async function depositDropped(context: AccountTransaction, settled: Settled, reason: string): Promise<void> {
  const { transaction, account } = context;
  const { payment, booking } = settled;
  await transaction.run(
    `update damage_deposits set state = 'released', payment_id = null, authorized_until = null, pending_payment_id = null, pending_since = null,
       retry_at = null, captured_amount = null, failure_reason = $4, updated_at = statement_timestamp()
     where account_id = $1 and booking_id = $2 and $3 in (payment_id, pending_payment_id)`,
    [account.id, booking.id, payment.id, reason],
  );
  await touchBooking(context, booking);
}

/** The booking shows the deposit, so its version changes with it. */
export function touchBooking(context: AccountTransaction, { id }: { readonly id: number }): Promise<void> {
  return touchRecords(context, bookings.table, [id]);
}
