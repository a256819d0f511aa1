import { recordUsage } from "../discounts/use-discount-code.ts";
import { gathered } from "../../database/gathered.ts";
import { NeedsOwnTransaction } from "../../database/group-commit.ts";
import type { ValidationErrors } from "../../kernel/errors.ts";
import type { WriteContext } from "../../kernel/write/context.ts";
import type { Draft } from "../../kernel/write/draft.ts";
import { givesJoined, insertRecordAs } from "../../kernel/write/store.ts";
import type { Parent } from "../../kernel/write/creates.ts";
import { copyPolicy, type PolicyInForce, policyInForce } from "../policies/copy-policy.ts";
import { type BookingBill, billBooking } from "./bill-booking.ts";
import { booking } from "./booking.ts";
import { priceColumn, stayColumns, termsColumns, timeColumn } from "./booking-columns.ts";
import { queueConfirmation } from "./confirm-booking.ts";
import { lockAfter } from "./booking-lock.ts";
import { balanceDueAt } from "./booking-money.ts";
import { type BookingState, stateOf } from "./booking-state.ts";
import { type EnginePrices, enginePrices } from "./engine-prices.ts";
import { checkClient, clientOf } from "./check-client.ts";
import { checkFees, leavesPriceOpen } from "./given-fees.ts";
import { checkTaxes } from "./given-taxes.ts";
import { partsOfBooking, secondNames } from "./nested-bodies.ts";
import { assertFreeNights } from "./nights.ts";
import { assertFreeInGroup } from "./nights-in-group.ts";
import { noPreparation, preparationOf } from "./preparation.ts";
import { lockCalendars, lockedRental, type LockedCalendars } from "./linked-rentals.ts";
import { mirroredRentals, placeMirrors } from "./mirrors.ts";
import type { RentalTerms } from "./rental-terms.ts";
import { type Stay, stayOf } from "./stay.ts";
import { storeParts } from "./store-lines.ts";

const { attributes } = booking;

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
  const { group } = context.transaction;
  // Its lock, under which the uses of a code are counted, does not keep the members of a group apart.
  if (group && draft.gives(attributes.discount_code)) throw new NeedsOwnTransaction("it uses a discount code");
  const locks = calendars ?? (await lockCalendars(context, { rentals: [parent.id] }));
  const rental = lockedRental(locks, parent.id);
  const stay = stayOf(draft, rental, errors);
  const state = stateOf(draft, context.now, errors);
  const currency = draft.given(attributes.currency) ?? rental.currency;
  const canceledAt = draft.given(attributes.canceled_at) ?? null;
  const given = { fees: draft.list(partsOfBooking.bookings_fees), taxes: draft.list(partsOfBooking.bookings_taxes) };
  const isSound = stay && !errors.has("start_at") && !errors.has("end_at");
  const isCanceled = canceledAt !== null;
  // What was sold elsewhere has been sold: it is taken over as near to other stays as it is.
  const asksForRoom = !state.unavailable && draft.given(attributes.imported) !== true;
  const preparation = asksForRoom ? preparationOf(rental) : noPreparation;
  const assertFree = group ? assertFreeInGroup : assertFreeNights;
  const mirroredIn = stay ? mirroredRentals(context, locks, { rental: rental.id, stay, isCanceled }) : [];
  const [id, fees, taxes, policy, engine] = await Promise.all([
    bookingId(context),
    checkFees(context, rental.id, given.fees ?? []),
    checkTaxes(context, rental.id, given.taxes ?? []),
    state.unavailable ? undefined : policyInForce(context, rental.id),
    isSound ? engineFor(context, draft, { rental, stay, currency, unavailable: state.unavailable }) : undefined,
    isSound && !isCanceled
      ? assertFree(context, { rental: rental.id, linked: mirroredIn, stay, preparation }, errors)
      : undefined,
    checkClient(context, draft, errors),
  ]);
  const comments = commentsIn(draft, errors);
  const bill = await billBooking(
    context,
    {
      draft,
      rental,
      stay,
      currency,
      isCanceled,
      fees: given.fees === undefined ? undefined : fees,
      taxes: given.taxes === undefined ? undefined : taxes,
    },
    engine,
    errors,
  );
  const locked = lockAfter(context.caller, draft, errors);
  errors.throwIfAny();
  if (!stay) throw new Error("A booking without a stay passed its checks.");
  await group?.ready();
  return storeBooking(context, draft, {
    id,
    rental,
    mirroredIn,
    stay,
    state,
    canceledAt,
    locked,
    bill,
    comments,
    policy,
  });
}

