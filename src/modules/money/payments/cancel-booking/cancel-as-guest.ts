import { dayOfInstant } from "../../../../core/day.ts";
import { dayIn } from "../../../../core/time-zone.ts";
import type { AccountTransaction, WriteContext } from "../../../../kernel/write/context.ts";
import { Draft } from "../../../../kernel/write/input/draft.ts";
import { booking } from "../../../stays/bookings/booking.ts";
import { endBooking } from "../../../stays/bookings/change/cancel-booking.ts";
import { type CancelationCost, readCancelationCost } from "../../../stays/bookings/change/cancelation-quote.ts";
import { lockBookingToPay } from "../../../stays/bookings/change/paid-booking.ts";
import { minorUnits } from "../../../stays/bookings/change/paid-totals.ts";
import { cancelationBody } from "../../../stays/bookings/nested-bodies.ts";
import { prepareBooking } from "../../../stays/bookings/nights/prepare-booking.ts";
import { settingsOfStay } from "../../../stays/portal/settings/settings-of-stay.ts";
import { updatePaidSums } from "../paid-sums.ts";
import { orderRefund } from "../refund-payment.ts";
import { lockPaymentsOf, previewRefunds } from "./booking-payments.ts";

/** The penalty and refund of a guest who cancels now. Amounts in hundredths. */
export interface GuestCancelation extends CancelationCost {
  /** The part of the paid amount that is refunded. */
  readonly refund: number;
}

/**
 * Reads what canceling costs a guest today. Undefined where only the host can cancel: by the portal's settings, without a price or a policy, for a booking that
 * an application locks, and from the day of arrival on.
 */
export async function readGuestCancelation(
  context: AccountTransaction & Pick<WriteContext, "now">,
  id: number,
): Promise<GuestCancelation | undefined> {
  const { transaction, account, now } = context;
  const row = await transaction.row<{
    rental_id: number;
    locked: string | null;
    booked: boolean;
    live: boolean;
    start_at: number;
    time_zone: string;
  }>(
    `select bookings.rental_id, bookings.locked, bookings.booked, bookings.canceled_at is null as live, bookings.start_at, rentals.time_zone from bookings
     join rentals on rentals.account_id = $1 and rentals.id = bookings.rental_id
     where bookings.account_id = $1 and bookings.id = $2`,
    [account.id, id],
  );
  if (!row?.booked || !row.live || row.locked !== null) return undefined;
  if (dayIn(row.time_zone, now) >= dayOfInstant(row.start_at)) return undefined;
  const { allowsCancelation } = await settingsOfStay(transaction, { account: account.id, rental: row.rental_id });
  if (!allowsCancelation) return undefined;
  const cost = await readCancelationCost(context, id);
  if (cost.penalty === null) return undefined;
  return { ...cost, refund: Math.max(0, cost.paid_amount - cost.penalty) };
}

/**
 * Cancels a guest's booking at the price that the page showed, and orders the refunds of what gateways collected. Recorded payments stay:
 * only the host can return them.
 * @param penalty the shown cost, in hundredths; `reason` is stored as the booking's cancelation_reason
 * @returns false if the cost has changed or the guest can no longer cancel; then nothing is written
 */
export async function cancelAsGuest(
  context: WriteContext,
  id: number,
  { penalty, reason }: { readonly penalty: number; readonly reason: string },
): Promise<boolean> {
  await prepareBooking(context, id);
  const locked = await lockBookingToPay(context, id);
  const payments = await lockPaymentsOf(context, id);
  const cost = await readGuestCancelation(context, id);
  if (cost?.penalty !== penalty) return false;
  const reasons = new Map(reason === "" ? [] : [[booking.attributes.cancelation_reason, reason] as const]);
  await endBooking(context, id, new Draft(cancelationBody.of, reasons, new Map()));
  for (const refund of previewRefunds(context, payments, minorUnits(penalty, cost.currency), undefined)) {
    const paid = payments.find(({ payment }) => payment.id === refund.payment)?.payment;
    if (!paid || !refund.throughGateway || refund.amount === 0) continue;
    await orderRefund(
      context,
      { payment: paid, booking: locked },
      { amount: refund.amount, notes: null, order: undefined },
    );
  }
  await updatePaidSums(context, locked);
  return true;
}
