import { localTime } from "../../../../core/time-zone.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { depositPlan, isDepositBooking } from "../../../stays/bookings/schedule/deposit-plan.ts";
import { type DepositState, depositStates } from "./next-step.ts";

/** A damage deposit as its payment page shows it. Amounts in hundredths, days of the rental's clock in epoch milliseconds. */
export interface DepositOnPage {
  readonly state: DepositState;
  readonly amount: number;
  readonly authorizeAt: number | null;
  readonly releaseAt: number;
  readonly hasCard: boolean;
  readonly failureReason: string | null;
  readonly captured: number | null;
  readonly captureReason: string | null;
  /** The guest may authorize it on the page now. */
  readonly isPayable: boolean;
  /** The guest has left for the gateway's page, which has not reported yet. */
  readonly isAtGateway: boolean;
  /** A payment on the page keeps its card for the deposit. */
  readonly keepsCard: boolean;
}

type StoredDeposit = {
  state: string;
  amount: number;
  authorize_at: number | null;
  release_at: number;
  has_card: boolean;
  failure_reason: string | null;
  captured: number | null;
  capture_reason: string | null;
  is_live: boolean;
  at_gateway: boolean;
  by_hand: boolean;
  was_asked: boolean;
  end_at: number;
  time_zone: string;
};

/**
 * Reads a booking's deposit for its payment page.
 * @param now epoch milliseconds
 * @returns undefined if none is planned or begun
 */
export async function depositOnPage(
  { transaction, account }: AccountTransaction,
  booking: number,
  now: number,
): Promise<DepositOnPage | undefined> {
  const row = await transaction.row<StoredDeposit>(
    `select coalesce(deposits.state, 'planned') as state, bookings.damage_deposit as amount, ${depositPlan.authorizeAt} as authorize_at,
       ${depositPlan.releaseAt} as release_at, deposits.sealed_card is not null as has_card, deposits.failure_reason,
       deposits.captured_amount as captured, deposits.capture_reason, bookings.booked and bookings.canceled_at is null as is_live,
       exists (
         select from payments join bookings_payments as line on line.account_id = $1 and line.payment_id = payments.id
         join payment_steps on payment_steps.account_id = $1 and payment_steps.payment_id = payments.id
         where payments.account_id = $1 and line.booking_id = bookings.id and payments.kind = 'damage-deposit' and payments.canceled_at is null
           and payments.rejected_at is null and payment_steps.step = 'checkout' and payment_steps.state = 'queued'
           and payments.created_at > now() - interval '20 hours'
       ) as at_gateway,
       coalesce(deposits.by_hand, false) as by_hand, deposits.asked_at is not null as was_asked, bookings.end_at, rentals.time_zone
     from bookings join rentals on rentals.account_id = $1 and rentals.id = bookings.rental_id
     join accounts on accounts.id = bookings.account_id
     left join damage_deposits as deposits on deposits.account_id = $1 and deposits.booking_id = bookings.id
     where bookings.account_id = $1 and bookings.id = $2 and ${isDepositBooking} and bookings.damage_deposit > 0
       and (deposits.state <> 'planned' or ${depositPlan.authorizeAt} is not null)`,
    [account.id, booking],
  );
  if (!row) return undefined;
  const state = depositStates.find((one) => one === row.state) ?? "planned";
  const rentalNow = localTime(row.time_zone, now);
  const isOpen = row.is_live && rentalNow < row.end_at && (state === "planned" || state === "failed");
  const isDue = row.authorize_at !== null && row.authorize_at <= rentalNow;
  return {
    state,
    amount: row.amount,
    authorizeAt: row.authorize_at,
    releaseAt: row.release_at,
    hasCard: row.has_card,
    failureReason: row.failure_reason,
    captured: row.captured,
    captureReason: row.capture_reason,
    isPayable: isOpen && (isDue || row.was_asked || state === "failed"),
    isAtGateway: row.at_gateway,
    keepsCard: row.is_live && !row.has_card && isOpen && row.authorize_at !== null,
  };
}
