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

/** The units of each rate kind in a stay, by its counted nights. */
const unitsByKind: Readonly<Record<FeeRateKind, (stay: Stay, nights: number) => number>> = {
  fixed: () => 1,
  fixed_per_person: guestCount,
  fixed_per_adult: (stay) => stay.adults,
  fixed_per_child: (stay) => stay.children,
  fixed_per_night: (_, nights) => nights,
  fixed_per_person_per_night: (stay, nights) => guestCount(stay) * nights,
  fixed_per_adult_per_night: (stay, nights) => stay.adults * nights,
  fixed_per_child_per_night: (stay, nights) => stay.children * nights,
  percentage: () => 1,
  percentage_per_person: guestCount,
  percentage_per_adult: (stay) => stay.adults,
  percentage_per_child: (stay) => stay.children,
  individual_percentage_per_adult: (stay) => stay.adults,
  percentage_per_adult_per_night: (stay, nights) => stay.adults * nights,
};

/**
 * The number of charged units, at most `maximum_bookable`. Nights are the stay's own, even where more are charged, and at most
 * `maximum_nights`.
 */
export function feeQuantity(fee: RentalFee, stay: Stay): number {
  const nights = Math.min(nightCount(stay), fee.maximumNights ?? Number.POSITIVE_INFINITY);
  return Math.min(unitsByKind[fee.rateKind](stay, nights), fee.maximumBookable ?? Number.POSITIVE_INFINITY);
}

/** A fee as a percentage of the rental price: price × rate / denominator, capped at `max` (minor units). */
export interface PriceShare {
  readonly rate: number;
  readonly denominator: number;
  readonly max: number;
}

/** Kinds whose percentage applies to a part of the rental price: the number of parts. */
const partsByKind: Partial<Readonly<Record<FeeRateKind, (stay: Stay) => number>>> = {
  individual_percentage_per_adult: guestCount,
  percentage_per_adult_per_night: (stay) => guestCount(stay) * nightCount(stay),
};

/** Whether each additional guest lowers the percentage's base. */
export const dividesByGuests = (kind: FeeRateKind): boolean => partsByKind[kind] !== undefined;

/**
 * Not specified: `individual_percentage_per_adult` applies to one guest's share of the rental price (the price divided by the guests),
 * per adult. For `percentage_per_adult_per_night`, a night's rental price is the average, as discounts and manual prices have no nights.
 */
export function priceShareOf(fee: RentalFee, stay: Stay, currency: string): PriceShare {
  const max = fee.maximumPossibleRate;
  return {
    rate: fee.rate,
    denominator: 10_000 * Math.max(1, partsByKind[fee.rateKind]?.(stay) ?? 1),
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
export function feeUnitPrice(fee: RentalFee, rentalPrice: number, stay: Stay, currency: string): number {
  if (!isPercentage(fee.rateKind)) return amountInMinorUnits(fee.rate, currency);
  return shareOfPrice(rentalPrice, priceShareOf(fee, stay, currency));
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
    const unitPrice = feeUnitPrice(fee, rentalPrice, stay, book.currency);
    lines.push({ fee, unitPrice, quantity, amount: unitPrice * quantity });
  }
  return lines;
}
