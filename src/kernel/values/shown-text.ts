import { isLocale, type Locale } from "../locales.ts";
import type { Translations } from "./structure.ts";

/**
 * The locale of the text that a reader sees: their own language, else the account's default, else English, else any.
 * @returns undefined without a text
 */
export function localeIn(texts: Translations, language: string, defaultLocale: string): Locale | undefined {
  const order = [language, defaultLocale, "en", ...Object.keys(texts)].filter(isLocale);
  return order.find((locale) => (texts[locale] ?? "").trim() !== "");
}

/** A text for a reader, in the locale of `localeIn`. @returns undefined without a text */
export function textIn(texts: Translations, language: string, defaultLocale: string): string | undefined {
  const locale = localeIn(texts, language, defaultLocale);
  return locale === undefined ? undefined : (texts[locale] ?? undefined);
}
