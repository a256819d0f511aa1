import { ForTag, type Liquid, Output, type Template, toValueSync, type Variable } from "liquidjs";
import { isPlaceholder, isSubject, membersOf, type Subject } from "../placeholders.ts";

/** A name in a text. */
export interface NameInText {
  readonly name: string;
  /** Counted from 1. */
  readonly line: number;
}

/** The names of a text: those of its subjects, and those that a template does not have. */
export interface TextNames {
  readonly subjects: ReadonlySet<Subject>;
  readonly unknown: readonly NameInText[];
}

/** Finds the names in a parsed text, in every branch of its conditions. */
export function namesOf(engine: Liquid, templates: Template[]): TextNames {
  const { variables, globals } = engine.analyzeSync(templates, { partials: false });
  const given = new Set(Object.values(globals).flat());
  const loops = loopsOf(templates);
  const all = Object.values(variables).flat();
  const isUnknown = (variable: Variable): boolean => {
    const [root = "", ...rest] = variable.segments;
    if (given.has(variable)) return !isKnownPath(String(root), rest);
    const collections = loops.get(String(root));
    return collections !== undefined && !collections.some((collection) => isElement(collection, rest));
  };
  const unknown = all.filter(isUnknown).map((variable) => ({ name: String(variable), line: variable.location.row }));
  const wholes = outputsOf(templates).flatMap((output) => wholesIn(engine, output));
  return {
    subjects: new Set(Object.keys(globals).filter(isSubject)),
    unknown: [...unknown, ...wholes].sort((a, b) => a.line - b.line),
  };
}

/** The subjects and, without a filter, the list that an output shows: they have no text. */
function wholesIn(engine: Liquid, { name, line, output }: OutputInText): NameInText[] {
  if (output.value.filters.length === 0 && membersOf(name) !== undefined) return [{ name, line }];
  const shown = Object.values(engine.analyzeSync([output], { partials: false }).variables).flat();
  return shown
    .filter(({ segments: [root, ...rest] }) => rest.length === 0 && isSubject(String(root)))
    .map((variable) => ({ name: String(variable), line }));
}

type Segments = Variable["segments"];

function isKnownPath(root: string, [name, ...rest]: Segments): boolean {
  if (!isSubject(root)) return false;
  if (name === undefined) return true;
  if (typeof name !== "string") return false;
  const path = `${root}.${name}`;
  if (isPlaceholder(path)) return rest.length === 0 || (rest.length === 1 && rest[0] === "size");
  if (membersOf(path) === undefined) return false;
  const [index, ...member] = rest;
  if (index === undefined || index === "size") return member.length === 0;
  return (index === "first" || index === "last" || typeof index === "number") && isElement(path, member);
}

/** Whether an element of a list has the member. An element of another collection, such as a range, may have any. */
function isElement(collection: string, [member, ...rest]: Segments): boolean {
  const members = membersOf(collection);
  if (members === undefined || member === undefined) return true;
  return typeof member === "string" && members.includes(member) && rest.length === 0;
}

/** The collections that each loop variable iterates over. */
function loopsOf(templates: readonly Template[]): ReadonlyMap<string, readonly string[]> {
  const loops = new Map<string, string[]>();
  for (const template of everyTemplate(templates)) {
    if (!(template instanceof ForTag)) continue;
    loops.set(template.variable, [...(loops.get(template.variable) ?? []), template.collection.getText()]);
  }
  return loops;
}

interface OutputInText extends NameInText {
  readonly output: Output;
}

/** A text's outputs, such as `{{ guest.firstname | upcase }}`, with the names that they begin with. */
export function outputsOf(templates: readonly Template[]): OutputInText[] {
  return everyTemplate(templates)
    .filter((template) => template instanceof Output)
    .map((output) => {
      const [name = ""] = output.token
        .getText()
        .replace(/^\{\{-?|-?\}\}$/g, "")
        .split("|");
      return { name: name.trim(), line: output.token.getPosition()[0] ?? 1, output };
    });
}

function everyTemplate(templates: readonly Template[]): Template[] {
  return templates.flatMap((template) => [template, ...everyTemplate(childrenOf(template))]);
}

const childrenOf = (template: Template): Template[] =>
  template.children ? toValueSync(template.children(false, true)) : [];
