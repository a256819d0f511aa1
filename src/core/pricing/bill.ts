/*
 * What comes on top of a rental price that stands already: a booking's, after its discount, or one that somebody has set. The quote
 * makes its fees and taxes by the same steps, so what is booked for a quoted price adds up to the quote.
 */
import { amountInMinorUnits, amountOf } from "./arithmetic.ts";
import { isPercentage } from "./fee-rate-kinds.ts";
import { type FeeLine, feeUnitPrice, requiredFees } from "./fees.ts";
import type { RateBook } from "./rates/rate-book.ts";
import { guestCount, type Nights, type Stay } from "./stay/stay.ts";
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

/** A fee that is charged, wherever its price comes from; taxes refer to the fee (not to the rentals fee). */
export interface ChargedFee {
  readonly fee: number;
  readonly amount: number;
}

/** A tax on the rental price, or on one of the charged fees. */
export interface BilledTax<Charged extends ChargedFee = ChargedFee> {
  readonly id: number;
  readonly percentage: number;
  readonly included: boolean;
  /** What is taxed; null: the rental price. */
  readonly on: Charged | null;
  readonly amount: number;
}

/** The required fees of a stay, in the order of the book. */
export function requiredFeesFor(book: RateBook, stay: Stay, rentalPrice: number): readonly QuotedFee[] {
  const lines = requiredFees(book, stay, amountInMinorUnits(rentalPrice, book.currency));
  return lines.map((line) => quotedFee(line, book.currency));
}

/**
 * The taxes of a stay on its rental price and on the fees that are charged, in the order of the book.
 * @param rentalPrice null where there is none: then fees alone are taxed
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
 * What one unit of a rentals fee costs in a stay, required or not.
 * @param rentalPrice what percentages are of; null where there is none
 * @returns undefined for a fee that the book does not have, and for a percentage of no price
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
  return amountOf(feeUnitPrice(fee, inMinorUnits, guestCount(stay), book.currency), book.currency);
}

/** A line of fees (minor units) as amounts. */
export function quotedFee({ fee, unitPrice, quantity, amount }: FeeLine, currency: string): QuotedFee {
  return {
    id: fee.id,
    fee: fee.fee,
    unitPrice: amountOf(unitPrice, currency),
    quantity,
    amount: amountOf(amount, currency),
  };
}
