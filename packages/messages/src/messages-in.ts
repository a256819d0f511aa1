import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CatalogueTree, catalogueOf } from "./catalogue.ts";
import type { Language } from "./languages.ts";
import type { ServerKey, TranslateServer } from "./server-messages.ts";
import { translator } from "./translate.ts";

const translators = new Map<Language, TranslateServer>();

/** The messages of mails and pages in a language, read from its catalogue once. */
export function messagesIn(language: Language): TranslateServer {
  const translate = translators.get(language) ?? translator<ServerKey>(language, catalogueOf(filesOf(language)));
  translators.set(language, translate);
  return translate;
}

function filesOf(language: Language): CatalogueTree[] {
  return ["mails", "pages"].flatMap((part) => {
    const folder = join(import.meta.dirname, "../catalogues", language, part);
    return readdirSync(folder).map((name): CatalogueTree => JSON.parse(readFileSync(join(folder, name), "utf8")));
  });
}
