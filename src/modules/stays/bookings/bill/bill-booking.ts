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
import { finalRentalPrice } from "./booking-totals.ts";
import type { EnginePrices } from "./engine-prices.ts";
import { type GivenFee, pricedFees } from "./given-fees.ts";
import { leviedTaxes, type NewFee, type NewTax, requiredFees } from "./new-lines.ts";

const { attributes } = booking;

/** What a new booking costs, and what of. */
export interface BookingBill {
  readonly rental: RentalMoney;
  readonly money: BookingMoney;
  readonly fees: readonly NewFee[];
  readonly taxes: readonly NewTax[];
  /** The discount code that is used, by its id, and what it takes off (hundredths). */
  readonly usage: { readonly code: string; readonly reduction: number } | undefined;
}

/** A new booking, as far as its body goes. */
export interface GivenBooking {
  readonly draft: Draft;
  readonly rental: RentalTerms;
  /** Undefined when the body's own times are wrong. */
  readonly stay: Stay | undefined;
  readonly currency: string;
  readonly isCanceled: boolean;
  /** Undefined: the body has no such list, and the lines follow from the rental. An empty list is a list. */
  readonly fees: readonly GivenFee[] | undefined;
  readonly taxes: readonly NewTax[] | undefined;
}

/**
 * Works out the money of a new booking (bookings.md, Money). What is given is taken as given, each for itself: a price (null too, which
 * says that there is none), a list of fees, a list of taxes. The rest is the engine's.
 * @param engine undefined where it has no prices for this booking
 */
export async function billBooking(
  context: WriteContext,
  given: GivenBooking,
  engine: EnginePrices | undefined,
  errors: ValidationErrors,
): Promise<BookingBill> {
  const { draft, currency } = given;
  const isGiven = draft.gives(attributes.initial_price);
  const initialPrice = isGiven ? (draft.given(attributes.initial_price) ?? null) : (engine?.quotedPrice ?? null);
  if (!isGiven && engine?.isTooDear) {
    const most = formatHundredths(largestHundredths);
    errors.add(
      "base",
      `the stay is refused by largest_amount (its price is more than ${most}, the most that can be stored)`,
    );
  }
  const code = await codeOf(context, given, initialPrice, errors);
  const rental = { currency, initialPrice, discount: code?.discount ?? draft.given(attributes.discount) ?? null };
  const rentalPrice = finalRentalPrice(initialPrice, rental.discount, currency);
  const fees = given.fees
    ? pricedFees(context, given.fees, engine, rentalPrice, errors)
    : engine
      ? requiredFees(engine, rentalPrice)
      : [];
  const taxes = given.taxes ?? (engine ? leviedTaxes(engine, rentalPrice, fees) : []);
  const lines = { fees: fees.map(({ line }) => line), taxes: taxes.map(({ line }) => line) };
  const money = moneyOf(draft, rental, lines, false, errors);
  const usage = code && { code: code.id, reduction: (initialPrice ?? 0) - (rentalPrice ?? 0) };
  return { rental, money, fees, taxes, usage };
}

/** The discount code that the body names, when the booking may use it; it is locked then. */
async function codeOf(
  context: WriteContext,
  { draft, rental, stay, currency, isCanceled }: GivenBooking,
  rentalPrice: number | null,
  errors: ValidationErrors,
) {
  const code = draft.given(attributes.discount_code);
  if (!code) return undefined;
  if (draft.given(attributes.discount)) errors.add("discount_code", "can't be given together with discount");
  if (isCanceled) errors.add("discount_code", "can't be used by a canceled booking");
  if (!stay || errors.has("discount_code")) return undefined;
  const nights = stay.departure - stay.arrival;
  const asked = { rental: rental.id, currency, nights, rentalPrice };
  return eligibleCode(context, code, asked, expireFreeHolds, errors);
}
