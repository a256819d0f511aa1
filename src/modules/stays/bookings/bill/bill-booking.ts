import { finalRentalPrice } from "../../../../core/booking-totals.ts";
import { dayOfInstant } from "../../../../core/day.ts";
import { formatHundredths, largestHundredths } from "../../../../core/hundredths.ts";
import type { ValidationErrors } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import { eligibleCode } from "../../../pricing/discounts/use-discount-code.ts";
import { booking } from "../booking.ts";
import { expireFreeHolds } from "../expire-holds.ts";
import type { RentalTerms } from "../rental-terms.ts";
import type { Stay } from "../stay.ts";
import { type BookingMoney, moneyOf, type RentalMoney } from "./booking-money.ts";
import type { EnginePrices } from "./engine-prices.ts";
import { type InputFee, pricedFees } from "./input-fees.ts";
import { leviedTaxes, type NewFee, type NewTax, requiredFees } from "./new-lines.ts";
import { promisedDownpayment } from "./promised-downpayment.ts";

const { attributes } = booking;

/** A new booking's prices, fees and taxes. */
export interface BookingBill {
  readonly rental: RentalMoney;
  readonly money: BookingMoney;
  readonly fees: readonly NewFee[];
  readonly taxes: readonly NewTax[];
  /** In hundredths; null without one. */
  readonly downpayment: number | null;
  /** The discount code's id and the reduction in hundredths. */
  readonly usage: { readonly code: string; readonly reduction: number } | undefined;
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
  readonly taxes: readonly NewTax[] | undefined;
}

/**
 * Computes a new booking's bill (bookings.md, Money). The price, the fees and the taxes of the body stand as written;
 * the engine fills in what the body omits. `initial_price: null` means no price.
 * @param engine undefined if it has no prices for this booking
 */
export async function billBooking(
  context: WriteContext,
  input: BookingInput,
  engine: EnginePrices | undefined,
  errors: ValidationErrors,
): Promise<BookingBill> {
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
  const code = await codeOf(context, input, initialPrice, errors);
  const rental = { currency, initialPrice, discount: code?.discount ?? draft.input(attributes.discount) ?? null };
  const rentalPrice = finalRentalPrice(initialPrice, rental.discount, currency);
  const fees = input.fees
    ? pricedFees(context, input.fees, engine, rentalPrice, errors)
    : engine
      ? requiredFees(engine, rentalPrice)
      : [];
  const taxes = input.taxes ?? (engine ? leviedTaxes(engine, rentalPrice, fees) : []);
  const lines = { fees: fees.map(({ line }) => line), taxes: taxes.map(({ line }) => line) };
  const money = moneyOf(draft, rental, lines, false, errors);
  const usage = code && { code: code.id, reduction: (initialPrice ?? 0) - (rentalPrice ?? 0) };
  const promises = engine && !input.isCanceled && draft.input(attributes.imported) !== true;
  const prices = { rentalPrice, finalPrice: money.finalPrice, fees, taxes };
  const downpayment = promises ? promisedDownpayment(engine, prices, dayOfInstant(context.now)) : null;
  return { rental, money, fees, taxes, downpayment, usage };
}

/** Locks and returns the body's discount code if the booking may use it. */
async function codeOf(
  context: WriteContext,
  { draft, rental, stay, currency, isCanceled }: BookingInput,
  rentalPrice: number | null,
  errors: ValidationErrors,
) {
  const code = draft.input(attributes.discount_code);
  if (!code) return undefined;
  if (draft.input(attributes.discount)) errors.add("discount_code", "cannot be combined with discount");
  if (isCanceled) errors.add("discount_code", "cannot be used by a canceled booking");
  if (!stay || errors.has("discount_code")) return undefined;
  const nights = stay.departure - stay.arrival;
  const use = { rental: rental.id, currency, nights, rentalPrice };
  return eligibleCode(context, code, use, expireFreeHolds, errors);
}
