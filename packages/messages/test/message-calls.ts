import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseSync } from "@swc/core";

const root = join(import.meta.dirname, "../../..");

/** A call that uses messages: `t(…)`, `t.find(…)` or `t.namesBelow(…)`. */
export interface MessageCall {
  readonly path: string;
  /** Matches each key that the call may use; undefined if the key is neither a string nor a template. */
  readonly keys: RegExp | undefined;
  /** The names of its values; undefined if they are not an object literal in the call. */
  readonly values: readonly string[] | undefined;
}

/** All calls in the source of the console, the service and this package. */
export async function messageCalls(): Promise<MessageCall[]> {
  const found: MessageCall[] = [];
  for (const folder of ["packages/console/src", "packages/messages/src", "src"])
    for (const name of await readdir(join(root, folder), { recursive: true }))
      if (/\.tsx?$/.test(name)) {
        const path = join(folder, name);
        const text = await readFile(join(root, path), "utf8");
        if (/\bt(\.find|\.namesBelow)?\(/.test(text)) found.push(...messageCallsIn(path, text));
      }
  return found;
}

/** The calls in one file. */
export function messageCallsIn(path: string, text: string): MessageCall[] {
  const calls: MessageCall[] = [];
  visit(parseSync(text, { syntax: "typescript", tsx: path.endsWith(".tsx") }), (node) => {
    if (typeOf(node) !== "CallExpression") return;
    const method = methodOf(child(node, "callee"));
    if (method === undefined) return;
    const [key, values] = children(node, "arguments").map((argument) => child(argument, "expression"));
    for (const keys of keysOf(key, method === "namesBelow"))
      calls.push({ path, keys, values: method === "namesBelow" ? undefined : namesOf(values) });
  });
  return calls;
}

function methodOf(callee: object | undefined): "t" | "find" | "namesBelow" | undefined {
  if (isTranslate(callee)) return "t";
  const name = propertyOf(callee);
  if ((name === "find" || name === "namesBelow") && isTranslate(child(callee, "object"))) return name;
  return undefined;
}

/** `t`, or a property named `t`. */
const isTranslate = (node: object | undefined): boolean =>
  (typeOf(node) === "Identifier" && text(node, "value") === "t") || propertyOf(node) === "t";

function propertyOf(node: object | undefined): string | undefined {
  if (typeOf(node) === "OptionalChainingExpression") return propertyOf(child(node, "base"));
  if (typeOf(node) !== "MemberExpression") return undefined;
  const property = child(node, "property");
  return typeOf(property) === "Identifier" ? text(property, "value") : undefined;
}

/** A pattern for each possible key. @param isPrefix whether the argument is a prefix of keys */
function keysOf(node: object | undefined, isPrefix: boolean): (RegExp | undefined)[] {
  const end = isPrefix ? "\\.[^.]+$" : "$";
  switch (typeOf(node)) {
    case "StringLiteral":
      return [new RegExp(`^${RegExp.escape(text(node, "value"))}${end}`)];
    case "TemplateLiteral": {
      const parts = children(node, "quasis").map((part) => RegExp.escape(text(part, "cooked")));
      return [new RegExp(`^${parts.join("[^.]+")}${end}`)];
    }
    case "ConditionalExpression":
      return ["consequent", "alternate"].flatMap((branch) => keysOf(child(node, branch), isPrefix));
    default:
      return [undefined];
  }
}

/** The property names of a values object; undefined if it is not a literal, or contains a spread. */
function namesOf(node: object | undefined): string[] | undefined {
  if (node === undefined) return [];
  if (typeOf(node) !== "ObjectExpression") return undefined;
  const names = children(node, "properties").map((property) => {
    if (typeOf(property) === "Identifier") return text(property, "value");
    return typeOf(property) === "KeyValueProperty" ? text(child(property, "key"), "value") : undefined;
  });
  return names.includes(undefined) ? undefined : names.filter((name) => name !== undefined);
}

function visit(node: unknown, visitor: (node: object) => void): void {
  if (typeof node !== "object" || node === null) return;
  visitor(node);
  for (const part of Object.values(node)) visit(part, visitor);
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

function child(node: object | undefined, name: string): object | undefined {
  const value: unknown = node && Reflect.get(node, name);
  return isObject(value) ? value : undefined;
}

function children(node: object | undefined, name: string): object[] {
  const value: unknown = node && Reflect.get(node, name);
  return Array.isArray(value) ? value.filter(isObject) : [];
}

const text = (node: object | undefined, name: string): string => String(node && Reflect.get(node, name));
const typeOf = (node: object | undefined): string => text(node, "type");
