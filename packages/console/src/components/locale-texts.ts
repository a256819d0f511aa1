import { useI18n } from "../i18n/i18n.ts";

type Texts = Readonly<Record<string, string | null>> | null | undefined;

/** The attribute that writes a text in one locale, such as `name_de`. */
export const localized = (attribute: string, locale: string): string => `${attribute}_${locale}`;

/** A text in each of the locales, as a form shows it. */
export const draftTexts = (attribute: string, texts: Texts, locales: readonly string[]): Record<string, string> =>
  Object.fromEntries(locales.map((locale) => [localized(attribute, locale), texts?.[locale] ?? ""]));

/** A form's texts as the API takes them: null for an empty one. */
export const writtenTexts = (texts: Readonly<Record<string, string>>): Record<string, string | null> =>
  Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, text.trim() === "" ? null : text]));

/** The name of a locale in the person's language. */
export function useLocaleNames(): (locale: string) => string {
  const { language } = useI18n();
  const names = new Intl.DisplayNames([language], { type: "language" });
  return (locale) => names.of(locale) ?? locale;
}
