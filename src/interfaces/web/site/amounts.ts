import { type Language, regionalLocale } from "@roost/messages/languages.ts";
import { currencyFormat } from "../../../core/money-format.ts";
import type { AboutAmount } from "../../../modules/guests/sites/guest-currency.ts";
import { type Html, html } from "../pages/html.ts";
import type { Speech } from "../pages/speech.ts";

/** An amount in words. @param amount hundredths */
export const amountText = (amount: number, currency: string, language: Language): string =>
  currencyFormat(regionalLocale(language), currency).format(amount / 100);

/** The forms of an amount for a guest: in the charged currency, and in the guest's own for information. */
export interface ShownCurrency {
  readonly about: AboutAmount;
  /** The guest's currency; undefined without one. */
  readonly currency: string | undefined;
}

/** The amount in the guest's currency, as information beside the charged one. */
export function aboutLine(
  amount: number,
  currency: string,
  shown: ShownCurrency,
  { t, language }: Speech,
): Html | undefined {
  const other = shown.about(amount, currency);
  if (other === undefined || shown.currency === undefined) return undefined;
  return html`<span class="fine">${t("pages.site.results.about", { amount: amountText(other, shown.currency, language) })}</span>`;
}

/** A number in the guest's notation. @param hundredths such as a rating of 475 */
export const decimalText = (hundredths: number, language: Language): string =>
  new Intl.NumberFormat(regionalLocale(language), { maximumFractionDigits: 1 }).format(hundredths / 100);
