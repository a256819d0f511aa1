import type { Attribute } from "../../../../kernel/attribute.ts";
import type { ValidationErrors } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Parent } from "../../../../kernel/write/creates.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import { insertRecordAs, type ServerSetColumns } from "../../../../kernel/write/store.ts";
import { recordUsage } from "../../../pricing/discounts/use-discount-code.ts";
import { copyPolicy, type PolicyInForce } from "../../../pricing/policies/copy-policy.ts";
import { type BookingBill, billBooking, type GivenBooking } from "../bill/bill-booking.ts";
import { balanceDueAt } from "../bill/booking-money.ts";
import { type EnginePrices, enginePrices } from "../bill/engine-prices.ts";
import { checkFees, leavesPriceOpen } from "../bill/given-fees.ts";
import { checkTaxes } from "../bill/given-taxes.ts";
import { storeParts } from "../bill/store-lines.ts";
import { booking } from "../booking.ts";
import { priceColumn, stayColumns, termsColumns, timeColumn } from "../booking-columns.ts";
import { type BookingState, stateOf } from "../booking-state.ts";
import { queueConfirmation } from "../change/confirm-booking.ts";
import { checkClient, clientOf } from "../guest/check-client.ts";
import { partsOfBooking, secondNames } from "../nested-bodies.ts";
import { lockAfter } from "../nights/booking-lock.ts";
import { type LockedCalendars, lockCalendars, lockedRental } from "../nights/linked-rentals.ts";
import { mirroredRentals, placeMirrors } from "../nights/mirrors.ts";
import { refuseTaken } from "../nights/nights.ts";
import { noPreparation, preparationOf } from "../nights/preparation.ts";
import type { RentalTerms } from "../rental-terms.ts";
import { type Stay, stayOf } from "../stay.ts";
import { readChecks } from "./creation-checks.ts";

const { attributes } = booking;

/** What a body asks for, as far as it says so itself. */
interface AskedBooking {
  readonly draft: Draft;
  readonly rental: RentalTerms;
  /** Undefined when the body's own times are wrong. */
  readonly stay: Stay | undefined;
  /** The same, where nothing else is wrong with it either. */
  readonly soundStay: Stay | undefined;
  readonly state: BookingState;
  readonly currency: string;
  /** Epoch milliseconds. */
  readonly canceledAt: number | null;
  /** Linked rentals whose nights it blocks. */
  readonly mirroredIn: readonly number[];
}

/**
 * Books a stay, a hold or an unavailable period of a rental, with its comments, fees and taxes (bookings.md).
 *
 * Without `initial_price` the rental price is the live quote's; without `bookings_fees` the required fees are added, and without
 * `bookings_taxes` the taxes on the rental price and on all fees. Given is given: `initial_price: null` is a booking without a price,
 * `[]` one without fees or without taxes. Plain creation records what a manager decides: rules do not bind it, only free nights do, and
 * the rental's preparation days, but for what is `imported` or `unavailable`. A
 * stay that they refuse is booked all the same, for its price where its nights have one. In linked rentals it is mirrored.
 * @param calendars those of the rental, where they are locked already
 * @returns the booking's id
 * @throws RequestError 422 with every problem at once; a night that is taken stands on `base` with the reference of the booking in the way
 */
export async function createBooking(
  context: WriteContext,
  parent: Parent,
  draft: Draft,
  errors: ValidationErrors,
  calendars?: LockedCalendars,
): Promise<number> {
  const locks = calendars ?? (await lockCalendars(context, { rentals: [parent.id] }));
  const asked = askedBooking(context, locks, { rental: lockedRental(locks, parent.id), draft }, errors);
  const { id, policy, given, engine } = await lookUp(context, asked, errors);
  const comments = commentsIn(draft, errors);
  const bill = await billBooking(context, given, engine, errors);
  const locked = lockAfter(context.caller, draft, errors);
  errors.throwIfAny();
  if (!asked.stay) throw new Error("A booking without a stay passed its checks.");
  return storeBooking(context, draft, { ...asked, stay: asked.stay, id, policy, bill, comments, locked });
}

function askedBooking(
  context: WriteContext,
  locks: LockedCalendars,
  { rental, draft }: Pick<AskedBooking, "rental" | "draft">,
  errors: ValidationErrors,
): AskedBooking {
  const stay = stayOf(draft, rental, errors);
  const canceledAt = draft.given(attributes.canceled_at) ?? null;
  return {
    draft,
    rental,
    stay,
    soundStay: errors.has("start_at") || errors.has("end_at") ? undefined : stay,
    state: stateOf(draft, context.now, errors),
    currency: draft.given(attributes.currency) ?? rental.currency,
    canceledAt,
    mirroredIn: stay
      ? mirroredRentals(context, locks, { rental: rental.id, stay, isCanceled: canceledAt !== null })
      : [],
  };
}

/** All that a booking is checked against. Problems are added to `errors`. */
async function lookUp(context: WriteContext, asked: AskedBooking, errors: ValidationErrors) {
  const { draft, rental, soundStay, state } = asked;
  const given = { fees: draft.list(partsOfBooking.bookings_fees), taxes: draft.list(partsOfBooking.bookings_taxes) };
  const [{ id, version, policy, inTheWay }, fees, taxes] = await Promise.all([
    readChecks(context, rental.id, wantedNights(asked)),
    checkFees(context, rental.id, given.fees ?? []),
    checkTaxes(context, rental.id, given.taxes ?? []),
    checkClient(context, draft, errors),
  ]);
  refuseTaken(inTheWay, rental.id, errors);
  return {
    id,
    policy: state.unavailable ? undefined : policy,
    engine: soundStay && (await engineFor(context, { ...asked, stay: soundStay, version })),
    given: givenBooking(asked, { fees: given.fees && fees, taxes: given.taxes && taxes }),
  };
}

