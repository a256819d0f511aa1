import type { Transaction } from "../../../database/sql/transaction.ts";
import { badRequest } from "../../../kernel/errors.ts";
import { type Exchange, exchangeBetween } from "../../reference/exchange/exchange-rate.ts";

/** The exchange into one currency from each of some others. */
export type Exchanges = ReadonlyMap<string, Exchange>;

/** Reads how currencies become another as of a day. @throws RequestError 400 naming a pair for which no rate is stored */
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
