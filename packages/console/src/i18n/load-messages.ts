import { type CatalogueTree, catalogueOf } from "@roost/messages/catalogue.ts";
import type { Language } from "@roost/messages/languages.ts";
import { translator } from "@roost/messages/translate.ts";
import type { Translate } from "./translate.ts";

/** One import for each language: a list of all catalogue files would take a tenth of the first screen's script. */
const loaders: Readonly<Record<Language, () => Promise<{ readonly trees: Readonly<Record<string, CatalogueTree>> }>>> =
  {
    en: () => import("./languages/en.ts"),
    de: () => import("./languages/de.ts"),
    fr: () => import("./languages/fr.ts"),
    es: () => import("./languages/es.ts"),
    it: () => import("./languages/it.ts"),
    nl: () => import("./languages/nl.ts"),
    pt: () => import("./languages/pt.ts"),
  };

/** Loads the messages of one language. */
export async function loadMessages(language: Language): Promise<Translate> {
  const { trees } = await loaders[language]();
  return translator(language, catalogueOf(Object.values(trees)));
}
