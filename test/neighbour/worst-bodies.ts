import type { Nested } from "../../src/kernel/nested.ts";
import type { JsonBody } from "../../src/kernel/request-body.ts";

/** A body, and why it is bad. */
export type WorstBody = readonly [what: string, body: Buffer];

const largest = 1024 * 1024 - 1000;
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));
const unknown = (count: number, prefix = "k") => Object.fromEntries(times(count, (n) => [`${prefix}${n}`, 1]));
/** Built once, because every route receives them. */
const [unknownNames, longUnknownNames] = [JSON.stringify(unknown(500)), JSON.stringify(unknown(70_000))];
const deep = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);

/** The worst unexpected bodies within 1 MiB. */
export const strangeBodies: readonly WorstBody[] = [
  ["70,000 unknown names", Buffer.from(longUnknownNames)],
  ["400,000 nested arrays", Buffer.from(deep(400_000))],
  ["200,000 empty objects", Buffer.from(`[${"{},".repeat(200_000)}{}]`)],
  ["350 new names in each of 200 objects", Buffer.from(JSON.stringify(times(200, (n) => unknown(350, `k${n}_`))))],
  ["many escapes", Buffer.from(`"${"\\u0000".repeat(largest / 6)}"`)],
  ["many quotes", Buffer.from(`["${'\\"'.repeat(largest / 2)}"]`)],
];

/** The worst bodies for a write, in every shape, at its bounds and just beyond them. */
export function worstBodies({ of, nested, flat }: JsonBody): WorstBody[] {
  const names = [...Object.keys(of.attributes), ...Object.keys(nested)];
  const element = (value: string): string => `{${names.map((name) => `"${name}":${value}`).join()}}`;
  const whole = (text: string): Buffer => Buffer.from(flat ? text : `{"${of.root}":[${text}]}`);
  const room = Math.floor(largest / names.length) - 100;
  return [
    ["500 unknown names", whole(unknownNames)],
    ["70,000 unknown names", whole(longUnknownNames)],
    ["deep attributes", whole(element(deep(Math.min(28, room / 2))))],
    ["large arrays", whole(element(`[${times(Math.min(1000, Math.floor(room / 4)), () => "{}").join()}]`))],
    ["large objects", whole(element(JSON.stringify(unknown(Math.min(490, Math.floor(19_000 / names.length))))))],
    ["long texts", whole(element(`"${"x".repeat(room)}"`))],
    ["texts of NUL", whole(element(`"${"\\u0000".repeat(Math.floor(room / 6))}"`))],
    ...nestedBodies(nested).map(([what, text]): WorstBody => [what, whole(text)]),
  ];
}

/** An element with each of its nested bodies at maximum size. */
function nestedBodies(nested: Nested): [string, string][] {
  return Object.entries(nested).flatMap(([name, { of, form }]) => {
    const of95 = unknown(95);
    const known = Object.fromEntries(Object.keys(of.attributes).map((attribute) => [attribute, "x"]));
    const list = (one: unknown): string => JSON.stringify({ [name]: form === "one" ? one : times(200, () => one) });
    return [
      [`${name}: 95 unknown names in each of 200 elements`, list(of95)],
      [`${name}: every attribute wrong in each of 200 elements`, list(known)],
      [`${name}: 200 empty elements`, list({})],
    ];
  });
}
