import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type CallExpression,
  type Expression,
  type FunctionDeclaration,
  type Module,
  parseSync,
  printSync,
  type TsType,
  transformSync,
  type VariableDeclarator,
} from "@swc/core";
import { sources } from "../layers/sources.ts";

const root = join(import.meta.dirname, "../..");

/** A call of `rows` or `row` in `src`. */
export interface StatementCall {
  readonly path: string;
  /** The function that makes it, with a number from its second on; with the path in front, its name. */
  readonly name: string;
  readonly module: Module;
  /** What it says of its rows; undefined when it says nothing. */
  readonly row: TsType | undefined;
  /** Its text as JavaScript, such as `select id from ${table}` in its quotes. */
  readonly sql: string;
}

const syntax = { syntax: "typescript", target: "esnext" } as const;

/** The module of a source file, as a tree. */
export function parseModule(text: string): Module {
  return parseSync(text, syntax);
}

/** Every call of `rows` and `row` in `src`, but for the one with which the second is the first of the first. */
export async function statementCalls(): Promise<StatementCall[]> {
  const files = (await sources(["src"])).filter(({ path }) => path !== "src/database/sql/transaction.ts");
  return files.flatMap(({ path, text }) => (/\.rows?[<(]/.test(text) ? statementCallsIn(path, text) : []));
}

/** Those of one file. */
export function statementCallsIn(path: string, text: string): StatementCall[] {
  const module = parseModule(text);
  const found: StatementCall[] = [];
  for (const { call, within } of callsIn(module)) {
    const argument = call.arguments[0]?.expression;
    if (!argument) continue;
    const name = `${path}, ${within}`;
    const before = found.filter((other) => other.name.replace(/ \d+$/, "") === name).length;
    found.push({
      path,
      name: before === 0 ? name : `${name} ${before + 1}`,
      module,
      row: call.typeArguments?.params[0],
      sql: printed(argument, module),
    });
  }
  return found;
}

/** In the order of the text, each with the innermost function around it that has a name. */
function* callsIn(node: unknown, within = ""): Generator<{ readonly call: CallExpression; readonly within: string }> {
  if (typeof node !== "object" || node === null) return;
  if (isCall(node) && isOfRows(node)) yield { call: node, within };
  const inside = nameOf(node) ?? within;
  for (const child of Object.values(node)) yield* callsIn(child, inside);
}

/** Of a declared function, or of a constant that is one at the top of a module. */
function nameOf(node: object): string | undefined {
  if (isFunction(node)) return node.identifier.value;
  return isConstant(node) && node.init?.type === "ArrowFunctionExpression" && node.id.type === "Identifier"
    ? node.id.value
    : undefined;
}

const isCall = (node: object): node is CallExpression => "type" in node && node.type === "CallExpression";
const isFunction = (node: object): node is FunctionDeclaration => "type" in node && node.type === "FunctionDeclaration";
const isConstant = (node: object): node is VariableDeclarator => "type" in node && node.type === "VariableDeclarator";

function isOfRows({ callee }: CallExpression): boolean {
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return false;
  return callee.property.value === "rows" || callee.property.value === "row";
}

function printed(expression: Expression, module: Module): string {
  const statement = { type: "ExpressionStatement", span: module.span, expression } as const;
  return printSync({ ...module, body: [statement] })
    .code.trim()
    .replace(/;$/, "");
}

/** Values for the names in a statement that only its function knows. */
export type Examples = Readonly<Record<string, unknown>>;

/**
 * The SQL texts of a file's statements: each evaluated where it stands, among the constants of its own module and what that imports.
 * @param examples for the names that are no constants, the same for all statements of the file
 * @returns an error where a name is not known
 */
export async function textsOf(
  path: string,
  calls: readonly StatementCall[],
  examples: Examples,
): Promise<(string | Error)[]> {
  const source = await readFile(join(root, path), "utf8");
  const { code } = transformSync(source, { jsc: { parser: { syntax: "typescript" }, target: "esnext" } });
  const names = Object.keys(examples).join(", ");
  const texts = calls.map(({ sql }) => `({ ${names} }) => ${sql}`);
  const evaluated = `${absolute(code, path)}\nexport const statementTexts = [${texts.join(",\n")}];`;
  const module: unknown = await import(
    /* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(evaluated).toString("base64")}`
  );
  if (
    typeof module !== "object" ||
    module === null ||
    !("statementTexts" in module) ||
    !Array.isArray(module.statementTexts)
  )
    throw new Error(`The statements of ${path} could not be evaluated.`);
  return module.statementTexts.map((text: unknown) => evaluate(text, examples));
}

function evaluate(text: unknown, examples: Examples): string | Error {
  try {
    const value: unknown = typeof text === "function" ? text(examples) : undefined;
    return typeof value === "string" ? value : new Error("its text is no string");
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** The code with its imports by their whole paths, so that it may stand elsewhere. */
function absolute(code: string, path: string): string {
  return code.replace(/^(import |(?:import|export) [^"`]*? from )"([^"]+)"/gm, (_, keyword: string, to: string) => {
    const whole = to.startsWith(".") ? pathToFileURL(join(root, dirname(path), to)).href : import.meta.resolve(to);
    return `${keyword}"${whole}"`;
  });
}
