import type { Language } from "@roost/messages/languages.ts";

/** A place with its country in a guest's language; empty without both. */
export function placeName(city: string | null, countryCode: string | null, language: Language): string {
  return [city, countryCode === null ? null : countryName(countryCode, language)].filter(Boolean).join(", ");
}

const countryName = (code: string, language: Language): string =>
  new Intl.DisplayNames(language, { type: "region", fallback: "code" }).of(code.toUpperCase()) ?? code;
