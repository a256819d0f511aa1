import type { Messages } from "../kernel/refusal.ts";
import type { WriteContext } from "../kernel/write/context.ts";
import type { Draft } from "../kernel/write/draft.ts";
import { insertRecord } from "../kernel/write/store.ts";
import type { Parent } from "../kernel/write/writes.ts";
import { booking } from "./booking.ts";
import { lockAfter } from "./booking-lock.ts";
import { balanceDueAt, moneyOf } from "./booking-money.ts";
import { priceColumn, stayColumns, timeColumn } from "./booking-columns.ts";
import { readComments, readFees, readTaxes, storeParts } from "./booking-parts.ts";
import { stateOf } from "./booking-state.ts";
import { refuseTakenNights } from "./nights.ts";
import { lockRental } from "./rental-terms.ts";
import { stayOf } from "./stay.ts";

/**
 * Books a stay, a hold or an unavailable period of a rental, with its comments, fees and taxes (bookings.md).
 * Plain creation records what a manager decides: no price rule binds it, only free nights do.
 * @returns the booking's id
 * @throws Refusal 422 with every problem at once; a night that is taken stands on `base` with the reference of the booking in the way
 */
export async function createBooking(
  context: WriteContext,
  draft: Draft,
  parent: Parent | undefined,
  messages: Messages,
): Promise<number> {
  if (!parent) throw new Error("A booking is created under its rental.");
  const { attributes } = booking;
  const rental = await lockRental(context, parent.id);
  const stay = stayOf(draft, rental, messages);
  const state = stateOf(draft, context.now, messages);
  const fees = await readFees(context, rental.id, draft.extra("bookings_fees"), messages);
  const taxes = await readTaxes(context, rental.id, draft.extra("bookings_taxes"), messages);
  const comments = await readComments(context, draft.extra("comments"), messages);
  const lines = { fees: fees.map(({ line }) => line), taxes: taxes.map(({ line }) => line) };
  const money = moneyOf(draft, rental, lines, false, messages);
  const locked = lockAfter(context.caller, draft, messages);
  const canceledAt = draft.given(attributes.canceled_at) ?? null;
  if (stay && canceledAt === null && !messages.has("start_at") && !messages.has("end_at")) {
    await refuseTakenNights(context, rental.id, stay, messages);
  }
  messages.refuse();
  if (!stay) throw new Error("A booking without a stay passed its checks.");

  const id = await insertRecord(context, draft, {
    rental_id: rental.id,
    ...stayColumns(stay),
    booked: state.booked,
    unavailable: state.unavailable,
    tentative_expires_at: timeColumn(state.tentativeExpiresAt),
    canceled_at: timeColumn(canceledAt),
    created_by_id: context.caller.application,
    created_by_type: "Application",
    locked,
    currency: money.currency,
    final_rental_price: priceColumn(money.finalRentalPrice),
    final_price: priceColumn(money.finalPrice),
    final_price_given: money.finalPriceGiven,
    balance_due_at: timeColumn(balanceDueAt(stay.startAt, rental)),
    ...(draft.gives(attributes.booked_at) || !state.booked ? {} : { booked_at: timeColumn(context.now) }),
    ...(draft.gives(attributes.damage_deposit) ? {} : { damage_deposit: priceColumn(rental.damageDeposit) }),
    ...(draft.gives(attributes.charge_damage_deposit_on_arrival)
      ? {}
      : { charge_damage_deposit_on_arrival: rental.chargeDamageDepositOnArrival }),
    ...(draft.gives(attributes.damage_deposit_collection_method)
      ? {}
      : { damage_deposit_collection_method: rental.damageDepositCollectionMethod }),
  });
  await storeParts(context, id, { fees, taxes, comments });
  return id;
}
