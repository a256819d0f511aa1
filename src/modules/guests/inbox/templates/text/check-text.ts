import { engineFor, parseText, problemOfError, type TextProblem } from "./engine.ts";
import { intlLocale } from "./intl-locale.ts";
import { namesOf, type TextNames } from "./names.ts";
import { renderText } from "./render-text.ts";
import { sampleScope } from "./sample-scope.ts";

/** The problem of a text of a template, with its line; undefined if there is none. */
export function problemOf(text: string, locale: string): TextProblem | undefined {
  return namesProblem(text) ?? strayBraces(text) ?? sampleProblem(text, intlLocale(locale));
}

/** The names of a text, or why it is not well-formed. */
export function namesIn(text: string): TextNames | { readonly problem: TextProblem } {
  const engine = engineFor("en");
  try {
    return namesOf(engine, parseText(engine, text));
  } catch (error) {
    return { problem: problemOfError(error) };
  }
}

function namesProblem(text: string): TextProblem | undefined {
  const names = namesIn(text);
  if ("problem" in names) return names.problem;
  const [first] = names.unknown;
  if (!first) return undefined;
  const unknown = new Set(names.unknown.map(({ name }) => name.slice(0, 50)));
  return { message: `unknown placeholders: ${[...unknown].join(", ")}`, line: first.line };
}

/** Closing braces that nothing opens are a placeholder that lost its beginning. */
function strayBraces(text: string): TextProblem | undefined {
  const rest = text.replace(/\{\{.*?\}\}|\{%.*?%\}/gs, (all) => all.replace(/[^\n]/g, " "));
  const index = rest.search(/\}\}|%\}/);
  if (index < 0) return undefined;
  return { message: "a placeholder without opening braces", line: rest.slice(0, index).split("\n").length };
}

/** Fills in the text with sample values: a filter's missing argument and an endless text show only then. */
function sampleProblem(text: string, locale: string): TextProblem | undefined {
  try {
    renderText(text, sampleScope, locale);
    return undefined;
  } catch (error) {
    return problemOfError(error);
  }
}