/** What was sold elsewhere has been sold: it is taken over as near to other stays as it is. */
function wantedNights({ draft, rental, soundStay, state, canceledAt, mirroredIn }: AskedBooking) {
  if (!soundStay || canceledAt !== null) return undefined;
  const asksForRoom = !state.unavailable && draft.given(attributes.imported) !== true;
  const preparation = asksForRoom ? preparationOf(rental) : noPreparation;
  return { rental: rental.id, linked: mirroredIn, stay: soundStay, preparation };
}

const givenBooking = (asked: AskedBooking, lines: Pick<GivenBooking, "fees" | "taxes">): GivenBooking => ({
  ...asked,
  ...lines,
  isCanceled: asked.canceledAt !== null,
});

/** The comments of a new booking, under either of their names. */
export function commentsIn(draft: Draft, errors: ValidationErrors): Draft[] {
  const [comments, named] = [draft.list(partsOfBooking.comments), draft.list(secondNames.booking_comments)];
  if (comments && named) errors.add("booking_comments", "can't be given together with comments");
  return [...(comments ?? []), ...(named ?? [])].map((element) => element.draft);
}

/** The engine's part, where the body leaves something to it; otherwise nothing is looked up. */
async function engineFor(
  context: WriteContext,
  { draft, rental, stay, currency, state, version }: AskedBooking & { readonly stay: Stay; readonly version: string },
): Promise<EnginePrices | undefined> {
  const wantsQuote = !draft.gives(attributes.initial_price);
  const fees = draft.list(partsOfBooking.bookings_fees);
  const taxes = draft.list(partsOfBooking.bookings_taxes);
  const wantsLines = fees === undefined || taxes === undefined || fees.some(leavesPriceOpen);
  if (!wantsQuote && !wantsLines) return undefined;
  const adults = draft.given(attributes.adults) ?? null;
  const children = draft.given(attributes.children) ?? null;
  const { unavailable } = state;
  return enginePrices(context, { rental, stay, currency, unavailable, adults, children, version }, wantsQuote);
}

/** A booking that has passed all checks. */
export interface CheckedBooking {
  /** Drawn beforehand, so that what belongs to the booking is sent along with it. */
  readonly id: number;
  readonly rental: RentalTerms;
  /** Linked rentals whose nights it blocks: locked, and free of bookings. */
  readonly mirroredIn: readonly number[];
  readonly stay: Stay;
  readonly state: BookingState;
  /** Epoch milliseconds. */
  readonly canceledAt: number | null;
  readonly locked: string | null;
  readonly bill: BookingBill;
  readonly comments: readonly Draft[];
  /** What canceling it costs; undefined where nothing was agreed. */
  readonly policy: PolicyInForce | undefined;
  /** The client that was made along with it; otherwise the draft names one. */
  readonly clientId?: number | undefined;
}

/** Stores a booking with its parts, the use of its discount code, and its mirrors. @returns its id */
export async function storeBooking(context: WriteContext, draft: Draft, checked: CheckedBooking): Promise<number> {
  const { id, rental, mirroredIn, policy, comments } = checked;
  const { money, fees, taxes, usage } = checked.bill;
  await Promise.all([
    insertRecordAs(context, id, draft, columnsOf(context, draft, checked)),
    storeParts(context, { id, rental: rental.id }, { fees, taxes, comments }),
    policy && copyPolicy(context, policy, id),
    usage && recordUsage(context, usage.code, { booking: id, currency: money.currency, reduction: usage.reduction }),
    placeMirrors(context, id, mirroredIn),
    tellsGuest(context, draft, checked) ? queueConfirmation(context, id) : undefined,
  ]);
  return id;
}

/** Whether there may be a guest to confirm it to: the database asks all that decides it. */
function tellsGuest(
  context: WriteContext,
  draft: Draft,
  { clientId, canceledAt, stay, state }: CheckedBooking,
): boolean {
  const isAhead = canceledAt === null && stay.endAt > context.now;
  const hasGuest = (clientId ?? clientOf(draft)) !== undefined;
  return state.booked && isAhead && hasGuest && draft.given(attributes.imported) !== true;
}

/** The columns of a booking beside those that its body gives. */
function columnsOf(context: WriteContext, draft: Draft, checked: CheckedBooking): ServerSetColumns {
  const { rental, stay, state, canceledAt, locked, bill, policy, clientId } = checked;
  const { money } = bill;
  const unlessGiven = (attribute: Attribute<unknown>, columns: ServerSetColumns): ServerSetColumns =>
    draft.gives(attribute) ? {} : columns;
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
    balance_due_at: timeColumn(balanceDueAt(stay.startAt, rental)),
    ...(state.booked ? unlessGiven(attributes.booked_at, { booked_at: timeColumn(context.now) }) : {}),
    ...unlessGiven(attributes.damage_deposit, { damage_deposit: priceColumn(rental.damageDeposit) }),
    ...unlessGiven(attributes.charge_damage_deposit_on_arrival, {
      charge_damage_deposit_on_arrival: rental.chargeDamageDepositOnArrival,
    }),
    ...unlessGiven(attributes.damage_deposit_collection_method, {
      damage_deposit_collection_method: rental.damageDepositCollectionMethod,
    }),
  };
}
