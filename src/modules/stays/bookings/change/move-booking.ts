import { notFound, ValidationErrors } from "../../../../kernel/errors.ts";
import type { Outcome } from "../../../../kernel/route.ts";
import type { ActedOn, ActionRequest } from "../../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import { updateRecord } from "../../../../kernel/write/store.ts";
import { updateUsage } from "../../../pricing/discounts/use-discount-code.ts";
import { type LiveQuote, quoteLive } from "../../../pricing/rates/quote/live-quote.ts";
import { balanceDueAt, moneyOf, reductionOf, rentalMoneyOf } from "../bill/booking-money.ts";
import { checkExpectedPrice } from "../bill/expected-price.ts";
import { moveTaxes, storedLines } from "../bill/store-lines.ts";
import { booking } from "../booking.ts";
import { priceColumn, stayColumns, timeColumn } from "../booking-columns.ts";
import { moveInput } from "../nested-bodies.ts";
import { assertUnlocked } from "../nights/booking-lock.ts";
import { assertBookingExists, type LockedCalendars, lockCalendars } from "../nights/linked-rentals.ts";
import { assertNoMirror, endMirrors, mirroredRentals, placeMirrors } from "../nights/mirrors.ts";
import { addConflicts, type BookingInTheWay, bookingsInTheWay } from "../nights/nights.ts";
import { noPreparation, type Preparation, preparationOf, preparationOfChange } from "../nights/preparation.ts";
import type { RentalTerms } from "../rental-terms.ts";
import { type Stay, stayOf } from "../stay.ts";
import { contractColumns } from "./contract-change.ts";
import { moveQuote, moveQuoteJson } from "./move-quote.ts";
import { movedByHand } from "./moved-by-hand.ts";
import { type NewBill, newBill, refuseOtherCurrency, storeNewBill } from "./reprice.ts";
import { withScheduleChange } from "./schedule-change.ts";

const { attributes } = booking;

/** Locks the booking's calendars and those of the target rental. */
export async function prepareMove(
  context: WriteContext,
  id: number,
  peek: () => Promise<Draft | undefined>,
): Promise<LockedCalendars> {
  await assertBookingExists(context, id);
  const draft = await peek();
  return lockCalendars(context, { rentals: draft ? rentalsIn(draft) : [], booking: id });
}

const rentalsIn = (draft: Draft): number[] => {
  const rental = draft.input(moveInput.rental_id);
  return typeof rental === "number" ? [rental] : [];
};

/** A valid move. Conflicts and prices are still to be checked. */
interface Move {
  readonly id: number;
  /** The body, merged over the stored booking. */
  readonly draft: Draft;
  readonly from: RentalTerms;
  readonly to: RentalTerms;
  readonly stay: Stay;
  readonly mirroredIn: readonly number[];
}

/**
 * Moves a booking, or changes its party (conventions.md, Resources beyond the catalogue). Its mirrors follow.
 * Agreed prices, fees and taxes stay unless `reprice` is true (`newBill`); `final_price` sets the total either way, and the rental's price with it. A dry run returns a preview and changes nothing.
 * @throws RequestError 422 with every problem; 404 if its rental is deleted; 403 for a mirror or another application's lock
 */
