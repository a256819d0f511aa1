import { scaled } from "./arithmetic.ts";
import type { RateBook } from "./rates/rate-book.ts";

/** A fee with its amount, as far as a bill asks. */
interface BilledFee {
  readonly fee: { readonly downpaymentPercentage: number };
  readonly amount: number;
}

/** What a stay costs, in minor units: of the book's currency, or all of it exchanged into another. */
export interface FinalBill {
  readonly rentalPrice: number;
  readonly fees: readonly BilledFee[];
  readonly taxes: readonly {
    readonly tax: { readonly included: boolean };
    /** Which fee is taxed; null: the rental price. */
    readonly fee: Pick<BilledFee, "fee"> | null;
    readonly amount: number;
  }[];
}

/** Rental price after discounts + required fees + taxes that are in no price yet (pricing.md §6). */
export function finalPrice({ rentalPrice, fees, taxes }: FinalBill): number {
  let price = rentalPrice;
  for (const { amount } of fees) price += amount;
  for (const { tax, amount } of taxes) if (!tax.included) price += amount;
  return price;
}

/**
 * What is to pay when booking (pricing.md §6), in minor units: everything when the arrival is within `balance_due` days of
 * today, the last of them included; else the rental's downpayment percentage of the rental price, each fee's own of that fee,
 * and of each tax the percentage of what it taxes. Rounded half up, once. Taxes that a price contains are paid with that price.
 */
export function priceToPayNow(
  book: Pick<RateBook, "balanceDue" | "downpayment">,
  bill: FinalBill,
  arrival: number,
  today: number,
): number {
  if (arrival <= today + book.balanceDue) return finalPrice(bill);
  const shares: [amount: number, percentage: number][] = [[bill.rentalPrice, book.downpayment]];
  for (const { fee, amount } of bill.fees) shares.push([amount, fee.downpaymentPercentage]);
  for (const { tax, fee, amount } of bill.taxes) {
    if (!tax.included) shares.push([amount, fee?.fee.downpaymentPercentage ?? book.downpayment]);
  }
  return sumOfShares(shares);
}

/**
 * Σ amount × percentage, rounded half up once. Whole ten-thousandths are taken out first: what is left adds up without
 * overflow.
 */
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
