import { finalRentalPrice } from "../booking-totals.ts";
import { largestHundredths } from "../hundredths.ts";
import { inForce } from "./applicability.ts";
import { amountInMinorUnits } from "./arithmetic.ts";
import { type FeeLine, feeQuantity, feeUnitPrice, requiredFees } from "./fees.ts";
import { type ChargedStay, chargesOf, type StayPrice } from "./quote.ts";
import type { RentalFee } from "./rates/rate-book.ts";
import type { Stay } from "./stay/stay.ts";

/** An optional fee that a guest adds to a stay: its rentals fee, and how many units. */
export interface ChosenExtra {
  readonly rentalsFee: number;
  readonly quantity: number;
}

/** The most units of a fee without `maximum_bookable`. */
const maxUnits = 20;

/**
 * The units of an optional fee that a guest can add to a stay. A fixed fee is counted by the guest; any other kind is added once, for
 * all of its persons or nights.
 * @returns the possible quantities without zero; empty if the fee is not in force or has no units
 */
export function unitsOfExtra(fee: RentalFee, stay: Stay): readonly number[] {
  if (fee.required || !inForce(fee.applies, stay.arrival)) return [];
  if (fee.rateKind !== "fixed") return [feeQuantity(fee, stay)].filter((quantity) => quantity > 0);
  return Array.from({ length: Math.min(fee.maximumBookable ?? maxUnits, maxUnits) }, (_, index) => index + 1);
}

/**
 * A quoted price after a discount on the rental price, with the fees and taxes that follow from it.
 * @param discount `10%`, or an amount, as of a booking
 */
export function discountedPrice(charged: ChargedStay, price: StayPrice, discount: string): StayPrice | undefined {
  const rentalPrice = finalRentalPrice(price.rentalPrice, discount, charged.book.currency) ?? 0;
  return priceWithExtras(charged, { ...price, rentalPrice }, []);
}

/**
 * A quoted price with extras: its fees, taxes, total and the part that is due now change, the rental price does not.
 * @returns undefined if an extra is not one of the book's, or the total exceeds the largest amount
 */
export function priceWithExtras(
  charged: ChargedStay,
  price: StayPrice,
  extras: readonly ChosenExtra[],
): StayPrice | undefined {
  const { book, stay } = charged;
  const rental = amountInMinorUnits(price.rentalPrice, book.currency);
  const lines: FeeLine[] = [...requiredFees(book, stay, rental)];
  for (const { rentalsFee, quantity } of extras) {
    const fee = book.fees.find(({ id }) => id === rentalsFee);
    if (!fee) return undefined;
    const unitPrice = feeUnitPrice(fee, rental, stay, book.currency);
    lines.push({ fee, unitPrice, quantity, amount: unitPrice * quantity });
  }
  const total = { ...price, ...chargesOf(charged, rental, lines) };
  return total.finalPrice > largestHundredths ? undefined : total;
}
