/** The languages that the demo speaks; English wherever it says nothing else. */
export type DemoLocale = "en" | "fr" | "de" | "it" | "es";

/** A text in English, and in those languages in which it reads otherwise. */
export type Texts = { readonly en: string } & Readonly<Partial<Record<DemoLocale, string>>>;

/** A text in the languages of an account. */
export function inLocales(texts: Texts, locales: readonly DemoLocale[]): Record<string, string> {
  return Object.fromEntries(locales.map((locale) => [locale, texts[locale] ?? texts.en]));
}

/** A text in the language of a guest, whatever it is. */
export function textFor(texts: Texts, locale: string): string {
  return (isSpoken(texts, locale) ? texts[locale] : undefined) ?? texts.en;
}

const isSpoken = (texts: Texts, locale: string): locale is DemoLocale => Object.hasOwn(texts, locale);
