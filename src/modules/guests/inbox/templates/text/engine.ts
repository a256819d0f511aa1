import { Liquid, LiquidError, type Template } from "liquidjs";

/** The longest text that a template may be or become, in characters. */
export const maxTextLength = 20_000;

/** Tags that neither read files nor produce unbounded texts. */
const allowedTags = new Set(["if", "unless", "case", "for", "break", "continue", "assign", "comment", "raw", "#"]);

const allowedFilters = new Set([
  ...["append", "prepend", "capitalize", "upcase", "downcase", "strip", "lstrip", "rstrip", "squish", "remove"],
  ...["replace", "replace_first", "truncate", "truncatewords", "split", "join", "first", "last", "size", "map"],
  ...["where", "reject", "sort", "sort_natural", "reverse", "uniq", "compact", "concat", "slice", "sum", "default"],
  ...["date", "plus", "minus", "times", "divided_by", "modulo", "round", "floor", "ceil", "abs", "at_least", "at_most"],
]);

/** One engine for each language, since its `date` filter writes the language's names of months and days. */
const engines = new Map<string, Liquid>();

/** @param locale one that `Intl` knows */
export function engineFor(locale: string): Liquid {
  const existing = engines.get(locale);
  if (existing) return existing;
  const engine = new Liquid({
    // Partial templates come from this empty list, never from files.
    templates: {},
    ownPropertyOnly: true,
    strictFilters: true,
    timezoneOffset: 0,
    locale,
    // In UTF-16 units, of which a character has at most two.
    parseLimit: 2 * maxTextLength,
    renderLimit: 300,
    memoryLimit: 50_000,
  });
  for (const tag of Object.keys(engine.tags)) if (!allowedTags.has(tag)) delete engine.tags[tag];
  for (const filter of Object.keys(engine.filters)) if (!allowedFilters.has(filter)) engine.unregisterFilter(filter);
  engines.set(locale, engine);
  return engine;
}

/** @throws LiquidError for a text that is not well-formed */
export function parseText(engine: Liquid, text: string): Template[] {
  return engine.parse(withoutTagLines(text));
}

/** A line that holds only a tag leaves no empty line: its line break moves into the tag, so that errors name the right line. */
const withoutTagLines = (text: string): string => text.replace(/^[ \t]*(\{%(?:(?!%\}).)*)%\}[ \t]*(\r?\n)/gm, "$1$2%}");

/** A problem of a text. */
export interface TextProblem {
  readonly message: string;
  /** Counted from 1. */
  readonly line: number;
  /** The engine ran out of time: on a less busy machine the text may be well. */
  readonly isSlow?: boolean;
}

/** The engine's error as a problem of the text. @throws the error itself if the engine did not raise it */
export function problemOfError(error: unknown): TextProblem {
  if (!LiquidError.is(error)) throw error;
  const [line = 1] = error.token.getPosition();
  const message = error.message.replace(/, line:\d+, col:\d+$/, "");
  return { message: messageOf(message), line, isSlow: message.startsWith(slowText) };
}

const slowText = "template render limit";

function messageOf(message: string): string {
  if (message.startsWith(slowText)) return "the text takes too long to fill in";
  if (message.startsWith("memory alloc limit")) return "the text repeats too much";
  if (message.startsWith("parse length limit")) return `the text is longer than ${maxTextLength} characters`;
  if (message.startsWith("Maximum call stack")) return "the text has too many tags inside each other";
  return message.slice(0, 200);
}
