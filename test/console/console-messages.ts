import type { ConsoleKey } from "@roost/messages/console-messages.ts";
import type { Language } from "@roost/messages/languages.ts";
import { readCatalogue } from "@roost/messages/read-catalogue.ts";
import { translator } from "@roost/messages/translate.ts";

/** The messages that the console says in a language. */
export const messagesOfConsole = (language: Language) =>
  translator<ConsoleKey>(language, readCatalogue(language, ["console"]));
