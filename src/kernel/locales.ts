import { ClosedSet } from "../core/closed-set.ts";

/** The API's locales (enums.yaml). */
// biome-ignore format: one list, read as one
export const locales = [
  "bg", "cs", "da", "de", "el", "en", "es", "fi", "fr", "hu", "id", "it", "ja", "ko", "lt", "lv", "mk", "nb", "nl", "pl", "pt",
  "ro", "rs", "ru", "sk", "sv", "uk", "zh", "zh-TW",
] as const;

/** The locales as search values; English language names match too. */
export const localeSet = new ClosedSet(locales, () => {
  const names = new Intl.DisplayNames("en", { type: "language" });
  return locales.map((locale): [string, string] => [names.of(locale) ?? locale, locale]);
});

export type Locale = (typeof locales)[number];

const localeNames = new Set<string>(locales);

/** Whether a text is one of the API's locales. */
export function isLocale(text: string): text is Locale {
  return localeNames.has(text);
}
