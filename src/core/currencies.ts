import { ClosedSet } from "./closed-set.ts";

/** The currencies of the registry (enums.yaml), ISO 4217. */
// biome-ignore format: one list, read as one
export const currencies = [
  "AED", "AUD", "BRL", "CAD", "CHF", "CZK", "DKK", "EUR", "GBP", "HUF", "IDR", "INR", "JPY", "MYR", "NZD",
  "PLN", "RUB", "THB", "UAH", "USD",
] as const;

/** The currencies as values of a search. */
export const currencySet = new ClosedSet(currencies);

export type Currency = (typeof currencies)[number];

/** The currency of what names none, where nothing in the account suggests another. */
export const defaultCurrency: Currency = "EUR";
