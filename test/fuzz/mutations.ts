import fc from "fast-check";
import { hostileJson, hostileName } from "./hostile.ts";
import { type Change, changed, leaf, placesIn, type Tree } from "./json-tree.ts";

/** One change of a body, as data: it can be left out when a failure is made smaller. */
export interface Mutation {
  /** Which place of the body, modulo how many it has. */
  readonly place: number;
  readonly kind: "replace" | "remove" | "rename" | "add" | "double" | "repeat" | "wrap";
  readonly name: string;
  readonly json: string;
}

/** A change somewhere in a body: most replace a value. */
export const mutation: fc.Arbitrary<Mutation> = fc.record({
  place: fc.nat({ max: 10_000 }),
  kind: fc.oneof(
    { weight: 7, arbitrary: fc.constant("replace" as const) },
    { weight: 1, arbitrary: fc.constantFrom("remove", "rename", "add", "double", "repeat", "wrap") },
  ),
  name: hostileName,
  json: hostileJson,
});

/** A body with some changes, one after the other. */
export const mutated = (tree: Tree, mutations: readonly Mutation[]): Tree =>
  mutations.reduce((whole, one) => changed(whole, one.place % placesIn(whole), changeOf(one)), tree);

/** How often an element is repeated: what is long by itself needs no more than three of it. */
const timesOf = (tree: Tree): number => (tree.kind === "leaf" && tree.text.length < 1000 ? manyTimes : 3);

/** How often a repeated element stands there: more than any list takes. */
const manyTimes = 1001;

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
