import { inForce } from "./applicability.ts";
import { amountInMinorUnits, fraction } from "./arithmetic.ts";
import { type FeeRateKind, isPercentage } from "./fee-rate-kinds.ts";
import type { RateBook, RentalFee } from "./rates/rate-book.ts";
import { guestCount, nightCount, type Stay } from "./stay/stay.ts";

/** A required fee of a stay, in minor units; `amount` is `unitPrice` × `quantity`. */
export interface FeeLine {
  readonly fee: RentalFee;
  readonly unitPrice: number;
  readonly quantity: number;
  readonly amount: number;
}

/** The units of each rate kind in a stay. Nights are the stay's own, even where more are charged. */
const unitsByKind: Readonly<Record<FeeRateKind, (stay: Stay) => number>> = {
  fixed: () => 1,
  fixed_per_person: guestCount,
  fixed_per_adult: (stay) => stay.adults,
  fixed_per_child: (stay) => stay.children,
  fixed_per_night: nightCount,
  fixed_per_person_per_night: (stay) => guestCount(stay) * nightCount(stay),
  fixed_per_adult_per_night: (stay) => stay.adults * nightCount(stay),
  fixed_per_child_per_night: (stay) => stay.children * nightCount(stay),
  percentage: () => 1,
  percentage_per_person: guestCount,
  percentage_per_adult: (stay) => stay.adults,
  percentage_per_child: (stay) => stay.children,
  individual_percentage_per_adult: (stay) => stay.adults,
};

/** The number of charged units, at most `maximum_bookable`. */
export function feeQuantity(fee: RentalFee, stay: Stay): number {
  return Math.min(unitsByKind[fee.rateKind](stay), fee.maximumBookable ?? Number.POSITIVE_INFINITY);
}

/** A fee as a percentage of the rental price: price × rate / denominator, capped at `max` (minor units). */
export interface PriceShare {
  readonly rate: number;
  readonly denominator: number;
  readonly max: number;
}

/**
 * Not specified: `individual_percentage_per_adult` applies to one guest's share of the rental price (the price divided by the guests),
 * per adult.
 */
export function priceShareOf(fee: RentalFee, guests: number, currency: string): PriceShare {
  const isIndividual = fee.rateKind === "individual_percentage_per_adult";
  const max = fee.maximumPossibleRate;
  return {
    rate: fee.rate,
    denominator: isIndividual ? 10_000 * Math.max(1, guests) : 10_000,
    max: max === null ? Number.POSITIVE_INFINITY : amountInMinorUnits(max, currency),
  };
}

export function shareOfPrice(rentalPrice: number, { rate, denominator, max }: PriceShare): number {
  return Math.min(fraction(rentalPrice, rate, denominator), max);
}

/**
 * A fee's unit price (pricing.md §6) in minor units: an amount, or a percentage of the rental price capped by `maximum_possible_rate`.
 * Only the unit price is rounded, half up, so that unit price × quantity is the stored amount.
 */
export function feeUnitPrice(fee: RentalFee, rentalPrice: number, guests: number, currency: string): number {
  if (!isPercentage(fee.rateKind)) return amountInMinorUnits(fee.rate, currency);
  return shareOfPrice(rentalPrice, priceShareOf(fee, guests, currency));
}

/**
 * A stay's required fees, in the book's order. Not specified: a fee for seasons or dates is due when it is in force on the arrival night,
 * and a fee without units (per child, without children) has no line.
 */
export function requiredFees(book: RateBook, stay: Stay, rentalPrice: number): readonly FeeLine[] {
  const lines: FeeLine[] = [];
  for (const fee of book.fees) {
    if (!fee.required || !inForce(fee.applies, stay.arrival)) continue;
    const quantity = feeQuantity(fee, stay);
    if (quantity === 0) continue;
    const unitPrice = feeUnitPrice(fee, rentalPrice, guestCount(stay), book.currency);
    lines.push({ fee, unitPrice, quantity, amount: unitPrice * quantity });
  }
  return lines;
}
