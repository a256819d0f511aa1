/**
 * The languages that Roost speaks, with the region whose dates and amounts a reader sees when theirs is unknown. The first one
 * replaces any other. A language listed here needs a complete folder in `catalogues`.
 */
const regions = { en: "GB", de: "DE", fr: "FR", es: "ES" } as const;

export type Language = keyof typeof regions;

const isLanguage = (text: string): text is Language => Object.hasOwn(regions, text);

export const languages: readonly Language[] = Object.keys(regions).filter(isLanguage);

export const defaultLanguage: Language = "en";

/** The language of a locale such as `de-AT` or `pt_BR`; undefined where Roost does not speak it. */
export function languageOf(locale: string): Language | undefined {
  const [language = ""] = locale.toLowerCase().split(/[-_]/);
  return isLanguage(language) ? language : undefined;
}

/** The locale of a language's dates and amounts, such as `de-DE`. */
export const regionalLocale = (language: Language): string => `${language}-${regions[language]}`;

/** The language that a browser prefers by its Accept-Language (RFC 9110); English where Roost speaks none of its languages. */
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
