import type { ConsoleKey } from "@roost/messages/console-messages.ts";
import type { NamesBelow, Translate as TranslateKeys } from "@roost/messages/translate.ts";

/** Translates a console message. */
export type Translate = TranslateKeys<ConsoleKey>;

/** The screens that have a title. */
export type ScreenName = NamesBelow<ConsoleKey, "screens">;
