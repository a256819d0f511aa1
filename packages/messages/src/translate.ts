import { IntlMessageFormat } from "intl-messageformat";
import type { Catalogue } from "./catalogue.ts";
import { type Language, regionalLocale } from "./languages.ts";

/** By argument. Dates and amounts arrive formatted; a number that a message counts arrives as it is. */
export type MessageValues = Readonly<Record<string, string | number>>;

/** Says a message in one language. */
export interface Translate<Key extends string> {
  (key: Key, values?: MessageValues): string;
  /** For a key that is made of data: undefined where the catalogue has no such message. */
  find(key: string, values?: MessageValues): string | undefined;
  /** The last parts of the keys below a prefix, in the catalogue's order. */
  namesBelow<Prefix extends string>(prefix: Prefix): NamesBelow<Key, Prefix>[];
}

/** `a` and `b` of the keys `kinds.a` and `kinds.b` below the prefix `kinds`. */
export type NamesBelow<Key extends string, Prefix extends string> = Key extends `${Prefix}.${infer Name}`
  ? Name
  : never;

/** Parses each message when it is first said. */
export function translator<Key extends string>(language: Language, catalogue: Catalogue): Translate<Key> {
  const formats = new Map<string, IntlMessageFormat>();
  // Brazil counts 0 as one, Portugal does not.
  const locale = regionalLocale(language);

  function find(key: string, values?: MessageValues): string | undefined {
    const message = catalogue.get(key);
    if (message === undefined || !message.includes("{")) return message;
    const format = formats.get(key) ?? new IntlMessageFormat(message, locale, undefined, { ignoreTag: true });
    formats.set(key, format);
    return String(format.format(values));
  }

  function say(key: Key, values?: MessageValues): string {
    const text = find(key, values);
    if (text === undefined) throw new Error(`No message ${key} in ${language}.`);
    return text;
  }

  function namesBelow<Prefix extends string>(prefix: Prefix): NamesBelow<Key, Prefix>[] {
    const isName = (name: string): name is NamesBelow<Key, Prefix> => catalogue.has(`${prefix}.${name}`);
    const below = [...catalogue.keys()].filter((key) => key.startsWith(`${prefix}.`));
    return below.map((key) => key.slice(prefix.length + 1)).filter(isName);
  }

  return Object.assign(say, { find, namesBelow });
}
