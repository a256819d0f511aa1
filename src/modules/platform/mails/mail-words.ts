import { defaultLanguage, type Language, languageOf, regionalLocale } from "@roost/messages/languages.ts";
import { currencyFormat } from "../../../core/money-format.ts";

/** A mail's language, and the locale of its dates and amounts: Austria's for `de-AT`. English for unsupported languages. */
export function wordsOf(locale: string): { readonly language: Language; readonly locale: string } {
  const language = languageOf(locale);
  if (language === undefined) return { language: defaultLanguage, locale: regionalLocale(defaultLanguage) };
  return { language, locale: regional(locale.replaceAll("_", "-")) ?? regionalLocale(language) };
}

function regional(locale: string): string | undefined {
  if (!/^[a-z]{2}-[a-z0-9-]{2,20}$/i.test(locale)) return undefined;
  try {
    return new Intl.Locale(locale).baseName;
  } catch (error) {
    // The only way to check whether a text is a locale.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** An amount in words. @param hundredths of the currency */
export function amountIn(locale: string, currency: string, hundredths: number): string {
  return currencyFormat(locale, currency).format(hundredths / 100);
}

/** A day in words, with its weekday. @param day `YYYY-MM-DD` */
export function dayIn(locale: string, day: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "full", timeZone: "UTC" }).format(Date.parse(`${day}T00:00:00Z`));
}
