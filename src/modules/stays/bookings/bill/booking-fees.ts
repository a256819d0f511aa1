import { finalPrice } from "../../../../core/booking-totals.ts";
import { forbidden, invalid, notFound } from "../../../../kernel/errors.ts";
import type { Outcome } from "../../../../kernel/route.ts";
import type { ActedOn, ActionRequest } from "../../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import { booking } from "../booking.ts";
import { priceColumn, timeColumn } from "../booking-columns.ts";
import { addedFees, dryRunOfFees, idInBody } from "../nested-bodies.ts";
import { isLockedFor, lockOf } from "../nights/booking-lock.ts";
import { type CalendarsOfBooking, lockCalendarsOf } from "../nights/linked-rentals.ts";
import { assertNoMirror } from "../nights/mirrors.ts";
import type { RentalTerms } from "../rental-terms.ts";
import { priceBelowZero } from "./booking-money.ts";
import { bookingWithFees } from "./booking-with-fees.ts";
import { type EngineBook, enginePrices } from "./engine-prices.ts";
import { feeQuote, feeQuoteJson } from "./fee-quote.ts";
import { checkFees, pricedFees } from "./input-fees.ts";
import { leviedTaxes, type NewFee, type NewTax } from "./new-lines.ts";
import { storedLines, storeParts } from "./store-lines.ts";

/**
 * Adds fees and their taxes to a booking and recalculates its final price (service.md, States). A lock does not prevent this.
 * Unspecified: added fees bear today's taxes even if the booking's own taxes were written. A dry run only returns the new price.
 * @throws RequestError 422 naming the element
 */
export async function addBookingsFee(
  context: WriteContext,
  { id }: ActedOn,
  { draft, errors }: ActionRequest,
  calendars?: CalendarsOfBooking,
): Promise<Outcome> {
  await assertNoMirror(context, id);
  const named = draft.input(idInBody);
  if (typeof named === "number" && named !== id) errors.add("id", `must be ${id}, as in the path`);
  const { own: rental } = calendars ?? (await lockCalendarsOf(context, id));
  const [input, { engine, rentalPrice, currency }] = await Promise.all([
    checkFees(context, rental.id, draft.list(addedFees) ?? []),
    readPricing(context, rental, id),
  ]);
  const fees = pricedFees(context, input, engine, rentalPrice, errors);
  errors.throwIfAny();
  const taxes = engine ? leviedTaxes(engine, null, fees) : [];
  if (draft.input(dryRunOfFees) === true) {
    const finalPrice = await priceWith(context, id, { fees, taxes });
    return { computes: feeQuote, object: feeQuoteJson({ booking: { id, currency }, finalPrice, fees, taxes }) };
  }
  await storeParts(context, { id, rental: rental.id }, { fees, taxes, comments: [] });
  await recalculate(context, id);
  return { shows: bookingWithFees, id, includes: { bookings_fees: {} } };
}

/**
 * Removes a fee and its taxes from a booking and recalculates the final price.
 * @throws RequestError 404 if the booking has no such fee, 403 if both booking and fee belong to another application
 */
export async function removeBookingsFee(
  context: WriteContext,
  { id, stored }: ActedOn,
  request: ActionRequest,
): Promise<Outcome> {
  await assertNoMirror(context, id);
  const feeId = request.id("bookings_fee_id");
  const fee = await context.transaction.row<{ locked: string | null; created_by_application_id: number | null }>(
    "select locked, created_by_application_id from bookings_fees where account_id = $1 and booking_id = $2 and id = $3 and canceled_at is null",
    [context.account.id, id, feeId],
  );
  if (!fee) throw notFound("The booking does not have this fee.");
  const lock = stored.stored(booking.attributes.locked);
  const isOwn = fee.created_by_application_id === context.caller.application;
  if (!isOwn && (isLockedFor(context.caller, lock) || isLockedFor(context.caller, fee.locked))) {
    throw forbidden(
      `This fee is locked by ${fee.locked ?? lock}. ${lockOf(context.caller)} can only remove fees that it added.`,
    );
  }
  const ended =
    "set canceled_at = statement_timestamp(), updated_at = statement_timestamp() where account_id = $1 and canceled_at is null";
  await context.transaction.run(`update bookings_taxes ${ended} and bookings_fee_id = $2`, [context.account.id, feeId]);
  await context.transaction.run(`update bookings_fees ${ended} and id = $2`, [context.account.id, feeId]);
  await recalculate(context, id);
  return { shows: bookingWithFees, id, includes: { bookings_fees: {} } };
}

/** Reads what prices additional fees: the engine's book for the stay and the rental price in hundredths. */
export async function readPricing(
  context: WriteContext,
  rental: Pick<RentalTerms, "id" | "currency">,
  id: number,
): Promise<{ engine: EngineBook | undefined; rentalPrice: number | null; currency: string }> {
  const row = await context.transaction.row<{
    arrival: number;
    departure: number;
    adults: number | null;
    children: number | null;
    currency: string;
    unavailable: boolean;
    final_rental_price: number | null;
  }>(
    `select lower(nights) as arrival, upper(nights) as departure, adults, children, currency, unavailable,
       final_rental_price
     from bookings where account_id = $1 and id = $2`,
    [context.account.id, id],
  );
  if (!row) throw new Error("The locked booking is missing.");
  const { final_rental_price: rentalPrice, ...request } = row;
  const engine = await enginePrices(context, { ...request, rental, stay: row }, false);
  return { engine, rentalPrice, currency: row.currency };
}

/** Recalculates the final price from its lines, replacing a written one. @throws RequestError 422 */
async function recalculate(context: WriteContext, id: number): Promise<void> {
  await context.transaction.run(
    `update bookings set final_price = $3, final_price_given = false, updated_at = statement_timestamp(),
       contract_updated_at = case when final_price is distinct from $3::numeric then $4::timestamptz else contract_updated_at end
     where account_id = $1 and id = $2`,
    [
      context.account.id,
      id,
      priceColumn(await priceWith(context, id, { fees: [], taxes: [] })),
      timeColumn(context.now),
    ],
  );
}

/**
 * Computes the final price from the stored and the added lines.
 * @throws RequestError 422 if the owner would get more than it (bookings.md, Money)
 */
async function priceWith(
  context: WriteContext,
  id: number,
  added: { readonly fees: readonly NewFee[]; readonly taxes: readonly NewTax[] },
): Promise<number | null> {
  const row = await context.transaction.row<{
    final_rental_price: number | null;
    final_payback_to_owner: number | null;
  }>("select final_rental_price, final_payback_to_owner from bookings where account_id = $1 and id = $2", [
    context.account.id,
    id,
  ]);
  const { fees, taxes } = await storedLines(context, id);
  const price = finalPrice(
    row?.final_rental_price ?? null,
    [...fees, ...added.fees.map(({ line }) => line)],
    [...taxes, ...added.taxes.map(({ line }) => line)],
  );
  if (price !== null && price < 0) throw invalid({ final_price: [priceBelowZero] });
  const toOwner = row?.final_payback_to_owner ?? 0;
  if (toOwner !== 0 && (price === null || toOwner >= price))
    throw invalid({ base: ["final_payback_to_owner would no longer be lower than final_price: lower it first"] });
  return price;
}
