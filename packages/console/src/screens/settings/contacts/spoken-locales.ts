/** The languages that contacts can speak (service.md, Contact). */
export const spokenLocales = [
  ...(["bg", "cs", "da", "de", "el", "en", "es", "fi", "fr", "hu"] as const),
  ...(["id", "it", "ja", "ko", "lt", "lv", "mk", "nb", "nl", "pl"] as const),
  ...(["pt", "ro", "rs", "ru", "sk", "sv", "uk", "zh", "zh-TW"] as const),
] as const;
