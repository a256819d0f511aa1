import { ClosedSet } from "../core/closed-set.ts";

/** The locales of the registry (enums.yaml). */
// biome-ignore format: one list, read as one
export const locales = [
  "bg", "cs", "da", "de", "el", "en", "es", "fi", "fr", "hu", "id", "it", "ja", "ko", "lt", "lv", "mk", "nb", "nl", "pl", "pt",
  "ro", "rs", "ru", "sk", "sv", "uk", "zh", "zh-TW",
] as const;

/** The locales as values of a search; a language is known by its English name too. */
export const localeSet = new ClosedSet(locales, () => {
  const names = new Intl.DisplayNames("en", { type: "language" });
  return locales.map((locale): [string, string] => [names.of(locale) ?? locale, locale]);
});

export type Locale = (typeof locales)[number];

const known = new Set<string>(locales);

/** Whether a text names one of them. */
export function isLocale(text: string): text is Locale {
  return known.has(text);
}
