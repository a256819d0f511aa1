import { inForce } from "./applicability.ts";
import { amountInMinorUnits, fraction } from "./arithmetic.ts";
import { type FeeRateKind, isPercentage } from "./fee-rate-kinds.ts";
import type { RateBook, RentalFee } from "./rates/rate-book.ts";
import { guestCount, nightCount, type Stay } from "./stay/stay.ts";

/** A required fee of a stay. Minor units; `amount` is `unitPrice` × `quantity`. */
export interface FeeLine {
  readonly fee: RentalFee;
  readonly unitPrice: number;
  readonly quantity: number;
  readonly amount: number;
}

/** How many units of each kind of rate a stay has. Its nights are its own, whatever number of nights is charged. */
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

/** How many units are charged: never more than `maximum_bookable`. */
export function feeQuantity(fee: RentalFee, stay: Stay): number {
  return Math.min(unitsByKind[fee.rateKind](stay), fee.maximumBookable ?? Number.POSITIVE_INFINITY);
}

/** A percentage of the rental price, as a fee takes it: price × rate / denominator, and `most` at the most (minor units). */
export interface PriceShare {
  readonly rate: number;
  readonly denominator: number;
  readonly most: number;
}

/**
 * Silent in the specification: `individual_percentage_per_adult` is the percentage of one guest's share of the rental price
 * (the price divided by the guests), for each adult.
 */
export function priceShareOf(fee: RentalFee, guests: number, currency: string): PriceShare {
  const isIndividual = fee.rateKind === "individual_percentage_per_adult";
  const most = fee.maximumPossibleRate;
  return {
    rate: fee.rate,
    denominator: isIndividual ? 10_000 * Math.max(1, guests) : 10_000,
    most: most === null ? Number.POSITIVE_INFINITY : amountInMinorUnits(most, currency),
  };
}

export function shareOfPrice(rentalPrice: number, { rate, denominator, most }: PriceShare): number {
  return Math.min(fraction(rentalPrice, rate, denominator), most);
}

/**
 * What one unit of a fee costs (pricing.md §6), in minor units: an amount, or a percentage of the rental price that
 * `maximum_possible_rate` caps. The unit price is what is rounded, once and half up, so that price × times booked is the amount
 * to the cent, as a booking stores it.
 */
export function feeUnitPrice(fee: RentalFee, rentalPrice: number, guests: number, currency: string): number {
  if (!isPercentage(fee.rateKind)) return amountInMinorUnits(fee.rate, currency);
  return shareOfPrice(rentalPrice, priceShareOf(fee, guests, currency));
}

/**
 * The required fees of a stay, in the order of the book.
 * Silent in the specification: a fee for seasons or dates is due when it is in force on the arrival night; and a fee of no units
 * (per child, without children) is no line.
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
