import { localTime } from "../../../../core/time-zone.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { type BookingToPay, lockBookingToPay } from "../../../stays/bookings/change/paid-booking.ts";
import { depositPlan, isDepositBooking } from "../../../stays/bookings/schedule/deposit-plan.ts";
import { type DepositFacts, depositStates } from "./next-step.ts";

/** A booking and its damage deposit, both locked. */
export interface LockedDeposit {
  readonly booking: BookingToPay;
  readonly facts: DepositFacts;
  /** The payments of the authorization in force, and of the one without an answer. */
  readonly authorization: number | null;
  readonly pending: number | null;
  readonly card: { readonly gateway: number; readonly sealed: Buffer } | undefined;
}

type StoredDeposit = {
  state: string;
  amount: number;
  authorized_amount: number | null;
  authorize_at: number | null;
  release_at: number;
  payment_id: number | null;
  pending_payment_id: number | null;
  pending_since: number | null;
  authorized_until: number | null;
  by_hand: boolean;
  failures: number;
  retry_at: number | null;
  payment_gateway_id: number | null;
  sealed_card: Buffer | null;
  was_asked: boolean;
};

/**
 * Locks rental, booking and deposit, in that order. A deposit without a row is `planned`.
 * @param now epoch milliseconds
 * @throws RequestError 404 for an unknown booking, 403 for a mirror
 */
export async function lockDeposit(context: AccountTransaction, id: number, now: number): Promise<LockedDeposit> {
  const { transaction, account } = context;
  const booking = await lockBookingToPay(context, id);
  const row = await transaction.row<StoredDeposit>(
    `select coalesce(deposits.state, 'planned') as state, case when ${isDepositBooking} then bookings.damage_deposit else 0 end::numeric(12, 2) as amount,
       deposits.deposit as authorized_amount, ${depositPlan.authorizeAt} as authorize_at, ${depositPlan.releaseAt} as release_at,
       deposits.payment_id, deposits.pending_payment_id, deposits.pending_since, deposits.authorized_until, coalesce(deposits.by_hand, false) as by_hand,
       coalesce(deposits.failures, 0) as failures, case when deposits.id is null then now() else deposits.retry_at end as retry_at,
       deposits.payment_gateway_id, deposits.sealed_card, deposits.asked_at is not null as was_asked
     from bookings join rentals on rentals.account_id = $1 and rentals.id = bookings.rental_id
     join accounts on accounts.id = bookings.account_id
     left join damage_deposits as deposits on deposits.account_id = $1 and deposits.booking_id = bookings.id
     where bookings.account_id = $1 and bookings.id = $2`,
    [account.id, id],
  );
  if (!row) throw new Error(`Booking ${id} disappeared while locked.`);
  const { payment_gateway_id: gateway, sealed_card: sealed } = row;
  const facts: DepositFacts = {
    state: depositStates.find((state) => state === row.state) ?? "planned",
    isLive: booking.booked && booking.canceledAt === null,
    amount: row.amount,
    authorizedAmount: row.authorized_amount,
    authorizeAt: row.authorize_at,
    departsAt: booking.endAt,
    releaseAt: row.release_at,
    rentalNow: localTime(booking.timeZone, now),
    now,
    authorizedUntil: row.authorized_until,
    pendingSince: row.pending_since,
    byHand: row.by_hand,
    failures: row.failures,
    retryAt: row.retry_at,
    hasCard: sealed !== null,
    wasAsked: row.was_asked,
  };
  const card = gateway === null || sealed === null ? undefined : { gateway, sealed };
  return { booking, facts, authorization: row.payment_id, pending: row.pending_payment_id, card };
}
