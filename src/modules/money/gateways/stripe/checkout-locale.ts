/** The languages of Stripe's page. */
// biome-ignore format: one list, read as one
const supportedLocales = new Set([
  "bg", "cs", "da", "de", "el", "en", "en-GB", "es", "es-419", "et", "fi", "fil", "fr", "fr-CA", "hr", "hu", "id", "it", "ja", "ko", "lt",
  "lv", "ms", "mt", "nb", "nl", "pl", "pt", "pt-BR", "ro", "ru", "sk", "sl", "sv", "th", "tr", "vi", "zh", "zh-HK", "zh-TW",
]);

/** The closest supported locale of Stripe's page; `auto` leaves the choice to the guest's browser. */
export function checkoutLocale(locale: string | null): string {
  const tag = (locale ?? "").replace("_", "-");
  const language = tag.split("-")[0] ?? "";
  return [tag, language].find((one) => supportedLocales.has(one)) ?? "auto";
}
