/** The languages of guest-facing texts. The first is the fallback. */
export const guestLanguages = ["en", "de", "fr", "es"] as const;
export type GuestLanguage = (typeof guestLanguages)[number];

/** The guest language of a locale such as `de-AT` or `pt_BR`; undefined for other languages. */
export function guestLanguageOf(locale: string): GuestLanguage | undefined {
  const [language] = locale.toLowerCase().split(/[-_]/);
  return guestLanguages.find((one) => one === language);
}

/** The best guest language for an Accept-Language header (RFC 9110); English as a fallback. */
export function acceptedLanguage(header: string | undefined): GuestLanguage {
  const accepted = (header ?? "").split(",").flatMap((range) => {
    const [locale = "", ...parameters] = range.trim().split(/\s*;\s*/);
    const quality = parameters.find((parameter) => parameter.startsWith("q="));
    const weight = quality === undefined ? 1 : Number(quality.slice(2));
    const language = guestLanguageOf(locale);
    return language !== undefined && weight > 0 ? [{ language, weight }] : [];
  });
  const [first] = accepted.toSorted((one, other) => other.weight - one.weight);
  return first?.language ?? guestLanguages[0];
}
