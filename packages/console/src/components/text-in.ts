/** A translated text in the person's language, else in English, else in any language. */
export function textIn(text: Readonly<Record<string, string | null>>, language: string): string {
  return text[language] ?? text.en ?? Object.values(text).find((one) => one !== null) ?? "";
}
