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

/** The messages that only some screens need, a third of all (`only` folders). */
const laterLoaders: typeof loaders = {
  en: () => import("./later-languages/en.ts"),
  de: () => import("./later-languages/de.ts"),
  fr: () => import("./later-languages/fr.ts"),
  es: () => import("./later-languages/es.ts"),
  it: () => import("./later-languages/it.ts"),
  nl: () => import("./later-languages/nl.ts"),
  pt: () => import("./later-languages/pt.ts"),
};

const loaded = new Map<Language, Map<string, string>>();
let hasLater = false;

/** Loads the messages of one language, and the later ones once a screen needed them. */
export async function loadMessages(language: Language): Promise<Translate> {
  const messages = loaded.get(language) ?? new Map(catalogueOf(Object.values((await loaders[language]()).trees)));
  loaded.set(language, messages);
  if (hasLater) await addLater(language, messages);
  return translator(language, messages);
}

/** Adds the messages that the first screen does without to the loaded languages. Await it before a screen shows them. */
export async function loadLaterMessages(): Promise<void> {
  hasLater = true;
  await Promise.all([...loaded].map(([language, messages]) => addLater(language, messages)));
}

async function addLater(language: Language, messages: Map<string, string>): Promise<void> {
  const { trees } = await laterLoaders[language]();
  for (const [key, message] of catalogueOf(Object.values(trees))) messages.set(key, message);
}
