import { mayAny } from "../../../../kernel/access/scopes.ts";
import { insufficientScope } from "../../../../kernel/errors.ts";
import type { Outcome } from "../../../../kernel/route.ts";
import type { ActedOn, ActionRequest } from "../../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import { Draft } from "../../../../kernel/write/input/draft.ts";
import { guardPersonalData } from "../../../../kernel/write/personal-data.ts";
import { booking } from "../../../stays/bookings/booking.ts";
import { endBooking } from "../../../stays/bookings/change/cancel-booking.ts";
import {
  cancelationQuote,
  cancelationQuoteJson,
  readCancelationCost,
} from "../../../stays/bookings/change/cancelation-quote.ts";
import { lockBookingToPay } from "../../../stays/bookings/change/paid-booking.ts";
import { minorUnits } from "../../../stays/bookings/change/paid-totals.ts";
import { cancelationBody } from "../../../stays/bookings/nested-bodies.ts";
import { assertUnlocked } from "../../../stays/bookings/nights/booking-lock.ts";
import { assertNoMirror } from "../../../stays/bookings/nights/mirrors.ts";
import { updatePaidSums } from "../paid-sums.ts";
import { payment } from "../payment.ts";
import { orderRefund } from "../refund-payment.ts";
import { lockPaymentsOf, previewRefunds, readRefunds } from "./booking-payments.ts";
import { dryRun, refundList } from "./cancelation-input.ts";

const refundScopes = ["payments_write_owned", "payments_write"] as const;

/**
 * Cancels a booking, refunds its payments and frees its nights, all in one transaction (bookings.md, Payments). Jobs ask the gateways
 * after the commit. A dry run returns the penalty and suggests refunds.
 * @throws RequestError 422 with every problem; 403 for a mirror, another application's lock, or refunds without a scope for payments
 */
export async function cancelWithRefunds(
  context: WriteContext,
  { id, stored }: ActedOn,
  { draft: body, errors }: ActionRequest,
): Promise<Outcome> {
  const elements = body.list(refundList);
  if (elements?.length && !mayAny(context.caller.scopes, refundScopes))
    throw insufficientScope("A refund", refundScopes);
  await assertNoMirror(context, id);
  assertUnlocked(context.caller, stored.stored(booking.attributes.locked));
  const locked = await lockBookingToPay(context, id);
  const draft = await guardPersonalData(context, id, body, errors);
  if (locked.canceledAt !== null) errors.add("base", "is already canceled");
  const payments = await lockPaymentsOf(context, id);
  const refunds = readRefunds(context, elements ?? [], payments);
  errors.throwIfAny();
  if (draft.input(dryRun) === true) {
    const cost = await readCancelationCost(context, id);
    const penalty = minorUnits(cost.penalty ?? 0, cost.currency);
    const seen = mayAny(context.caller.scopes, [...payment.readScopes]);
    const shown = seen ? previewRefunds(context, payments, penalty, elements && refunds) : undefined;
    return { computes: cancelationQuote, object: cancelationQuoteJson(id, cost, shown) };
  }
  await endBooking(context, id, new Draft(cancelationBody.of, new Map(draft.entries()), new Map()));
  const made: { payment_id: number; refund_id: number; amount_in_cents: number }[] = [];
  for (const { payment: paid, amount } of refunds) {
    const refund = await orderRefund(
      context,
      { payment: paid, booking: locked },
      { amount, notes: null, order: undefined },
    );
    made.push({ payment_id: paid.id, refund_id: refund, amount_in_cents: amount });
  }
  await updatePaidSums(context, locked);
  return { shows: booking, id, meta: { refunds: made } };
}
