/** The demo's languages. English is the fallback. */
export type DemoLocale = "en" | "fr" | "de" | "it" | "es";

/** A text in English, and in other languages where it differs. */
export type Texts = { readonly en: string } & Readonly<Partial<Record<DemoLocale, string>>>;

/** A text in an account's languages. */
export function inLocales(texts: Texts, locales: readonly DemoLocale[]): Record<string, string> {
  return Object.fromEntries(locales.map((locale) => [locale, texts[locale] ?? texts.en]));
}

/** A text in a guest's language. */
export function textFor(texts: Texts, locale: string): string {
  return (isSpoken(texts, locale) ? texts[locale] : undefined) ?? texts.en;
}

const isSpoken = (texts: Texts, locale: string): locale is DemoLocale => Object.hasOwn(texts, locale);
