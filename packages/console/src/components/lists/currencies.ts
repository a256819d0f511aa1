import type { Resource } from "@roost/client";

export type Currency = Resource<"rentals">["currency"];

/** The API's currencies. The type holds the list complete. */
const codes: Readonly<Record<Currency, true>> = {
  ...{ AED: true, AUD: true, BRL: true, CAD: true, CHF: true, CZK: true, DKK: true, EUR: true, GBP: true, HUF: true },
  ...{ IDR: true, INR: true, JPY: true, MYR: true, NZD: true, PLN: true, RUB: true, THB: true, UAH: true, USD: true },
};

export const isCurrency = (text: string): text is Currency => Object.hasOwn(codes, text);

/** The currencies by name in a language. */
export function currenciesIn(language: string): { readonly value: string; readonly label: string }[] {
  const names = new Intl.DisplayNames(language, { type: "currency" });
  return Object.keys(codes)
    .map((value) => ({ value, label: `${names.of(value) ?? value} (${value})` }))
    .sort((one, other) => one.label.localeCompare(other.label, language));
}
