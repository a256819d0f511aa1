import { parseSync } from "@swc/core";
import { expect, test } from "vitest";
import { sources } from "./sources.ts";

/** Calls with more parameters are hard to read: use one object with names. */
const maxParameters = 5;

/** Finds functions, methods, constructors and function types with too many parameters: line and count. */
function longListsIn(text: string): { readonly line: number; readonly parameters: number }[] {
  const bytes = Buffer.from(text);
  const found: { readonly line: number; readonly parameters: number }[] = [];
  const visit = (node: unknown, begin: number): void => {
    if (typeof node !== "object" || node === null) return;
    const here = beginOf(node) ?? begin;
    const count = countOf(node);
    if (count > maxParameters)
      found.push({ line: bytes.subarray(0, here).toString().split("\n").length, parameters: count });
    for (const child of Object.values(node)) visit(child, here);
  };
  visit(parseSync(text, { syntax: "typescript" }), 0);
  return found;
}

/** Counts a node's parameters. Functions of all kinds call them `params` or `parameters`, as generic types do. */
function countOf(node: object): number {
  if (String(Reflect.get(node, "type")).startsWith("TsTypeParameter")) return 0;
  const list: unknown = Reflect.get(node, "params") ?? Reflect.get(node, "parameters");
  return Array.isArray(list) ? list.length : 0;
}

/** The byte offset of a node. Positions count from 1. */
function beginOf(node: object): number | undefined {
  const span: unknown = Reflect.get(node, "span");
  return typeof span === "object" && span !== null && "start" in span ? Number(span.start) - 1 : undefined;
}

test("no function has more than five parameters", async () => {
  const files = await sources(["src", "packages", "bench", "test/harness", "bin"]);
  const breaches = files.flatMap(({ path, text }) =>
    longListsIn(text).map(({ line, parameters }) => `${path}:${line} has ${parameters}`),
  );
  expect(breaches).toEqual([]);
  expect(files.length).toBeGreaterThan(400);
});

test.each([
  ["a function", "\n// é\nfunction f(a: 1, b: 2, c: 3, d: 4, e: 5, f: 6): void {}"],
  ["a method", "class A {\n\n  static async f({ a }: A, b = 2, c = 3, d = 4, e = 5, ...f: 6[]): Promise<void> {} }"],
  ["a constructor", "class A {\n\n  constructor(a: 1, b: 2, c: 3, d: 4, e: 5, f: 6) {} }"],
  ["an arrow", "\n\nconst f = (a: 1, b: 2, c: 3, d: 4, e: 5, f: 6) => a;"],
  ["a method of an object", "const a = {\n\n  f(a: 1, b: 2, c: 3, d: 4, e: 5, f: 6) {} };"],
  ["a declared method", "interface A {\n\n  f(a: 1, b: 2, c: 3, d: 4, e: 5, f: 6): void }"],
  ["a type of functions", "type A =\n\n  (a: 1, b: 2, c: 3, d: 4, e: 5, f: 6) => void;"],
])("finds %s with six parameters, and its line", (_, text) => {
  expect(longListsIn(text)).toEqual([{ line: 3, parameters: 6 }]);
});

test("accepts a call, a generic type and a function with five parameters", () => {
  const text = "f(1, 2, 3, 4, 5, 6); type A = B<1, 2, 3, 4, 5, 6>; const f = (a: 1, b: 2, c: 3, d: 4, e: 5) => a;";
  expect(longListsIn(text)).toEqual([]);
});
