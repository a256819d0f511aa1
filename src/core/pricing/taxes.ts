import { fraction, scaled } from "./arithmetic.ts";
import type { FeeLine } from "./fees.ts";
import type { LengthOfStayRule, RateBook, RentalTax } from "./rates/rate-book.ts";
import { type Nights, nightCount } from "./stay/stay.ts";

/** A taxable fee: its charged amount (minor units), and its id. */
interface TaxedFee {
  readonly fee: { readonly fee: number };
  readonly amount: number;
}

/** A tax on one taxable: the rental price (`fee` is null) or one fee. In minor units. */
export interface TaxLine<Taxed extends TaxedFee = FeeLine> {
  readonly tax: RentalTax;
  readonly fee: Taxed | null;
  readonly amount: number;
}

/**
 * The tax of p % on an amount a: a × p / 100 if exclusive, a × p / (100 + p) if inclusive; rounded half up, once per tax and taxable.
 */
export function taxAmount(tax: RentalTax, amount: number): number {
  return tax.included ? fraction(amount, tax.percentage, 10_000 + tax.percentage) : scaled(amount, tax.percentage);
}

/** A tax applies when the arrival is within its dates, both included, and all of its rules hold. */
export function isLevied(tax: RentalTax, stay: Nights): boolean {
  if (stay.arrival < tax.start || (tax.end !== null && stay.arrival > tax.end)) return false;
  return tax.lengthOfStay.every((rule) => holds(rule, nightCount(stay)));
}

export function holds({ comparator, nights }: LengthOfStayRule, length: number): boolean {
  switch (comparator) {
    case "==":
      return length === nights;
    case "!=":
      return length !== nights;
    case "<":
      return length < nights;
    case "<=":
      return length <= nights;
    case ">":
      return length > nights;
    case ">=":
      return length >= nights;
  }
}

/** A stay's taxes on the rental price and on each fee, in the book's order. */
export function taxesOf<Taxed extends TaxedFee>(
  book: RateBook,
  stay: Nights,
  rentalPrice: number,
  fees: readonly Taxed[],
): readonly TaxLine<Taxed>[] {
  const lines: TaxLine<Taxed>[] = [];
  for (const tax of book.taxes) {
    if (!isLevied(tax, stay)) continue;
    const { taxable } = tax;
    if (taxable.kind === "rental") {
      lines.push({ tax, fee: null, amount: taxAmount(tax, rentalPrice) });
      continue;
    }
    for (const fee of fees) {
      if (fee.fee.fee === taxable.fee) lines.push({ tax, fee, amount: taxAmount(tax, fee.amount) });
    }
  }
  return lines;
}
