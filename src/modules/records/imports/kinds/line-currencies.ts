import type { ReadLine } from "../source-line.ts";

/** Refuses amounts whose sign or code cannot be the line's currency, or else that of the line's booking or rental. */
export function checkCurrencies(
  { currencies, values }: Pick<ReadLine, "currencies" | "values">,
  currency: string,
  refuse: (column: string, reason: string) => void,
  owner: "rental" | "booking" = "rental",
): void {
  for (const [column, possible] of currencies) {
    if (currency !== "" && possible.includes(currency)) continue;
    const stated = values.currency === undefined ? `the ${owner}'s currency` : "the line's currency";
    refuse(column, `is in ${possible.slice(0, 3).join(" or ")}, but ${stated} is ${currency}`);
  }
}
