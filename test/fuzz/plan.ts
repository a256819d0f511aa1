import fc from "fast-check";
import { hostileFiles } from "./files.ts";
import { hostileText } from "./hostile.ts";
import { type Mutation, mutation } from "./mutations.ts";
import type { Part } from "./uploads.ts";

/** A request as data, independent of an account. A plan always builds the same request, and shrinking can omit its parts. */
export interface Plan {
  /** The operation's index, modulo the number of operations. */
  readonly operation: number;
  readonly mutations: readonly Mutation[];
  /** Values that replace the known ids in the path. */
  readonly ids: readonly (string | undefined)[];
  /** Parameters by index with a hostile value; undefined means a value that the document allows. */
  readonly query: readonly {
    readonly parameter: number;
    readonly value: string | undefined;
    readonly twice: boolean;
  }[];
  readonly unknownParameter: string | undefined;
  readonly header: readonly [name: string, value: string] | undefined;
  readonly framing: Framing | undefined;
  readonly parts: readonly Part[] | undefined;
  /** The hostile file that a JSON body contains in base64; undefined means the seed's own file. */
  readonly base64: number | undefined;
}

/** Damage to a body's bytes. */
export type Framing =
  | "broken"
  | "cut"
  | "other type"
  | "other charset"
  | "gzip"
  | "gzip bomb"
  | "empty"
  | "no type"
  | "trailing"
  | "bom";

const framings: readonly Framing[] = [
  "broken",
  "cut",
  "other type",
  "other charset",
  "gzip",
  "gzip bomb",
  "empty",
  "no type",
  "trailing",
  "bom",
];

const headers: readonly (readonly [string, string])[] = [
  ["accept", "text/html"],
  ["accept", "application/vnd.api+json;q=2, */*;q=x"],
  ["accept", `${"a/b,".repeat(500)}*/*`],
  ["accept-encoding", "br;q=0, gzip;q=1.5, zstd"],
  ["authorization", "Bearer x"],
  ["authorization", "Basic Og=="],
  ["authorization", `Bearer ${"x".repeat(5000)}`],
  ["if-none-match", '*, W/"x", "'],
  ["if-none-match", "*"],
  ["if-match", "*"],
  ["if-match", '"x", W/"y"'],
  ["if-match", ""],
  ["if-match", ', *, "'],
  ["if-modified-since", "Thu, 01 Jan 1970 00:00:00 GMT"],
  ["idempotency-key", "no uuid"],
  ["idempotency-key", "00000000-0000-0000-0000-000000000000"],
  ["x-http-method-override", "DELETE"],
  ["x-request-id", "a\u00ffb".repeat(30)],
  ["x-forwarded-proto", "http"],
  ["accept-language", "../../x"],
  ["range", "bytes=0-0,5-"],
  ["expect", "100-continue"],
];

/** Any request. Most of it stays valid, because a request with a single fault passes the most checks. */
export const plan: fc.Arbitrary<Plan> = fc.record({
  operation: fc.nat({ max: 100_000 }),
  mutations: fc.array(mutation, { minLength: 0, maxLength: 3 }),
  ids: fc.array(fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: hostileText }), {
    minLength: 3,
    maxLength: 3,
  }),
  query: fc.array(
    fc.record({
      parameter: fc.nat({ max: 100 }),
      value: fc.option(hostileText, { nil: undefined, freq: 2 }),
      twice: fc.integer({ min: 0, max: 19 }).map((drawn) => drawn === 0),
    }),
    { maxLength: 3 },
  ),
  unknownParameter: rarely(hostileText),
  header: rarely(fc.constantFrom(...headers)),
  framing: rarely(fc.constantFrom(...framings)),
  parts: fc.option(
    fc.array(fc.tuple(hostileText, fc.oneof(fc.nat({ max: hostileFiles.length - 1 }), hostileText)), { maxLength: 2 }),
    { nil: undefined, freq: 1 },
  ),
  base64: fc.option(fc.nat({ max: hostileFiles.length - 1 }), { nil: undefined, freq: 1 }),
});

/** One in twelve. */
function rarely<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: 11, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
}
