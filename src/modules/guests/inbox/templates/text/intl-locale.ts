/** Intl's names of languages where they differ from the registry's. */
const intlLanguages: Readonly<Record<string, string>> = { rs: "sr" };

/** The name that `Intl` has for a locale of the registry. */
export const intlLocale = (locale: string): string => intlLanguages[locale] ?? locale;
