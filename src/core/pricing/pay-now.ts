import { scaled } from "./arithmetic.ts";
import type { RateBook } from "./rates/rate-book.ts";

/** A fee's amount, and its downpayment percentage. */
interface BilledFee {
  readonly fee: { readonly downpaymentPercentage: number };
  readonly amount: number;
}

/** A stay's charges in minor units, of the book's currency or exchanged. */
export interface FinalBill {
  readonly rentalPrice: number;
  readonly fees: readonly BilledFee[];
  readonly taxes: readonly {
    readonly tax: { readonly included: boolean };
    /** The taxed fee; null: the rental price. */
    readonly fee: Pick<BilledFee, "fee"> | null;
    readonly amount: number;
  }[];
}

/** Rental price after discounts + required fees + exclusive taxes (pricing.md §6). */
export function finalPrice({ rentalPrice, fees, taxes }: FinalBill): number {
  let price = rentalPrice;
  for (const { amount } of fees) price += amount;
  for (const { tax, amount } of taxes) if (!tax.included) price += amount;
  return price;
}

/** Whether a stay's whole price is due when it is booked: the arrival is within `balance_due` days of today on the rental's clock. */
export const isBalanceDue = (book: Pick<RateBook, "balanceDue">, arrival: number, rentalToday: number): boolean =>
  arrival <= rentalToday + book.balanceDue;

/**
 * The amount due when booking (pricing.md §6), in minor units. It is the full price if the arrival is within `balance_due` days of today.
 * Otherwise it is the downpayment percentage of the rental price, of each fee by its own percentage, and of taxes like their taxable.
 * Rounded half up once. Inclusive taxes are part of their price.
 */
export function priceToPayNow(
  book: Pick<RateBook, "balanceDue" | "downpayment">,
  bill: FinalBill,
  arrival: number,
  rentalToday: number,
): number {
  if (isBalanceDue(book, arrival, rentalToday)) return finalPrice(bill);
  const shares: [amount: number, percentage: number][] = [[bill.rentalPrice, book.downpayment]];
  for (const { fee, amount } of bill.fees) shares.push([amount, fee.downpaymentPercentage]);
  for (const { tax, fee, amount } of bill.taxes) {
    if (!tax.included) shares.push([amount, fee?.fee.downpaymentPercentage ?? book.downpayment]);
  }
  return sumOfShares(shares);
}

/** Σ amount × percentage, rounded half up once. Whole ten-thousandths are split off first, so that the rest cannot overflow. */
function sumOfShares(shares: readonly [amount: number, percentage: number][]): number {
  let whole = 0;
  let rest = 0;
  for (const [amount, percentage] of shares) {
    const tenThousands = Math.floor(amount / 10_000);
    whole += tenThousands * percentage;
    rest += (amount - tenThousands * 10_000) * percentage;
  }
  return whole + scaled(rest, 1);
}
