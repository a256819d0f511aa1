/** The supported languages, named in themselves. Each needs a complete folder in `catalogues`. */
export const languageNames = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  it: "Italiano",
  nl: "Nederlands",
  pt: "Português",
} as const;

export type Language = keyof typeof languageNames;

const isLanguage = (text: string): text is Language => Object.hasOwn(languageNames, text);

export const languages: readonly Language[] = Object.keys(languageNames).filter(isLanguage);

export const defaultLanguage: Language = "en";

/** The language of a locale such as `de-AT` or `pt_BR`; undefined if it is not supported. */
export function languageOf(locale: string): Language | undefined {
  const [language = ""] = locale.toLowerCase().split(/[-_]/);
  return isLanguage(language) ? language : undefined;
}

/** Regions of languages whose likeliest region is on another continent. */
const regions: Partial<Record<Language, string>> = { en: "GB", pt: "PT" };

/** The locale of dates, amounts and plurals for a reader whose region is unknown, such as `de-DE`. */
export function regionalLocale(language: Language): string {
  return `${language}-${regions[language] ?? new Intl.Locale(language).maximize().region}`;
}

/** The supported language that an Accept-Language header prefers (RFC 9110); English if there is none. */
export function acceptedLanguage(header: string | undefined): Language {
  const accepted = (header ?? "").split(",").flatMap((range) => {
    const [locale = "", ...parameters] = range.trim().split(/\s*;\s*/);
    const quality = parameters.find((parameter) => parameter.startsWith("q="));
    const weight = quality === undefined ? 1 : Number(quality.slice(2));
    const language = languageOf(locale);
    return language !== undefined && weight > 0 ? [{ language, weight }] : [];
  });
  const [first] = accepted.toSorted((one, other) => other.weight - one.weight);
  return first?.language ?? defaultLanguage;
}
