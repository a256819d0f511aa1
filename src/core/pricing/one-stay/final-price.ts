import { increaseOn, offerOn } from "../after-the-sum.ts";
import { inForce } from "../applicability.ts";
import { amountOf, scaled, wholeFactor } from "../arithmetic.ts";
import { feeQuantity, feeUnitPrice } from "../fees.ts";
import type { RateBook, RentalFee, RentalTax } from "../rate-book.ts";
import { roundPrice } from "../rounding.ts";
import { guestCount, type Stay } from "../stay.ts";
import { isLevied, taxAmount } from "../taxes.ts";

/** From what the nights cost to the rental price, in minor units: as `rentalPrice` of after-the-sum.ts, without an account of the steps. */
export function rentalPriceOf(book: RateBook, arrival: number, nights: number): number {
  const discounted = scaled(nights, wholeFactor - (offerOn(book.specialOffers, arrival)?.discount ?? 0));
  const raised = scaled(discounted, wholeFactor + (increaseOn(book.priceIncrease, arrival)?.increase ?? 0));
  return roundPrice(raised, book.roundingKind, book.currency);
}

/** From the rental price (minor units) to the final price (hundredths of the unit): with required fees and taxes that are in no price yet. */
export function finalPriceOf(book: RateBook, stay: Stay, rentalPrice: number): number {
  let price = rentalPrice;
  for (const tax of book.taxes) {
    if (tax.taxable.kind === "rental") price += onTop(tax, stay, rentalPrice);
  }
  for (const fee of book.fees) {
    const amount = amountOfFee(book, fee, stay, rentalPrice);
    if (amount === 0) continue;
    price += amount;
    for (const tax of book.taxes) {
      if (tax.taxable.kind === "fee" && tax.taxable.fee === fee.fee) price += onTop(tax, stay, amount);
    }
  }
  return amountOf(price, book.currency);
}

/** What a tax adds to an amount that it does not stand in already. */
function onTop(tax: RentalTax, stay: Stay, amount: number): number {
  return tax.included || !isLevied(tax, stay) ? 0 : taxAmount(tax, amount);
}

/** What a fee adds to a stay, minor units; 0 where it is not due. */
function amountOfFee({ currency }: RateBook, fee: RentalFee, stay: Stay, rentalPrice: number): number {
  if (!fee.required || !inForce(fee.applies, stay.arrival)) return 0;
  return feeUnitPrice(fee, rentalPrice, guestCount(stay), currency) * feeQuantity(fee, stay);
}
