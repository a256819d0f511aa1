/*
 * Fees and taxes on an existing rental price, such as a booking's discounted or manual price. Quotes use the same steps, so a booking at a
 * quoted price adds up to the quote.
 */
import { amountInMinorUnits, amountOf } from "./arithmetic.ts";
import { isPercentage } from "./fee-rate-kinds.ts";
import { type FeeLine, feeUnitPrice, requiredFees } from "./fees.ts";
import type { RateBook } from "./rates/rate-book.ts";
import type { Nights, Stay } from "./stay/stay.ts";
import { type TaxLine, taxesOf } from "./taxes.ts";

/** A required fee of a stay; amounts in hundredths of the unit. */
export interface QuotedFee {
  /** The rentals fee, and its fee. */
  readonly id: number;
  readonly fee: number;
  readonly unitPrice: number;
  readonly quantity: number;
  readonly amount: number;
}

/** A charged fee, whatever the source of its price; taxes refer to the fee, not to the rentals fee. */
export interface ChargedFee {
  readonly fee: number;
  readonly amount: number;
}

/** A tax on the rental price, or on one of the charged fees. */
export interface BilledTax<Charged extends ChargedFee = ChargedFee> {
  readonly id: number;
  readonly percentage: number;
  readonly included: boolean;
  /** The taxed fee; null: the rental price. */
  readonly on: Charged | null;
  readonly amount: number;
}

/** The required fees of a stay, in the order of the book. */
export function requiredFeesFor(book: RateBook, stay: Stay, rentalPrice: number): readonly QuotedFee[] {
  const lines = requiredFees(book, stay, amountInMinorUnits(rentalPrice, book.currency));
  return lines.map((line) => quotedFee(line, book.currency));
}

/**
 * A stay's taxes on its rental price and charged fees, in the book's order.
 * @param rentalPrice null without one: then only fees are taxed
 */
export function taxesFor<Charged extends ChargedFee>(
  book: RateBook,
  stay: Nights,
  rentalPrice: number | null,
  fees: readonly Charged[],
): readonly BilledTax<Charged>[] {
  const inMinorUnits = (amount: number): number => amountInMinorUnits(amount, book.currency);
  const charged = fees.map((fee) => ({ fee: { fee: fee.fee }, amount: inMinorUnits(fee.amount), charged: fee }));
  const lines: readonly TaxLine<(typeof charged)[number]>[] = taxesOf(
    book,
    stay,
    inMinorUnits(rentalPrice ?? 0),
    charged,
  );
  return lines
    .filter(({ fee }) => fee !== null || rentalPrice !== null)
    .map(({ tax, fee, amount }) => ({
      id: tax.id,
      percentage: tax.percentage,
      included: tax.included,
      on: fee?.charged ?? null,
      amount: amountOf(amount, book.currency),
    }));
}

/**
 * The unit price of a rentals fee in a stay, required or not.
 * @param rentalPrice the base of percentages; null without one
 * @returns undefined for a fee that is not in the book, and for a percentage without a price
 */
export function unitPriceFor(
  book: RateBook,
  stay: Stay,
  rentalPrice: number | null,
  rentalsFee: number,
): number | undefined {
  const fee = book.fees.find(({ id }) => id === rentalsFee);
  if (!fee || (rentalPrice === null && isPercentage(fee.rateKind))) return undefined;
  const inMinorUnits = amountInMinorUnits(rentalPrice ?? 0, book.currency);
  return amountOf(feeUnitPrice(fee, inMinorUnits, stay, book.currency), book.currency);
}

/** Converts a fee line from minor units to amounts. */
export function quotedFee({ fee, unitPrice, quantity, amount }: FeeLine, currency: string): QuotedFee {
  return {
    id: fee.id,
    fee: fee.fee,
    unitPrice: amountOf(unitPrice, currency),
    quantity,
    amount: amountOf(amount, currency),
  };
}
