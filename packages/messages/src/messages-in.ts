import type { Language } from "./languages.ts";
import { readCatalogue } from "./read-catalogue.ts";
import type { ServerKey, TranslateServer } from "./server-messages.ts";
import { translator } from "./translate.ts";

const translators = new Map<Language, TranslateServer>();

/** A language's messages for mails, pages and sentences. */
export function messagesIn(language: Language): TranslateServer {
  const catalogue = () => readCatalogue(language, ["mails", "pages", "shared"]);
  const translate = translators.get(language) ?? translator<ServerKey>(language, catalogue());
  translators.set(language, translate);
  return translate;
}
