import { IntlMessageFormat } from "intl-messageformat";
import type { Catalogue } from "./catalogue.ts";
import { type Language, regionalLocale } from "./languages.ts";

/** Values by argument name. Dates and amounts are already formatted; counts are numbers. */
export type MessageValues = Readonly<Record<string, string | number>>;

/** Formats messages in one language. */
export interface Translate<Key extends string> {
  (key: Key, values?: MessageValues): string;
  /** For a key built from data; undefined if the catalogue has no such message. */
  find(key: string, values?: MessageValues): string | undefined;
  /** The names directly below a prefix, in the catalogue's order. */
  namesBelow<Prefix extends string>(prefix: Prefix): NamesBelow<Key, Prefix>[];
}

/** For example `a` and `b`, from the keys `kinds.a` and `kinds.b` below `kinds`. */
export type NamesBelow<Key extends string, Prefix extends string> = Key extends `${Prefix}.${infer Name}`
  ? Name
  : never;

/** Parses each message on first use. */
export function translator<Key extends string>(language: Language, catalogue: Catalogue): Translate<Key> {
  const formats = new Map<string, IntlMessageFormat>();
  // Plurals depend on the region: Brazil treats 0 as singular, Portugal does not.
  const locale = regionalLocale(language);

  function find(key: string, values?: MessageValues): string | undefined {
    const message = catalogue.get(key);
    if (message === undefined || !message.includes("{")) return message;
    const format = formats.get(key) ?? new IntlMessageFormat(message, locale, undefined, { ignoreTag: true });
    formats.set(key, format);
    return String(format.format(values));
  }

  function translate(key: Key, values?: MessageValues): string {
    const text = find(key, values);
    if (text === undefined) throw new Error(`No message ${key} in ${language}.`);
    return text;
  }

  function namesBelow<Prefix extends string>(prefix: Prefix): NamesBelow<Key, Prefix>[] {
    const isName = (name: string): name is NamesBelow<Key, Prefix> => catalogue.has(`${prefix}.${name}`);
    const below = [...catalogue.keys()].filter((key) => key.startsWith(`${prefix}.`));
    return below.map((key) => key.slice(prefix.length + 1)).filter(isName);
  }

  return Object.assign(translate, { find, namesBelow });
}
