import fc from "fast-check";
import { hostileJson, hostileName } from "./hostile.ts";
import { type Change, changed, leaf, positionsIn, type Tree } from "./json-tree.ts";

/** One change to a body, as data, so that shrinking a failure can omit it. */
export interface Mutation {
  /** The position in the body, modulo the number of positions. */
  readonly position: number;
  readonly kind: "replace" | "remove" | "rename" | "add" | "double" | "repeat" | "wrap";
  readonly name: string;
  readonly json: string;
}

/** A change anywhere in a body; most replace a value. */
export const mutation: fc.Arbitrary<Mutation> = fc.record({
  position: fc.nat({ max: 10_000 }),
  kind: fc.oneof(
    { weight: 7, arbitrary: fc.constant("replace" as const) },
    { weight: 1, arbitrary: fc.constantFrom("remove", "rename", "add", "double", "repeat", "wrap") },
  ),
  name: hostileName,
  json: hostileJson,
});

/** Applies changes to a body in order. */
export const mutated = (tree: Tree, mutations: readonly Mutation[]): Tree =>
  mutations.reduce((whole, one) => changed(whole, one.position % positionsIn(whole), changeOf(one)), tree);

/** The number of repetitions; a long element needs only three. */
const timesOf = (tree: Tree): number => (tree.kind === "leaf" && tree.text.length < 1000 ? tooManyRepetitions : 3);

/** More repetitions than any list accepts. */
const tooManyRepetitions = 1001;

function changeOf({ kind, name, json }: Mutation): Change {
  switch (kind) {
    case "replace":
      return (key) => [[key, leaf(json)]];
    case "remove":
      return () => [];
    case "rename":
      return (_, tree) => [[name, tree]];
    case "add":
      return (key, tree) => [
        [key, tree],
        [name, leaf(json)],
      ];
    case "double":
      return (key, tree) => [
        [key, tree],
        [key, leaf(json)],
      ];
    case "repeat":
      return (key, tree) => Array.from({ length: timesOf(tree) }, () => [key, tree] as const);
    case "wrap":
      return (key, tree) => [[key, { kind: "array", items: [tree] }]];
  }
}
