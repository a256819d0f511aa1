/** The languages of Stripe's page. */
// biome-ignore format: one list, read as one
const spoken = new Set([
  "bg", "cs", "da", "de", "el", "en", "en-GB", "es", "es-419", "et", "fi", "fil", "fr", "fr-CA", "hr", "hu", "id", "it", "ja", "ko", "lt",
  "lv", "ms", "mt", "nb", "nl", "pl", "pt", "pt-BR", "ro", "ru", "sk", "sl", "sv", "th", "tr", "vi", "zh", "zh-HK", "zh-TW",
]);

/** The language of Stripe's page for a guest's locale: the nearest that it speaks, else that of the guest's browser. */
export function checkoutLocale(locale: string | null): string {
  const wanted = (locale ?? "").replace("_", "-");
  const language = wanted.split("-")[0] ?? "";
  return [wanted, language].find((one) => spoken.has(one)) ?? "auto";
}