/** The comments of a new booking, under either of their names. */
export function commentsIn(draft: Draft, errors: ValidationErrors): Draft[] {
  const [comments, named] = [draft.list(partsOfBooking.comments), draft.list(secondNames.booking_comments)];
  if (comments && named) errors.add("booking_comments", "can't be given together with comments");
  return [...(comments ?? []), ...(named ?? [])].map((element) => element.draft);
}

/** The engine's part, where the body leaves something to it; otherwise nothing is looked up. */
async function engineFor(
  context: WriteContext,
  draft: Draft,
  asked: {
    readonly rental: RentalTerms;
    readonly stay: Stay;
    readonly currency: string;
    readonly unavailable: boolean;
  },
): Promise<EnginePrices | undefined> {
  const wantsQuote = !draft.gives(attributes.initial_price);
  const fees = draft.list(partsOfBooking.bookings_fees);
  const taxes = draft.list(partsOfBooking.bookings_taxes);
  const wantsLines = fees === undefined || taxes === undefined || fees.some(leavesPriceOpen);
  if (!wantsQuote && !wantsLines) return undefined;
  const adults = draft.given(attributes.adults) ?? null;
  const children = draft.given(attributes.children) ?? null;
  return enginePrices(context, { ...asked, adults, children }, wantsQuote);
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

/** Relations in which nothing is of a booking that was made without parts and without a discount code. */
const emptyAtFirst: readonly (keyof typeof booking.relations)[] = [
  "bookings_fees",
  "bookings_taxes",
  "booking_comments",
  "bookings_tags",
  "discount_code_usage",
  "bookings_payments",
  "payments",
  "conversations",
];

/** Draws the id of a booking that is about to be made. One that comes to nothing leaves a gap. */
export function bookingId({ transaction }: WriteContext): Promise<number> {
  return drawId(transaction, undefined);
}

const drawId = gathered(async (transaction, { length }: readonly [undefined, ...undefined[]]) => {
  const rows =
    length === 1
      ? await transaction.rows<{ id: number }>("select nextval('bookings_id_seq') as id")
      : await transaction.rows<{ id: number }>(
          "select nextval('bookings_id_seq') as id from generate_series(1, $1::integer)",
          [length],
        );
  return (_asked, index): number => {
    const row = rows[index];
    if (!row) throw new Error("The sequence of bookings gave no id.");
    return row.id;
  };
});

/**
 * Stores a booking with its parts, the use of its discount code, and its mirrors, in one flight where it can. Only lines and tags wait
 * for answers: otherwise whatever comes next in the transaction goes along, and fails with it. @returns its id
 */
export async function storeBooking(context: WriteContext, draft: Draft, checked: CheckedBooking): Promise<number> {
  const { id, rental, mirroredIn, stay, state, canceledAt, locked, bill, comments, policy, clientId } = checked;
  const { money, fees, taxes, usage } = bill;
  const isAhead = canceledAt === null && stay.endAt > context.now;
  // The database asks all that decides it. Where there is nobody to write to, it is not asked.
  const hasGuest = (clientId ?? clientOf(draft)) !== undefined;
  const tellsGuest = state.booked && isAhead && hasGuest && draft.given(attributes.imported) !== true;
  const inserted = insertRecordAs(context, id, draft, {
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
    ...(draft.gives(attributes.initial_price) ? {} : { initial_price: priceColumn(bill.rental.initialPrice) }),
    discount: bill.rental.discount,
    final_rental_price: priceColumn(money.finalRentalPrice),
    final_price: priceColumn(money.finalPrice),
    final_price_given: money.finalPriceGiven,
    ...termsColumns(policy),
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
  const storing = Promise.all([
    inserted,
    storeParts(context, { id, rental: rental.id }, { fees, taxes, comments }),
    policy && copyPolicy(context, policy, id),
    usage && recordUsage(context, usage.code, { booking: id, currency: money.currency, reduction: usage.reduction }),
    placeMirrors(context, id, mirroredIn),
    tellsGuest ? queueConfirmation(context, id) : undefined,
  ]);
  const needsAnswers = fees.length > 0 || taxes.length > 0 || givesJoined(draft);
  if (context.along && !needsAnswers) context.along(storing, comments.length === 0 && !usage ? emptyAtFirst : []);
  else await storing;
  return id;
}
