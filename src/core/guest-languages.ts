/** The languages in which Roost speaks to guests. The first stands for all others. */
export const guestLanguages = ["en", "de", "fr", "es"] as const;
export type GuestLanguage = (typeof guestLanguages)[number];

/** The language of a locale such as `de-AT` or `pt_BR`; undefined where guests are not spoken to in it. */
export function guestLanguageOf(locale: string): GuestLanguage | undefined {
  const [language] = locale.toLowerCase().split(/[-_]/);
  return guestLanguages.find((one) => one === language);
}

/** The language that a browser would rather have, by its Accept-Language (RFC 9110); English where it has none of ours. */
export function acceptedLanguage(header: string | undefined): GuestLanguage {
  const wanted = (header ?? "").split(",").flatMap((range) => {
    const [locale = "", ...parameters] = range.trim().split(/\s*;\s*/);
    const quality = parameters.find((parameter) => parameter.startsWith("q="));
    const weight = quality === undefined ? 1 : Number(quality.slice(2));
    const language = guestLanguageOf(locale);
    return language !== undefined && weight > 0 ? [{ language, weight }] : [];
  });
  const [first] = wanted.toSorted((one, other) => other.weight - one.weight);
  return first?.language ?? guestLanguages[0];
}
