import type { ValidationErrors } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import { type ServerSetColumns, updateRecord } from "../../../../kernel/write/store.ts";
import { reuseCode, updateUsage } from "../../../pricing/discounts/use-discount-code.ts";
import { copyPolicy, policyInForce } from "../../../pricing/policies/copy-policy.ts";
import {
  type BookingMoney,
  balanceDueAt,
  changesPrice,
  initialPriceColumn,
  moneyOf,
  reductionOf,
  rentalMoneyOf,
  unchangedMoney,
} from "../bill/booking-money.ts";
import { checkExpectedPrice } from "../bill/expected-price.ts";
import { storedLines } from "../bill/store-lines.ts";
import { booking } from "../booking.ts";
import { priceColumn, stayColumns, termsColumns, timeColumn } from "../booking-columns.ts";
import { stateOf } from "../booking-state.ts";
import { refuseChangedParts } from "../echoed-parts.ts";
import { expireFreeHolds } from "../expire-holds.ts";
import { changeGuest, dropActionsForGuest } from "../guest/change-guest.ts";
import { checkClient } from "../guest/check-client.ts";
import { assertUnlockedChanges, lockAfter } from "../nights/booking-lock.ts";
import { type CalendarsOfBooking, lockCalendarsOf } from "../nights/linked-rentals.ts";
import { assertNoMirror, endMirrors, mirroredRentals, placeMirrors } from "../nights/mirrors.ts";
import { assertFreeNights } from "../nights/nights.ts";
import { noPreparation, preparationOfChange } from "../nights/preparation.ts";
import { type Stay, stayOf } from "../stay.ts";
import { queueConfirmation } from "./confirm-booking.ts";
import { contractColumns } from "./contract-change.ts";
import { movedByHand } from "./moved-by-hand.ts";
import { checkReinstated, isReinstated, refuseCanceled, reinstatedColumns } from "./reinstate-booking.ts";
import { type ScheduleChange, withScheduleChange } from "./schedule-change.ts";

const { attributes } = booking;

/**
 * Changes a booking: its dates, state, prices or cancelation. The route's `prepare` has locked it and its rental. Its mirrors follow.
 *
 * Unspecified: a new stay is not repriced; agreed fees, taxes and discounts stay. Reinstating reclaims the discount code's use.
 * An unavailable period that becomes a stay gets its copy of the cancelation policy.
 * @returns the payment schedule before and after, if new dates have changed it
 * @throws RequestError 422 with every problem, 403 for a mirror or another application's lock
 */
export async function updateBooking(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
  lockedCalendars?: CalendarsOfBooking,
): Promise<ScheduleChange | undefined> {
  await assertNoMirror(context, id);
  assertUnlockedChanges(context.caller, draft);
  const calendars = lockedCalendars ?? (await lockCalendarsOf(context, id));
  const rental = calendars.own;
  const stay = stayOf(draft, rental, errors);
  const state = stateOf(draft, context.now, errors);
  if (draft.input(attributes.discount_code)) errors.add("discount_code", "can only be set when the booking is created");
  await checkClient(context, draft, errors);
  const guest = await changeGuest(context, rental.id, draft, errors);
  await refuseChangedParts(context, id, draft, errors);
  const [lines, agreed] = await Promise.all([storedLines(context, id), readAgreed(context, id)]);
  if (agreed.hasPayments) refuseOtherCurrency(draft, errors);
  const rentalMoney = rentalMoneyOf(draft, rental, lines);
  const money = changesPrice(draft)
    ? moneyOf(draft, rentalMoney, lines, agreed.priceStands, errors)
    : unchangedMoney(draft, rentalMoney, agreed.priceStands, errors);
  checkExpectedPrice(draft, money.finalPrice, errors);
  const locked = lockAfter(context.caller, draft, errors);
  const canceledAt = draft.value(attributes.canceled_at) ?? null;
  const isCanceled = canceledAt !== null;
  const mirroredIn = stay ? mirroredRentals(context, calendars, { rental, stay, isCanceled }) : [];
  if (stay && !isCanceled) {
    const preparation = preparationNeeded(draft, rental, stay, state.unavailable);
    await checkNights(context, { rental: rental.id, linked: mirroredIn, stay, preparation, except: id }, errors);
  }
  refuseCanceled(draft, errors);
  const reinstated = isReinstated(draft);
  if (reinstated) checkReinstated(state, context.now, errors);
  const becomesStay = draft.stored(attributes.unavailable) === true && !state.unavailable && !agreed.hasTerms;
  const policy = becomesStay ? await policyInForce(context, rental.id) : undefined;
  const use = { booking: id, currency: money.currency, reduction: reductionOf(rentalMoney) };
  const reclaimUse =
    reinstated && !draft.changes(attributes.discount)
      ? await reuseCode(context, use, expireFreeHolds, errors)
      : undefined;
  errors.throwIfAny();
  if (!stay) throw new Error("A booking without a stay passed its checks.");

  const store = async (): Promise<void> => {
    if (calendars.mirroredIn.length > 0) await endMirrors(context, id, mirroredIn, isCanceled);
    const confirmed = state.booked && draft.stored(attributes.booked) !== true && !draft.sets(attributes.booked_at);
    await updateRecord(context, id, draft, {
      ...guest,
      ...datesColumns(draft, stay, rental, context.now),
      booked: state.booked,
      unavailable: state.unavailable,
      tentative_expires_at: timeColumn(state.tentativeExpiresAt),
      ...(draft.changes(attributes.canceled_at) ? { canceled_at: timeColumn(canceledAt) } : {}),
      locked,
      ...(changesPrice(draft) ? { ...initialPriceColumn(draft, rentalMoney), ...priceColumns(draft, money) } : {}),
      ...(confirmed ? { booked_at: timeColumn(context.now) } : {}),
      ...(reinstated ? reinstatedColumns(draft) : {}),
      ...termsColumns(policy),
      ...contractColumns(context, draft, stay, changesPrice(draft) ? { finalPrice: money.finalPrice } : {}),
    });
    await dropActionsForGuest(context, id, draft);
    await placeMirrors(context, id, mirroredIn);
    if (policy) await copyPolicy(context, policy, id);
    if (changesPrice(draft)) await updateUsage(context, use);
    await reclaimUse?.();
    if (state.booked && !isCanceled && draft.stored(attributes.booked) !== true) await queueConfirmation(context, id);
  };
  if (changesDates(draft)) return withScheduleChange(context, id, store);
  await store();
  return undefined;
}

