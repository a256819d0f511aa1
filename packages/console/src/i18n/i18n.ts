import { defaultLanguage, type Language, languageOf } from "@roost/messages/languages.ts";
import { createContext, useContext } from "react";
import type { Translate } from "./translate.ts";

/** The person's language, else the browser's first supported language, else English. */
export function chosenLanguage(locale: string | undefined): Language {
  for (const candidate of [locale, ...navigator.languages]) {
    const language = languageOf(candidate ?? "");
    if (language !== undefined) return language;
  }
  return defaultLanguage;
}

interface I18n {
  readonly language: Language;
  readonly t: Translate;
}

export const I18nContext = createContext<I18n | undefined>(undefined);

/** The console's language and its translate function. */
export function useI18n(): I18n {
  const i18n = useContext(I18nContext);
  if (!i18n) throw new Error("useI18n needs loaded messages.");
  return i18n;
}
