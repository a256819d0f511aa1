import type { Attribute } from "../../../../kernel/attribute.ts";
import type { ValidationErrors } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Parent } from "../../../../kernel/write/creates.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import { insertRecordAs, type ServerSetColumns } from "../../../../kernel/write/store.ts";
import { recordUsage } from "../../../pricing/discounts/use-discount-code.ts";
import { copyPolicy, type PolicyInForce } from "../../../pricing/policies/copy-policy.ts";
import { findGuest } from "../../clients/identity/find-guest.ts";
import { storeGuest } from "../../clients/identity/save-guest.ts";
import { type BookingBill, type BookingInput, billBooking } from "../bill/bill-booking.ts";
import { balanceDueAt, totalAlone } from "../bill/booking-money.ts";
import { type EnginePrices, enginePrices } from "../bill/engine-prices.ts";
import { checkExpectedPrice } from "../bill/expected-price.ts";
import { checkFees, leavesPriceOpen } from "../bill/input-fees.ts";
import { checkTaxes } from "../bill/input-taxes.ts";
import { storeParts } from "../bill/store-lines.ts";
import { booking } from "../booking.ts";
import { priceColumn, stayColumns, termsColumns, timeColumn } from "../booking-columns.ts";
import { type BookingState, stateOf } from "../booking-state.ts";
import { queueConfirmation } from "../change/confirm-booking.ts";
import { checkClient, checkNewClient, clientOf } from "../guest/check-client.ts";
import { partsOfBooking, secondNames } from "../nested-bodies.ts";
import { lockAfter } from "../nights/booking-lock.ts";
import { type LockedCalendars, lockCalendars, lockedRental } from "../nights/linked-rentals.ts";
import { mirroredRentals, placeMirrors } from "../nights/mirrors.ts";
import { addConflicts } from "../nights/nights.ts";
import { noPreparation, preparationOf } from "../nights/preparation.ts";
import type { RentalTerms } from "../rental-terms.ts";
import { isOver, type Stay, stayOf } from "../stay.ts";
import { readChecks } from "./creation-checks.ts";

const { attributes } = booking;

/** A booking as requested by a body. */
interface RequestedBooking {
  readonly draft: Draft;
  readonly rental: RentalTerms;
  /** Undefined if the body's times are missing or in the wrong order. */
  readonly stay: Stay | undefined;
  /** The same, but undefined if its times have any error. */
  readonly validStay: Stay | undefined;
  readonly state: BookingState;
  readonly currency: string;
  /** Epoch milliseconds. */
  readonly canceledAt: number | null;
  /** Linked rentals whose nights it blocks. */
  readonly mirroredIn: readonly number[];
}

/**
 * Books a stay, a hold or an unavailable period, with its comments, fees and taxes (bookings.md), and mirrors it in linked rentals.
 *
 * An omitted price, fee list or tax list follows from the live quote and the rental; `null` and `[]` mean none.
 * The guest in the body is stored with the booking, or neither is; a known guest keeps their client. Rules do not apply. Nights must be free, and preparation days too unless the booking is `imported` or `unavailable`.
 * @param calendars the rental's, if already locked
 * @returns the booking's id
 * @throws RequestError 422 with every problem; `base` names the booking that takes a night
 */
export async function createBooking(
  context: WriteContext,
  parent: Parent,
  draft: Draft,
  errors: ValidationErrors,
  calendars?: LockedCalendars,
): Promise<number> {
  const locks = calendars ?? (await lockCalendars(context, { rentals: [parent.id] }));
  const requested = readRequest(context, locks, { rental: lockedRental(locks, parent.id), draft }, errors);
  const { id, policy, input, engine, foundGuest } = await checkRequest(context, requested, errors);
  const comments = commentsIn(draft, errors);
  const bill = await billBooking(context, input, engine, errors);
  checkExpectedPrice(draft, bill.money.finalPrice, errors);
  const locked = lockAfter(context.caller, draft, errors);
  errors.throwIfAny();
  if (!requested.stay) throw new Error("A booking without a stay passed its checks.");
  const guest = draft.one(partsOfBooking.client);
  const clientId = guest && (await storeGuest(context, guest.draft, foundGuest));
  return storeBooking(context, draft, {
    ...requested,
    stay: requested.stay,
    id,
    policy,
    bill,
    comments,
    locked,
    clientId,
  });
}