export async function moveBooking(
  context: WriteContext,
  { id, stored }: ActedOn,
  { draft: body, errors }: ActionRequest,
  lockedCalendars?: LockedCalendars,
): Promise<Outcome> {
  await assertNoMirror(context, id);
  assertUnlocked(context.caller, stored.stored(attributes.locked));
  const draft = body.onto(stored);
  const calendars = lockedCalendars ?? (await lockCalendars(context, { rentals: rentalsIn(draft), booking: id }));
  if (!calendars.own) throw notFound();
  const move = readMove(context, id, draft, calendars, errors);
  errors.throwIfAny();
  if (!move) throw new Error("A move without a stay passed its checks.");
  const { to, stay, mirroredIn } = move;
  const problems = new ValidationErrors();
  const reprices = draft.input(moveInput.reprice) === true;
  const isDry = draft.input(moveInput.dry_run) === true;
  const preparation = preparationOfMove(move);
  const inTheWay = await bookingsInTheWay(context, {
    rental: to.id,
    linked: mirroredIn,
    stay,
    preparation,
    except: id,
  });
  addConflicts(inTheWay, to.id, problems);
  const quoted = reprices || isDry ? await quoteOf(context, move) : undefined;
  const bill = reprices && quoted ? await newBill(context, { id, draft, rental: to, quoted }, problems) : undefined;
  if (!reprices && switchesCurrency(move)) await refuseAmounts(context, move, problems);
  const priced = bill ?? (draft.sets(attributes.final_price) ? await ownTotal(context, move, problems) : undefined);
  const finalPrice = priced ? priced.money.finalPrice : (stored.stored(attributes.final_price) ?? null);
  checkExpectedPrice(draft, finalPrice, problems);
  if (isDry && quoted) return dryRun(move, { inTheWay, problems, quoted, bill, priced, finalPrice });
  problems.throwIfAny();
  const meta = await withScheduleChange(context, id, () => storeMove(context, move, calendars, bill, priced));
  return { shows: booking, id, ...(meta ? { meta } : {}) };
}

/** Reads the move in a body; undefined without a valid rental and stay. */
function readMove(
  context: WriteContext,
  id: number,
  draft: Draft,
  calendars: LockedCalendars,
  errors: ValidationErrors,
): Move | undefined {
  const { own: from, terms } = calendars;
  const { rental_id, start_at, end_at, adults, children } = moveInput;
  const requested = draft.input(rental_id);
  if (![rental_id, start_at, end_at, adults, children].some((attribute) => draft.sets(attribute)))
    errors.add("base", "start_at, end_at, rental_id, adults or children is required");
  if (typeof draft.stored(attributes.canceled_at) === "number") errors.add("base", "is canceled and cannot be moved");
  const to = typeof requested === "number" ? terms.get(requested) : from;
  if (!to && !errors.has("rental_id")) errors.add("rental_id", "must exist");
  if (!from || !to) return undefined;
  const stay = stayOf(draft, to, errors);
  if (!stay) return undefined;
  const mirroredIn = mirroredRentals(context, calendars, { rental: to, stay, isCanceled: false });
  return { id, draft, from, to, stay, mirroredIn };
}

/** A moved booking's new prices. */
type MovedPrice = Pick<NewBill, "initialPrice" | "money">;

/** The agreed lines with the total that the body sets; null sums the agreed prices again. */
async function ownTotal(
  context: WriteContext,
  { id, draft, to }: Move,
  problems: ValidationErrors,
): Promise<MovedPrice> {
  const lines = await storedLines(context, id);
  const rental = rentalMoneyOf(draft, to, lines);
  return { initialPrice: rental.initialPrice, money: moneyOf(draft, rental, lines, false, problems) };
}

/** A manager decides on a move, so preparation days apply to imported bookings too. */
function preparationOfMove({ draft, from, to, stay }: Move): Preparation {
  if (draft.stored(attributes.unavailable) === true) return noPreparation;
  return from.id === to.id ? preparationOfChange(draft, to, stay) : preparationOf(to);
}

/** Quotes the new stay for its guests. */
async function quoteOf(context: WriteContext, { id, draft, to, stay }: Move): Promise<LiveQuote> {
  const guests = {
    adults: draft.value(attributes.adults) ?? null,
    children: draft.value(attributes.children) ?? null,
  };
  const quoted = await quoteLive(context, to.id, {
    ...{ arrival: stay.arrival, departure: stay.departure, except: [id] },
    ...guests,
  });
  if (!quoted) throw new Error("The locked rental has no quote.");
  return quoted;
}

const hasPrices = (draft: Draft): boolean =>
  [attributes.initial_price, attributes.final_price].some((price) => typeof draft.stored(price) === "number");

