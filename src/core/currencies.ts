import { ClosedSet } from "./closed-set.ts";

/** The API's currencies (enums.yaml), ISO 4217. */
// biome-ignore format: one list, read as one
export const currencies = [
  "AED", "AUD", "BRL", "CAD", "CHF", "CZK", "DKK", "EUR", "GBP", "HUF", "IDR", "INR", "JPY", "MYR", "NZD",
  "PLN", "RUB", "THB", "UAH", "USD",
] as const;

/** The currencies as search values. */
export const currencySet = new ClosedSet(currencies);

export type Currency = (typeof currencies)[number];

/** The currency of last resort, when neither the record nor the account has one. */
export const defaultCurrency: Currency = "EUR";