function readRequest(
  context: WriteContext,
  locks: LockedCalendars,
  { rental, draft }: Pick<RequestedBooking, "rental" | "draft">,
  errors: ValidationErrors,
): RequestedBooking {
  const stay = stayOf(draft, rental, errors);
  const canceledAt = draft.input(attributes.canceled_at) ?? null;
  return {
    draft,
    rental,
    stay,
    validStay: errors.has("start_at") || errors.has("end_at") ? undefined : stay,
    state: stateOf(draft, context.now, errors),
    currency: draft.input(attributes.currency) ?? rental.currency,
    canceledAt,
    mirroredIn: stay ? mirroredRentals(context, locks, { rental, stay, isCanceled: canceledAt !== null }) : [],
  };
}

/** Checks a requested booking and adds every problem to `errors`. */
async function checkRequest(context: WriteContext, requested: RequestedBooking, errors: ValidationErrors) {
  const { draft, rental, validStay, state } = requested;
  const lists = { fees: draft.list(partsOfBooking.bookings_fees), taxes: draft.list(partsOfBooking.bookings_taxes) };
  const guest = draft.one(partsOfBooking.client);
  const [{ id, version, policy, inTheWay }, fees, taxes, foundGuest] = await Promise.all([
    readChecks(context, rental.id, requestedNights(requested)),
    checkFees(context, rental.id, lists.fees ?? []),
    checkTaxes(context, rental.id, lists.taxes ?? []),
    guest?.errors.isEmpty ? findGuest(context, guest.draft, { rental: rental.id }) : undefined,
    checkClient(context, draft, errors),
    checkNewClient(context, draft, errors),
  ]);
  addConflicts(inTheWay, rental.id, errors);
  return {
    id,
    foundGuest,
    policy: state.unavailable ? undefined : policy,
    engine: validStay && (await engineFor(context, { ...requested, stay: validStay, version })),
    input: bookingInput(requested, { fees: lists.fees && fees, taxes: lists.taxes && taxes }),
  };
}

/** Returns the nights to check. An imported stay is already sold, so it needs no preparation days. */
function requestedNights({ draft, rental, validStay, state, canceledAt, mirroredIn }: RequestedBooking) {
  if (!validStay || canceledAt !== null) return undefined;
  const needsPreparation = !state.unavailable && draft.input(attributes.imported) !== true;
  const preparation = needsPreparation ? preparationOf(rental) : noPreparation;
  return { rental: rental.id, linked: mirroredIn, stay: validStay, preparation };
}

const bookingInput = (requested: RequestedBooking, lines: Pick<BookingInput, "fees" | "taxes">): BookingInput => ({
  ...requested,
  ...lines,
  isCanceled: requested.canceledAt !== null,
});

/** Returns a new booking's comments, under either name. */
export function commentsIn(draft: Draft, errors: ValidationErrors): Draft[] {
  const [comments, alias] = [draft.list(partsOfBooking.comments), draft.list(secondNames.booking_comments)];
  if (comments && alias) errors.add("booking_comments", "cannot be combined with comments");
  return [...(comments ?? []), ...(alias ?? [])].map((element) => element.draft);
}

/** Reads the engine's prices if the body leaves any of them open. */
async function engineFor(
  context: WriteContext,
  {
    draft,
    rental,
    stay,
    currency,
    state,
    version,
  }: RequestedBooking & { readonly stay: Stay; readonly version: string },
): Promise<EnginePrices | undefined> {
  const wantsQuote = !draft.sets(attributes.initial_price) && totalAlone(draft) === undefined;
  const fees = draft.list(partsOfBooking.bookings_fees);
  const taxes = draft.list(partsOfBooking.bookings_taxes);
  const wantsLines = fees === undefined || taxes === undefined || fees.some(leavesPriceOpen);
  if (!wantsQuote && !wantsLines) return undefined;
  const adults = draft.input(attributes.adults) ?? null;
  const children = draft.input(attributes.children) ?? null;
  const { unavailable } = state;
  return enginePrices(context, { rental, stay, currency, unavailable, adults, children, version }, wantsQuote);
}

