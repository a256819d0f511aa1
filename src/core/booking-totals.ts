import { parseHundredths } from "./hundredths.ts";
import { divideHalfUp, minorUnit, percentageOf } from "./rounding.ts";

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
  const counted = fees.filter((fee) => fee.includedInPrice);
  const added = taxes.filter((tax) => !tax.included);
  if (rentalPrice === null && counted.length === 0 && added.length === 0) return null;
  const feesTotal = counted.reduce((sum, fee) => sum + fee.price * fee.timesBooked, 0);
  const taxesTotal = added.reduce((sum, tax) => sum + tax.amount, 0);
  return (rentalPrice ?? 0) + feesTotal + taxesTotal;
}

/** Parses a discount into hundredths of the currency or basis points of the price; undefined for any other text. */
export function discountOf(text: string): { kind: "amount" | "percentage"; value: number } | undefined {
  const kind = text.endsWith("%") ? "percentage" : "amount";
  const value = parseHundredths(kind === "percentage" ? text.slice(0, -1) : text);
  if (value === undefined || value < 0 || (kind === "percentage" && value > 10_000)) return undefined;
  return { kind, value };
}
