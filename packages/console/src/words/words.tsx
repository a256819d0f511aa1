import { createContext, useContext } from "react";
import type { EnglishWords } from "./en.ts";

/** All that the console says, in one language. */
export type AllWords = EnglishWords;

/** Each language is a file of its own, which is loaded when somebody reads it. */
const loaders = {
  en: () => import("./en.ts").then(({ en }) => en),
  fr: () => import("./fr.ts").then(({ fr }) => fr),
  de: () => import("./de.ts").then(({ de }) => de),
  es: () => import("./es.ts").then(({ es }) => es),
} satisfies Record<string, () => Promise<AllWords>>;

export type Language = keyof typeof loaders;

const languages = new Map<string, Language>([
  ["en", "en"],
  ["fr", "fr"],
  ["de", "de"],
  ["es", "es"],
]);

/** The person's own, else the first of the browser's that there is, else English. */
export function languageOf(locale: string | undefined): Language {
  for (const wanted of [locale, ...navigator.languages]) {
    const found = languages.get(wanted?.slice(0, 2) ?? "");
    if (found) return found;
  }
  return "en";
}

export const loadWords = (language: Language): Promise<AllWords> => loaders[language]();

const Context = createContext<{ readonly language: Language; readonly words: AllWords } | undefined>(undefined);
export const Words = Context;

export function useWords(): { readonly language: Language; readonly words: AllWords } {
  const spoken = useContext(Context);
  if (!spoken) throw new Error("No language was chosen.");
  return spoken;
}