/** A booking that has passed all checks. */
export interface CheckedBooking {
  /** Allocated in advance, so that the booking and its parts can be pipelined. */
  readonly id: number;
  readonly rental: RentalTerms;
  /** Linked rentals whose nights it blocks: locked and free. */
  readonly mirroredIn: readonly number[];
  readonly stay: Stay;
  readonly state: BookingState;
  /** Epoch milliseconds. */
  readonly canceledAt: number | null;
  readonly locked: string | null;
  readonly bill: BookingBill;
  readonly comments: readonly Draft[];
  /** Its cancelation policy, if any. */
  readonly policy: PolicyInForce | undefined;
  /** The client created with it; otherwise the draft may name one. */
  readonly clientId?: number | undefined;
}

/** Stores a booking with its parts, discount code use and mirrors. @returns its id */
export async function storeBooking(context: WriteContext, draft: Draft, checked: CheckedBooking): Promise<number> {
  const { id, rental, mirroredIn, policy, comments } = checked;
  const { money, fees, taxes, usage } = checked.bill;
  await Promise.all([
    insertRecordAs(context, id, draft, columnsOf(context, draft, checked)),
    storeParts(context, { id, rental: rental.id }, { fees, taxes, comments }),
    policy && copyPolicy(context, policy, id),
    usage && recordUsage(context, usage.code, { booking: id, currency: money.currency, reduction: usage.reduction }),
    placeMirrors(context, id, mirroredIn),
    notifiesGuest(context, draft, checked) ? queueConfirmation(context, id) : undefined,
  ]);
  return id;
}

/** Whether a guest may need a confirmation; the database makes the final decision. */
function notifiesGuest(
  context: WriteContext,
  draft: Draft,
  { clientId, canceledAt, rental, stay, state }: CheckedBooking,
): boolean {
  const isAhead = canceledAt === null && !isOver(stay.endAt, rental.timeZone, context.now);
  const hasGuest = (clientId ?? clientOf(draft)) !== undefined;
  return state.booked && isAhead && hasGuest && draft.input(attributes.imported) !== true;
}

/** The booking's columns other than the body's. */
function columnsOf(context: WriteContext, draft: Draft, checked: CheckedBooking): ServerSetColumns {
  const { rental, stay, state, canceledAt, locked, bill, policy, clientId } = checked;
  const { money } = bill;
  const { madeAt = context.now } = context;
  const unlessGiven = (attribute: Attribute<unknown>, columns: ServerSetColumns): ServerSetColumns =>
    draft.sets(attribute) ? {} : columns;
  return {
    rental_id: rental.id,
    ...(clientId === undefined ? {} : { client_id: clientId }),
    ...stayColumns(stay),
    booked: state.booked,
    unavailable: state.unavailable,
    tentative_expires_at: timeColumn(state.tentativeExpiresAt),
    canceled_at: timeColumn(canceledAt),
    created_by_id: context.caller.application,
    created_by_type: "Application",
    locked,
    currency: money.currency,
    ...unlessGiven(attributes.initial_price, { initial_price: priceColumn(bill.rental.initialPrice) }),
    discount: bill.rental.discount,
    final_rental_price: priceColumn(money.finalRentalPrice),
    final_price: priceColumn(money.finalPrice),
    final_price_given: money.finalPriceGiven,
    ...termsColumns(policy),
    balance_due_at: timeColumn(balanceDueAt(stay.startAt, rental, madeAt)),
    // Reports by booking date count the day of booking in the other system (imports.md, What it does).
    ...(context.madeAt === undefined ? {} : { created_at: timeColumn(madeAt) }),
    // Otherwise the payment, which follows, would write the row again.
    ...(context.paidBefore === undefined
      ? {}
      : { paid_amount: priceColumn(context.paidBefore), bookings_payments_count: 1 }),
    ...(state.booked ? unlessGiven(attributes.booked_at, { booked_at: timeColumn(madeAt) }) : {}),
    ...unlessGiven(attributes.downpayment, { downpayment: priceColumn(bill.downpayment) }),
    ...unlessGiven(attributes.damage_deposit, { damage_deposit: priceColumn(rental.damageDeposit) }),
    ...unlessGiven(attributes.charge_damage_deposit_on_arrival, {
      charge_damage_deposit_on_arrival: rental.chargeDamageDepositOnArrival,
    }),
    ...unlessGiven(attributes.damage_deposit_collection_method, {
      damage_deposit_collection_method: rental.damageDepositCollectionMethod,
    }),
  };
}
