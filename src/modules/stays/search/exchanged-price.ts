import type { Transaction } from "../../../database/sql/transaction.ts";
import { badRequest } from "../../../kernel/errors.ts";
import { type Exchange, exchangeBetween } from "../../reference/exchange/exchange-rate.ts";

/** Exchange rates into one currency, by source currency. */
export type Exchanges = ReadonlyMap<string, Exchange>;

/** Reads the exchange rates into a currency as of a day. @throws RequestError 400 naming a pair without a stored rate */
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
