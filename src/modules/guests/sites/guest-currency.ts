import { dayOfInstant } from "../../../core/day.ts";
import { exchangeBetween } from "../../reference/exchange/exchange-rate.ts";
import { exchangedAmount } from "../../reference/exchange/exchanged-amount.ts";
import type { Site } from "./find-site.ts";

/** Converts an amount in hundredths for information; undefined without a rate, or where the guest's currency is charged anyway. */
export type AboutAmount = (amount: number, currency: string) => number | undefined;

/**
 * The newest rates from some currencies into a guest's.
 * @param now epoch milliseconds
 */
export async function aboutAmounts(
  site: Site,
  from: Iterable<string>,
  into: string | undefined,
  now: number,
): Promise<AboutAmount> {
  if (into === undefined) return () => undefined;
  const currencies = [...new Set(from)].filter((currency) => currency !== into);
  const exchanges = await site.scope.transaction(
    (transaction) =>
      Promise.all(
        currencies.map(
          async (currency) =>
            [currency, await exchangeBetween(transaction, currency, into, dayOfInstant(now))] as const,
        ),
      ),
    "read",
  );
  const found = new Map(exchanges);
  return (amount, currency) => {
    const exchange = found.get(currency);
    return exchange && exchangedAmount(amount, exchange, into);
  };
}
