/** JSON as written rather than parsed: names may repeat, and a value may be any text. */
export type Tree =
  | { readonly kind: "object"; readonly entries: readonly (readonly [string, Tree])[] }
  | { readonly kind: "array"; readonly items: readonly Tree[] }
  | { readonly kind: "leaf"; readonly text: string };

export const leaf = (text: string): Tree => ({ kind: "leaf", text });

/** The tree of a value. */
export function treeOf(value: unknown): Tree {
  if (Array.isArray(value)) return { kind: "array", items: value.map(treeOf) };
  if (typeof value !== "object" || value === null) return leaf(JSON.stringify(value ?? null));
  return { kind: "object", entries: Object.entries(value).map(([name, inner]) => [name, treeOf(inner)] as const) };
}

/** The JSON text of a tree. */
export function textOf(tree: Tree): string {
  if (tree.kind === "leaf") return tree.text;
  if (tree.kind === "array") return `[${tree.items.map(textOf).join(",")}]`;
  return `{${tree.entries.map(([name, inner]) => `${JSON.stringify(name)}:${textOf(inner)}`).join(",")}}`;
}

/** The number of positions in a tree: itself and all its descendants. */
export function positionsIn(tree: Tree): number {
  const inner = tree.kind === "array" ? tree.items : tree.kind === "object" ? tree.entries.map(([, one]) => one) : [];
  return inner.reduce((sum, one) => sum + positionsIn(one), 1);
}

/** Maps a position to zero or more trees with names. Arrays ignore the names. */
export type Change = (name: string, tree: Tree) => readonly (readonly [string, Tree])[];

/** A tree with one position changed. @param position index in text order; 0 is the tree itself */
export function changed(tree: Tree, position: number, change: Change): Tree {
  if (position === 0) return change("", tree)[0]?.[1] ?? leaf("null");
  const inner =
    tree.kind === "array" ? tree.items.map((one) => ["", one] as const) : tree.kind === "object" ? tree.entries : [];
  let before = 1;
  const entries = inner.flatMap(([name, one]) => {
    const here = position - before;
    const positions = positionsIn(one);
    before += positions;
    if (here < 0 || here >= positions) return [[name, one] as const];
    return here === 0 ? change(name, one) : [[name, changed(one, here, change)] as const];
  });
  return tree.kind === "array" ? { kind: "array", items: entries.map(([, one]) => one) } : { kind: "object", entries };
}
