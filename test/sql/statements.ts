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
  /** The calling function's name, numbered from its second call on. Prefix it with the path for a unique name. */
  readonly name: string;
  readonly module: Module;
  /** The declared row type; undefined if there is none. */
  readonly row: TsType | undefined;
  /** The SQL as JavaScript source, such as `select id from ${table}` with its quotes. */
  readonly sql: string;
}

const syntax = { syntax: "typescript", target: "esnext" } as const;

/** Parses a source file into a module tree. */
export function parseModule(text: string): Module {
  return parseSync(text, syntax);
}

/** Every call of `rows` and `row` in `src`, except in transaction.ts, where `row` calls `rows`. */
export async function statementCalls(): Promise<StatementCall[]> {
  const files = (await sources(["src"])).filter(({ path }) => path !== "src/database/sql/transaction.ts");
  return files.flatMap(({ path, text }) => (/\.rows?[<(]/.test(text) ? statementCallsIn(path, text) : []));
}

/** The calls in one file. */
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

/** The calls in source order, each with its innermost named enclosing function. */
function* callsIn(node: unknown, within = ""): Generator<{ readonly call: CallExpression; readonly within: string }> {
  if (typeof node !== "object" || node === null) return;
  if (isCall(node) && isOfRows(node)) yield { call: node, within };
  const inside = nameOf(node) ?? within;
  for (const child of Object.values(node)) yield* callsIn(child, inside);
}

/** The name of a declared function or of a module-level constant function. */
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

/** Values for a statement's local names. */
export type Examples = Readonly<Record<string, unknown>>;

/**
 * The SQL texts of a file's statements. Evaluates each with its module's constants and imports.
 * @param examples values for names that are not constants, shared by all statements of the file
 * @returns an error if a name is unknown
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

/** Makes the code's import paths absolute, so that it can run elsewhere. */
function absolute(code: string, path: string): string {
  return code.replace(/^(import |(?:import|export) [^"`]*? from )"([^"]+)"/gm, (_, keyword: string, to: string) => {
    const whole = to.startsWith(".") ? pathToFileURL(join(root, dirname(path), to)).href : import.meta.resolve(to);
    return `${keyword}"${whole}"`;
  });
}
