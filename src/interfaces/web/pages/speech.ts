import { acceptedLanguage, defaultLanguage, type Language, languageOf } from "@roost/messages/languages.ts";
import { messagesIn } from "@roost/messages/messages-in.ts";
import type { TranslateServer } from "@roost/messages/server-messages.ts";
import type { FastifyRequest } from "fastify";

/** A page's language and messages. */
export interface Speech {
  readonly language: Language;
  readonly t: TranslateServer;
}

export function speechIn(language: Language): Speech {
  return { language, t: messagesIn(language) };
}

/** Pages that exist in English only. */
export const inEnglish = (): Speech => speechIn(defaultLanguage);

/** The reader's speech: the person's language if they chose one, else the browser's. */
export function speechOf(request: FastifyRequest, locale?: string): Speech {
  const chosen = locale === undefined ? undefined : languageOf(locale);
  return speechIn(chosen ?? acceptedLanguage(request.headers["accept-language"]));
}
