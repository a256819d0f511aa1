import type { StayPrice } from "../core/pricing/quote.ts";
import type { Transaction } from "../database/transaction.ts";
import { type Exchange, exchangeBetween } from "../exchange/exchange-rate.ts";
import { exchangedAmount } from "../exchange/exchanged-amount.ts";
import { badRequest } from "../kernel/refusal.ts";

/** What of a stay's price a search answers; amounts in hundredths. */
export type ShownPrice = Omit<StayPrice, "beforeSpecialOffers">;

/** The exchange into one currency from each of some others. */
export type Exchanges = ReadonlyMap<string, Exchange>;

/** Reads how currencies become another as of a day. @throws Refusal 400 naming a pair for which no rate is stored */
export async function exchangesInto(
  transaction: Transaction,
  currencies: Iterable<string>,
  into: string,
  today: number,
): Promise<Exchanges> {
  const exchanges = new Map<string, Exchange>();
  for (const currency of new Set(currencies)) {
    const exchange = await exchangeBetween(transaction, currency, into, today);
    if (!exchange)
      throw badRequest(
        `The parameter exchange_to_currency cannot be ${into}: there is no rate from ${currency} to it.`,
      );
    exchanges.set(currency, exchange);
  }
  return exchanges;
}

/**
 * A price in another currency that adds up there to the cent: its parts are exchanged (the rental, the unit of each fee, each tax), and
 * the sums made of them again. How the rental price came about is told in its own currency only: exchanged line by line, it would not
 * add up.
 */
export function exchangedPrice(price: ShownPrice, exchange: Exchange, into: string): ShownPrice {
  if (exchange.day === null) return price;
  const exchanged = (amount: number): number => exchangedAmount(amount, exchange, into);
  const rentalPrice = exchanged(price.rentalPrice);
  const fees = price.fees.map((fee) => {
    const unitPrice = exchanged(fee.unitPrice);
    return { ...fee, unitPrice, amount: unitPrice * fee.quantity };
  });
  const taxes = price.taxes.map((tax) => ({ ...tax, amount: exchanged(tax.amount) }));
  let finalPrice = rentalPrice;
  for (const { amount } of fees) finalPrice += amount;
  for (const { included, amount } of taxes) if (!included) finalPrice += amount;
  // What is all to be paid now stays all of it, and a share never becomes more than that.
  const isAll = price.payNow === price.finalPrice;
  const payNow = isAll ? finalPrice : Math.min(exchanged(price.payNow), finalPrice);
  const damageDeposit = exchanged(price.damageDeposit);
  return {
    rentalPrice,
    finalPrice,
    payNow,
    payNowWithDamageDeposit: payNow + damageDeposit,
    damageDeposit,
    fees,
    taxes,
    lines: [],
  };
}
