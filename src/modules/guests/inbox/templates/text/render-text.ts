import { Context, type Emitter, type Liquid, type Output, type Template, toValueSync } from "liquidjs";
import type { Subject } from "../placeholders.ts";
import { engineFor, maxTextLength, parseText, problemOfError } from "./engine.ts";
import { type NameInText, outputsOf } from "./names.ts";
import type { SubjectValues } from "./scope.ts";
import { Shown } from "./shown.ts";

/** The values of a text's names; null for a subject that is missing, such as the host of a booking. */
export type Scope = Readonly<Record<Subject, SubjectValues | null>>;

/** A text with its names replaced. */
export interface RenderedText {
  readonly text: string;
  /** The names that it shows without a value, each once. */
  readonly empty: readonly NameInText[];
}

/**
 * Fills in a text. A value is never read as a part of the template. The text is plain: a mail escapes it.
 * @param locale one that `Intl` knows
 * @throws LiquidError for a text that is not well-formed, takes too long or grows beyond `maxTextLength` characters
 */
export function renderText(text: string, scope: Scope, locale: string): RenderedText {
  try {
    return renderOnce(text, scope, locale);
  } catch (error) {
    // The engine measures elapsed time, which a busy machine uses up: a second attempt decides.
    if (!problemOfError(error).isSlow) throw error;
    return renderOnce(text, scope, locale);
  }
}

function renderOnce(text: string, scope: Scope, locale: string): RenderedText {
  const engine = engineFor(locale);
  const templates = parseText(engine, text);
  const empty = new Map<string, NameInText>();
  for (const { name, line, output } of outputsOf(templates))
    watch(output, (value) => {
      if (isEmpty(value) && !empty.has(name)) empty.set(name, { name, line });
    });
  const rendered = run(engine, templates, scope);
  return { text: rendered, empty: [...empty.values()] };
}

function run(engine: Liquid, templates: Template[], scope: Scope): string {
  const context = new Context(scope, engine.options, { sync: true }, { liquid: engine });
  const emitter = boundedEmitter();
  toValueSync(engine.renderer.renderTemplates(templates, context, emitter));
  return emitter.buffer;
}

/** Reports the value that an output writes. A text is parsed for each rendering, so no other rendering shares this output. */
function watch(output: Output, report: (value: unknown) => void): void {
  const render = output.render.bind(output);
  output.render = (context, emitter) =>
    render(context, {
      get buffer() {
        return emitter.buffer;
      },
      write(value: unknown) {
        report(value);
        emitter.write(value);
      },
    });
}

const isEmpty = (value: unknown): boolean => textOf(value).trim() === "";

function boundedEmitter(): Emitter {
  let buffer = "";
  return {
    get buffer() {
      return buffer;
    },
    write(value: unknown) {
      buffer += textOf(value);
      if (buffer.length > maxTextLength) throw new Error(`the text becomes longer than ${maxTextLength} characters`);
    },
  };
}

/** An object, such as an element of a list, has no text. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join("");
  if (value instanceof Shown || typeof value !== "object") return value === undefined ? "" : String(value);
  return "";
}
