import { defaultLanguage, type Language, regionalLocale } from "@roost/messages/languages.ts";
import { type Html, html } from "./html.ts";

/** A date in words, such as 20 November 2026. @param at epoch milliseconds */
export function dayInWords(at: number, language: Language = defaultLanguage): Html {
  const iso = new Date(at).toISOString();
  return html`<time datetime="${iso.slice(0, 10)}">${dayText(at, language)}</time>`;
}

/** The day of a reading of the rental's clock, as plain text. */
export function dayText(at: number, language: Language): string {
  return new Intl.DateTimeFormat(regionalLocale(language), { dateStyle: "long", timeZone: "UTC" }).format(at);
}
