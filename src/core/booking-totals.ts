import { parseHundredths } from "./hundredths.ts";
import { divideHalfUp, minorUnit, percentageOf, portionOf } from "./rounding.ts";

/** A fee of a booking; amounts in hundredths of the currency. */
export interface FeeLine {
  readonly price: number;
  readonly timesBooked: number;
  readonly includedInPrice: boolean;
}

export interface TaxLine {
  readonly amount: number;
  /** The taxed price already contains it, so it is not added. */
  readonly included: boolean;
}

/**
 * Returns the rental's price less the discount, never below zero; null without a price (bookings.md, Money).
 * Rounds the reduction half up to the currency's minor unit: 99.5 off is 100 yen off.
 */
export function finalRentalPrice(
  initialPrice: number | null,
  discount: string | null,
  currency: string | null,
): number | null {
  if (initialPrice === null) return null;
  const parsed = discount === null || discount === "" ? undefined : discountOf(discount);
  if (!parsed) return initialPrice;
  const unit = minorUnit(currency);
  const reduction =
    parsed.kind === "amount"
      ? divideHalfUp(parsed.value, unit) * unit
      : percentageOf(initialPrice, parsed.value, currency);
  return Math.max(0, initialPrice - reduction);
}

/**
 * Returns the guest's total: final rental price + Σ fee price × times booked (fees with `included_in_price`) + Σ taxes not included
 * in a price (bookings.md, Money). Null without a rental price, a fee or a tax.
 */
export function finalPrice(
  rentalPrice: number | null,
  fees: readonly FeeLine[],
  taxes: readonly TaxLine[],
): number | null {
  const isExtra = fees.some((fee) => fee.includedInPrice) || taxes.some((tax) => !tax.included);
  return rentalPrice === null && !isExtra ? null : (rentalPrice ?? 0) + extrasOf(fees, taxes);
}

/** The amount that fees and taxes add to a rental price. */
export function extrasOf(fees: readonly FeeLine[], taxes: readonly TaxLine[]): number {
  const counted = fees.filter((fee) => fee.includedInPrice);
  const added = taxes.filter((tax) => !tax.included);
  return (
    counted.reduce((sum, fee) => sum + fee.price * fee.timesBooked, 0) + added.reduce((sum, tax) => sum + tax.amount, 0)
  );
}

/**
 * Returns the largest rental price that a total can hold beside its fees and taxes (bookings.md, Money).
 * @param extrasAt their sum for a rental price; never less for a higher one
 * @returns undefined if they alone exceed the total
 */
export function rentalPriceWithin(
  total: number,
  currency: string | null,
  extrasAt: (rentalPrice: number) => number,
): number | undefined {
  const unit = minorUnit(currency);
  const least = extrasAt(0);
  if (least > total) return undefined;
  // The price at which the extras of the whole total fit, and the one beside the least extras.
  let low = Math.max(0, total - extrasAt(total));
  let high = total - least;
  while (high - low >= unit) {
    const middle = low + Math.ceil((high - low) / (2 * unit)) * unit;
    if (middle + extrasAt(middle) <= total) low = middle;
    else high = middle - unit;
  }
  return low;
}

/** Returns the price that a discount reduces to a rental price. Undefined if it leaves nothing of any price. */
export function initialPriceFor(
  rentalPrice: number,
  discount: string | null,
  currency: string | null,
): number | undefined {
  const parsed = discount === null || discount === "" ? undefined : discountOf(discount);
  if (!parsed) return rentalPrice;
  const unit = minorUnit(currency);
  if (parsed.kind === "amount") return rentalPrice + divideHalfUp(parsed.value, unit) * unit;
  return parsed.value === 10_000 ? undefined : portionOf(rentalPrice, 10_000, 10_000 - parsed.value, unit);
}

/** Parses a discount into hundredths of the currency or basis points of the price; undefined for any other text. */
export function discountOf(text: string): { kind: "amount" | "percentage"; value: number } | undefined {
  const kind = text.endsWith("%") ? "percentage" : "amount";
  const value = parseHundredths(kind === "percentage" ? text.slice(0, -1) : text);
  if (value === undefined || value < 0 || (kind === "percentage" && value > 10_000)) return undefined;
  return { kind, value };
}
