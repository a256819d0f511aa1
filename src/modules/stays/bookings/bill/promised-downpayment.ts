import { amountInMinorUnits, amountOf } from "../../../../core/pricing/arithmetic.ts";
import { isBalanceDue, priceToPayNow } from "../../../../core/pricing/pay-now.ts";
import type { EngineBook } from "./engine-prices.ts";
import type { NewFee, NewTax } from "./new-lines.ts";

/** A bill whose downpayment follows from its lines. Amounts in hundredths. */
interface PromisedBill {
  readonly rentalPrice: number | null;
  readonly finalPrice: number | null;
  readonly fees: readonly NewFee[];
  readonly taxes: readonly NewTax[];
}

/**
 * The part of a bill that is due at booking, as its quote promises it (bookings.md, Payment schedule): `price_to_pay_now`, in hundredths.
 * Unspecified: a fee of the booking alone is part of the balance.
 * @param rentalToday epoch day on the rental's clock
 * @returns null if nothing is due at booking, or the balance is due already
 */
export function promisedDownpayment(
  { book, stay }: EngineBook,
  bill: PromisedBill,
  rentalToday: number,
): number | null {
  const { rentalPrice, finalPrice, fees, taxes } = bill;
  if (finalPrice === null || isBalanceDue(book, stay.arrival, rentalToday)) return null;
  const inMinorUnits = (amount: number): number => amountInMinorUnits(amount, book.currency);
  const charged = fees.map(({ fee, line }) => ({
    fee: { downpaymentPercentage: book.fees.find((known) => known.fee === fee)?.downpaymentPercentage ?? 0 },
    amount: line.includedInPrice ? inMinorUnits(line.price * line.timesBooked) : 0,
  }));
  const levied = taxes.map((tax) => ({
    tax: { included: tax.line.included },
    fee: tax.origin === "levied" && tax.on ? (charged[tax.on.index] ?? null) : null,
    amount: inMinorUnits(tax.line.amount),
  }));
  const due = priceToPayNow(
    book,
    { rentalPrice: inMinorUnits(rentalPrice ?? 0), fees: charged, taxes: levied },
    stay.arrival,
    rentalToday,
  );
  const amount = amountOf(due, book.currency);
  return amount > 0 ? Math.min(amount, finalPrice) : null;
}
