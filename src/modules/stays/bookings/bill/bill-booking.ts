import { formatHundredths, largestHundredths } from "../../../../core/hundredths.ts";
import { dayIn } from "../../../../core/time-zone.ts";
import type { ValidationErrors } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import { type EligibleCode, eligibleCode, type PriceUnder } from "../../../pricing/discounts/use-discount-code.ts";
import { booking } from "../booking.ts";
import { expireFreeHolds } from "../expire-holds.ts";
import type { RentalTerms } from "../rental-terms.ts";
import type { Stay } from "../stay.ts";
import { type BookingMoney, discounted, moneyOf, type RentalMoney, reductionOf, totalAlone } from "./booking-money.ts";
import type { EnginePrices } from "./engine-prices.ts";
import { type InputFee, pricedFees } from "./input-fees.ts";
import { leviedTaxes, type NewFee, type NewTax, requiredFees } from "./new-lines.ts";
import { promisedDownpayment } from "./promised-downpayment.ts";
import { linesOf, type NewLines, splitTotal } from "./total-alone.ts";

const { attributes } = booking;

/** A new booking's prices, fees and taxes. */
interface PricedBill {
  readonly rental: RentalMoney;
  readonly money: BookingMoney;
  readonly fees: readonly NewFee[];
  readonly taxes: readonly NewTax[];
  /** The discount code's id and the reduction in hundredths. */
  readonly usage: { readonly code: string; readonly reduction: number } | undefined;
}

/** A new booking's bill. */
export interface BookingBill extends PricedBill {
  /** In hundredths; null without one. */
  readonly downpayment: number | null;
}

/** A new booking as its body describes it. */
export interface BookingInput {
  readonly draft: Draft;
  readonly rental: RentalTerms;
  /** Undefined if the body's times are invalid. */
  readonly stay: Stay | undefined;
  readonly currency: string;
  readonly isCanceled: boolean;
  /** Undefined if the body has no such list: the lines then follow from the rental. */
  readonly fees: readonly InputFee[] | undefined;
  /** Fees in addition to the required ones. */
  readonly extras?: readonly InputFee[];
  readonly taxes: readonly NewTax[] | undefined;
  /** A checked and locked code, in place of the body's. */
  readonly code?: EligibleCode | undefined;
}

/**
 * Computes a new booking's bill (bookings.md, Money). The price, the fees and the taxes of the body stand as written;
 * the engine fills in what the body omits. `initial_price: null` means no price. A total alone decides the rental's price.
 * @param engine undefined if it has no prices for this booking
 */
export async function billBooking(
  context: WriteContext,
  input: BookingInput,
  engine: EnginePrices | undefined,
  errors: ValidationErrors,
): Promise<BookingBill> {
  const total = totalAlone(input.draft);
  const bill =
    total === undefined
      ? await billFromPrice(context, input, engine, errors)
      : await billFromTotal(context, { ...input, total }, engine, errors);
  return { ...bill, downpayment: downpaymentOf(context, input, engine, bill) };
}

/** The quote's amount due at booking; null for imported and canceled bookings. */
function downpaymentOf(
  context: WriteContext,
  { draft, isCanceled, rental }: BookingInput,
  engine: EnginePrices | undefined,
  { money, fees, taxes }: PricedBill,
): number | null {
  if (!engine || isCanceled || draft.input(attributes.imported) === true) return null;
  const prices = { rentalPrice: money.finalRentalPrice, finalPrice: money.finalPrice, fees, taxes };
  return promisedDownpayment(engine, prices, dayIn(rental.timeZone, context.now));
}

async function billFromPrice(
  context: WriteContext,
  input: BookingInput,
  engine: EnginePrices | undefined,
  errors: ValidationErrors,
): Promise<PricedBill> {
  const { draft, currency } = input;
  const hasPrice = draft.sets(attributes.initial_price);
  const initialPrice = hasPrice ? (draft.input(attributes.initial_price) ?? null) : (engine?.quotedPrice ?? null);
  if (!hasPrice && engine?.exceedsLargestAmount) {
    const largest = formatHundredths(largestHundredths);
    errors.add(
      "base",
      `the stay is refused by largest_amount (its price is more than ${largest}, the largest amount that can be stored)`,
    );
  }
  const code = input.code ?? (await codeOf(context, input, () => initialPrice, errors));
  const rental = discounted(initialPrice, code?.discount ?? draft.input(attributes.discount) ?? null, currency);
  const { fees, taxes, all } = linesAt(context, input, engine, rental.rentalPrice, errors);
  const money = moneyOf(draft, rental, all, false, errors);
  return { rental, money, fees, taxes, usage: usageOf(code, rental) };
}

/** Bills a total whose rental price is unknown: it holds the rental's fees and taxes too, and a code's discount is off already. */
async function billFromTotal(
  context: WriteContext,
  { total, ...input }: BookingInput & { readonly total: number },
  engine: EnginePrices | undefined,
  errors: ValidationErrors,
): Promise<PricedBill> {
  const { draft, currency } = input;
  const split = (discount: string | null) =>
    splitTotal(total, { discount, currency }, (rentalPrice) => linesAt(context, input, engine, rentalPrice, undefined));
  const priceUnder: PriceUnder = (discount) => split(discount).rental.initialPrice;
  const code = input.code ?? (await codeOf(context, input, priceUnder, errors));
  const { rental, lines } = split(code?.discount ?? draft.input(attributes.discount) ?? null);
  // Reports the problems of the body's fees once.
  linesAt(context, input, engine, rental.rentalPrice, errors);
  const money = moneyOf(draft, rental, lines.all, false, errors);
  return { rental, money, fees: lines.fees, taxes: lines.taxes, usage: usageOf(code, rental) };
}

const usageOf = (code: EligibleCode | undefined, rental: RentalMoney): PricedBill["usage"] =>
  code && { code: code.id, reduction: reductionOf(rental) };

/** The booking's lines at a rental price: those of the body, or those that the rental requires. */
function linesAt(
  context: WriteContext,
  input: BookingInput,
  engine: EnginePrices | undefined,
  rentalPrice: number | null,
  errors: ValidationErrors | undefined,
): NewLines {
  const required = (): readonly NewFee[] => (engine ? requiredFees(engine, rentalPrice) : []);
  const priced = (fees: readonly InputFee[]): readonly NewFee[] =>
    pricedFees(context, fees, engine, rentalPrice, errors);
  const fees = [...(input.fees ? priced(input.fees) : required()), ...priced(input.extras ?? [])];
  return linesOf(fees, input.taxes ?? (engine ? leviedTaxes(engine, rentalPrice, fees) : []));
}

/** Locks and returns the body's discount code if the booking may use it. */
async function codeOf(
  context: WriteContext,
  { draft, rental, stay, currency, isCanceled }: BookingInput,
  rentalPriceUnder: PriceUnder,
  errors: ValidationErrors,
) {
  const code = draft.input(attributes.discount_code);
  if (!code) return undefined;
  if (draft.input(attributes.discount)) errors.add("discount_code", "cannot be combined with discount");
  if (isCanceled) errors.add("discount_code", "cannot be used by a canceled booking");
  if (!stay || errors.has("discount_code")) return undefined;
  const nights = stay.departure - stay.arrival;
  const use = { rental: rental.id, currency, nights, rentalPriceUnder };
  return eligibleCode(context, code, use, expireFreeHolds, errors);
}