const changesDates = (draft: Draft): boolean => draft.changes(attributes.start_at) || draft.changes(attributes.end_at);

function refuseOtherCurrency(draft: Draft, errors: ValidationErrors): void {
  if (draft.input(attributes.currency) && draft.changes(attributes.currency))
    errors.add("currency", "cannot be changed while the booking has payments");
}

/** Nights to keep free around the stay; none for a block or an imported stay. */
const preparationNeeded = (draft: Draft, rental: CalendarsOfBooking["own"], stay: Stay, isBlock: boolean) =>
  isBlock || draft.value(attributes.imported) === true ? noPreparation : preparationOfChange(draft, rental, stay);

async function checkNights(
  context: WriteContext,
  nights: Parameters<typeof assertFreeNights>[1],
  errors: ValidationErrors,
): Promise<void> {
  if (!errors.has("start_at") && !errors.has("end_at")) await assertFreeNights(context, nights, errors);
}

function datesColumns(draft: Draft, stay: Stay, rental: CalendarsOfBooking["own"], now: number): ServerSetColumns {
  if (!changesDates(draft)) return {};
  const madeAt = draft.stored(attributes.created_at) ?? now;
  return {
    ...stayColumns(stay),
    ...movedByHand(draft, stay),
    balance_due_at: timeColumn(balanceDueAt(stay.startAt, rental, madeAt)),
  };
}

const priceColumns = (draft: Draft, money: BookingMoney): ServerSetColumns => ({
  currency: money.currency,
  discount: draft.value(attributes.discount) ?? null,
  final_rental_price: priceColumn(money.finalRentalPrice),
  final_price: priceColumn(money.finalPrice),
  final_price_given: money.finalPriceGiven,
});

interface Agreed {
  /** An earlier write set the final price. */
  readonly priceStands: boolean;
  /** It has a copy of a cancelation policy. */
  readonly hasTerms: boolean;
  /** It has payments, all in its currency. */
  readonly hasPayments: boolean;
}

async function readAgreed(context: WriteContext, id: number): Promise<Agreed> {
  const row = await context.transaction.row<{ price_stands: boolean; has_terms: boolean; has_payments: boolean }>(
    `select final_price_given as price_stands, cancelation_days is not null as has_terms, bookings_payments_count > 0 as has_payments
     from bookings where account_id = $1 and id = $2`,
    [context.account.id, id],
  );
  return {
    priceStands: row?.price_stands ?? false,
    hasTerms: row?.has_terms ?? false,
    hasPayments: row?.has_payments ?? false,
  };
}
