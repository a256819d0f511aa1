import { extrasOf, rentalPriceWithin } from "../../../../core/booking-totals.ts";
import { type MoneyLines, moneyWithin, type RentalMoney } from "./booking-money.ts";
import type { NewFee, NewTax } from "./new-lines.ts";

/** A bill's new lines, and all its lines with those that are agreed already. */
export interface NewLines {
  readonly fees: readonly NewFee[];
  readonly taxes: readonly NewTax[];
  readonly all: MoneyLines;
}

/** A total's parts. */
export interface SplitTotal {
  readonly rental: RentalMoney;
  readonly lines: NewLines;
}

/** The new lines without others. */
export const linesOf = (fees: readonly NewFee[], taxes: readonly NewTax[]): NewLines => ({
  fees,
  taxes,
  all: { fees: fees.map(({ line }) => line), taxes: taxes.map(({ line }) => line) },
});

/**
 * Splits a total that is all that is known into the rental's price and its lines, which may depend on that price (bookings.md, Money).
 * Lines that alone exceed the total leave nothing for the rental.
 */
export function splitTotal(
  total: number,
  { discount, currency }: Pick<RentalMoney, "discount" | "currency">,
  linesAt: (rentalPrice: number) => NewLines,
): SplitTotal {
  const extrasAt = (rentalPrice: number): number => {
    const { all } = linesAt(rentalPrice);
    return extrasOf(all.fees, all.taxes);
  };
  const lines = linesAt(rentalPriceWithin(total, currency, extrasAt) ?? 0);
  return { rental: moneyWithin(total - extrasOf(lines.all.fees, lines.all.taxes), discount, currency), lines };
}
