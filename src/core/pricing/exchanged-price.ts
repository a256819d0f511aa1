import { amountInMinorUnits, amountOf } from "./arithmetic.ts";
import { finalPrice, priceToPayNow } from "./pay-now.ts";
import type { StayPrice } from "./quote.ts";
import type { RateBook } from "./rates/rate-book.ts";

/** Converts amounts of a book's currency into another one. */
export interface AmountExchange {
  readonly into: string;
  /** A line's amount in that currency, rounded once; both in hundredths of the unit. */
  readonly exchanged: (amount: number) => number;
}

/**
 * A price in another currency (pricing.md §5, Exchange). Each line (rental price, fees, taxes, deposit) is exchanged and rounded once,
 * and totals are sums of exchanged lines. A fee in the currency of the price is shown in it, unchanged, so that a guest can check it.
 *
 * Not specified: the unit price of any other fee is exchanged for display, so its amount is not a multiple of it. The rental price's explanation is
 * only shown in its own currency, because exchanged lines would not add up.
 */
export function exchangedPrice(
  book: Pick<RateBook, "balanceDue" | "downpayment" | "fees">,
  price: StayPrice,
  { into, exchanged }: AmountExchange,
  arrival: number,
  rentalToday: number,
): StayPrice {
  const terms = new Map(book.fees.map((fee) => [fee.id, fee]));
  const fees = price.fees.map((fee) => {
    const own = terms.get(fee.id)?.own;
    if (own?.currency === into) return { ...fee, unitPrice: own.rate, amount: own.rate * fee.quantity };
    return { ...fee, unitPrice: exchanged(fee.unitPrice), amount: exchanged(fee.amount) };
  });
  const taxes = price.taxes.map((tax) => ({ ...tax, amount: exchanged(tax.amount) }));
  const rentalPrice = exchanged(price.rentalPrice);
  const damageDeposit = exchanged(price.damageDeposit);
  const minor = (amount: number): number => amountInMinorUnits(amount, into);
  const feeOf = (id: number) => ({ downpaymentPercentage: terms.get(id)?.downpaymentPercentage ?? 0 });
  const bill = {
    rentalPrice: minor(rentalPrice),
    fees: fees.map(({ id, amount }) => ({ fee: feeOf(id), amount: minor(amount) })),
    taxes: taxes.map(({ included, rentalsFee, amount }) => ({
      tax: { included },
      fee: rentalsFee === null ? null : { fee: feeOf(rentalsFee) },
      amount: minor(amount),
    })),
  };
  const payNow = amountOf(priceToPayNow(book, bill, arrival, rentalToday), into);
  return {
    beforeSpecialOffers: exchanged(price.beforeSpecialOffers),
    rentalPrice,
    finalPrice: amountOf(finalPrice(bill), into),
    payNow,
    payNowWithDamageDeposit: payNow + damageDeposit,
    damageDeposit,
    fees,
    taxes,
    lines: [],
  };
}
