import { type CatalogueTree, catalogueOf } from "@roost/messages/catalogue.ts";
import type { Language } from "@roost/messages/languages.ts";
import { translator } from "@roost/messages/translate.ts";
import type { Translate } from "./translate.ts";

/** Loaders by path. The build bundles each language's files into one chunk (vite.config.ts). */
const files = import.meta.glob<CatalogueTree>("../../../messages/catalogues/*/console/**/*.json", {
  import: "default",
});

/** Loads the messages of one language. */
export async function loadMessages(language: Language): Promise<Translate> {
  const loaders = Object.entries(files).filter(([path]) => path.includes(`/catalogues/${language}/`));
  const trees = await Promise.all(loaders.map(([, load]) => load()));
  return translator(language, catalogueOf(trees));
}