/** Whether the booking moves to a rental in another currency. Within its rental it keeps its currency. */
const switchesCurrency = ({ draft, from, to }: Move): boolean =>
  from.id !== to.id && draft.stored(attributes.currency) !== to.currency;

/** Refuses to keep amounts when the target rental has another currency. */
async function refuseAmounts(
  context: WriteContext,
  { id, draft, to }: Move,
  problems: ValidationErrors,
): Promise<void> {
  if (!hasPrices(draft))
    return refuseOtherCurrency(context, { id, draft, rental: to }, await storedLines(context, id), problems);
  const currency = draft.stored(attributes.currency);
  problems.add(
    "rental_id",
    `has prices in ${to.currency}, but the booking's are in ${currency}: set reprice to replace them`,
  );
}

function dryRun(
  move: Move,
  preview: {
    readonly inTheWay: readonly BookingInTheWay[];
    readonly problems: ValidationErrors;
    readonly quoted: LiveQuote;
    readonly bill: NewBill | undefined;
    readonly priced: MovedPrice | undefined;
    readonly finalPrice: number | null;
  },
): Outcome {
  const { draft, to, stay } = move;
  const { bill, priced, inTheWay, problems, quoted, finalPrice } = preview;
  const kept = switchesCurrency(move) && !hasPrices(draft) ? to.currency : draft.stored(attributes.currency);
  const prices = {
    currency: bill?.money.currency ?? kept ?? to.currency,
    initialPrice: priced ? priced.initialPrice : (draft.stored(attributes.initial_price) ?? null),
    discount: draft.stored(attributes.discount) ?? null,
    finalPrice,
  };
  const planned = { rental: to, stay, inTheWay, problems: problems.byAttribute, prices, quoted };
  return { computes: moveQuote, object: moveQuoteJson(planned) };
}

async function storeMove(
  context: WriteContext,
  move: Move,
  calendars: LockedCalendars,
  bill: NewBill | undefined,
  priced: MovedPrice | undefined,
): Promise<void> {
  const { id, draft, from, to, stay, mirroredIn } = move;
  if (calendars.mirroredIn.length > 0) await endMirrors(context, id, mirroredIn, false);
  const changesCurrency = bill ? draft.stored(attributes.currency) !== to.currency : switchesCurrency(move);
  await updateRecord(context, id, draft, {
    rental_id: to.id,
    ...stayColumns(stay),
    ...movedByHand(draft, stay),
    balance_due_at: timeColumn(balanceDueAt(stay.startAt, to, draft.stored(attributes.created_at) ?? context.now)),
    ...contractColumns(context, draft, stay, {
      ...(priced && { initialPrice: priced.initialPrice, finalPrice: priced.money.finalPrice }),
      isNew: from.id !== to.id || bill !== undefined,
    }),
    ...(changesCurrency ? { currency: to.currency, damage_deposit: priceColumn(to.damageDeposit) } : {}),
    ...(bill ? { currency: bill.money.currency } : {}),
    ...(bill && bill.downpayment !== undefined ? { downpayment: priceColumn(bill.downpayment) } : {}),
    ...(priced
      ? {
          initial_price: priceColumn(priced.initialPrice),
          final_rental_price: priceColumn(priced.money.finalRentalPrice),
          final_price: priceColumn(priced.money.finalPrice),
          final_price_given: priced.money.finalPriceGiven,
        }
      : {}),
  });
  if (priced) {
    const { currency, finalRentalPrice: rentalPrice } = priced.money;
    const reduction = reductionOf({ initialPrice: priced.initialPrice, rentalPrice });
    await updateUsage(context, { booking: id, currency, reduction });
  }
  if (bill) await storeNewBill(context, { id, rental: to }, bill);
  if (from.id !== to.id) await moveTaxes(context, { id, rental: to.id });
  await placeMirrors(context, id, mirroredIn);
}
