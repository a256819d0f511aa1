import { regionalLocale } from "@roost/messages/languages.ts";
import type { TranslateServer } from "@roost/messages/server-messages.ts";
import { currencyFormat } from "../../../core/money-format.ts";
import type { Bill } from "../../../modules/money/payments/payment-page.ts";
import { type Html, html } from "./html.ts";

/** The bogus gateway's test cards, for guests of the demo. */
const testCards: Readonly<Record<string, string>> = {
  tok_visa: "Visa ending in 4242 (succeeds)",
  tok_mastercard: "Mastercard ending in 4444 (succeeds)",
  tok_declined: "Visa ending in 0002 (declined)",
  tok_insufficient_funds: "Visa ending in 9995 (insufficient funds)",
};

/** Whether a form's value is one of the test cards. */
export function isTestCard(text: string): boolean {
  return Object.hasOwn(testCards, text);
}

/** The choice of a test card, in a field of this id. */
export function testCardField(id: string, t: TranslateServer): Html {
  const options = Object.entries(testCards).map(
    ([token, card]) => html`<option value="${token}" lang="en">${card}</option>`,
  );
  return html`<div class="field"><label for="${id}">${t("pages.pay.testCard")}</label><select id="${id}" name="card">${options}</select></div>`;
}

/** A notice on the page. */
export const notice = (words: string, kind?: "good"): Html =>
  html`<p class="notice${kind === undefined ? "" : ` ${kind}`}" role="status">${words}</p>`;

/** As a sentence: capitalized, with a full stop. */
export function sentence(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? "" : "."}`;
}

/** @param amount hundredths */
export function money(amount: number, { currency, language }: Bill): string {
  return currencyFormat(regionalLocale(language), currency).format(amount / 100);
}
