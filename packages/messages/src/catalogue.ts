/** A catalogue file: ICU messages under nested names. */
export interface CatalogueTree {
  readonly [name: string]: string | CatalogueTree;
}

/** A language's messages by dotted key. */
export type Catalogue = ReadonlyMap<string, string>;

/** The dotted keys of a file's messages. */
export type KeysOf<Tree> = {
  [Name in keyof Tree & string]: Tree[Name] extends string ? Name : `${Name}.${KeysOf<Tree[Name]>}`;
}[keyof Tree & string];

/** @throws Error when two files contain the same key */
export function catalogueOf(trees: Iterable<CatalogueTree>): Catalogue {
  const catalogue = new Map<string, string>();
  for (const tree of trees)
    for (const [key, message] of messagesIn(tree, "")) {
      if (catalogue.has(key)) throw new Error(`Two catalogue files contain ${key}.`);
      catalogue.set(key, message);
    }
  return catalogue;
}

function messagesIn(tree: CatalogueTree, prefix: string): (readonly [key: string, message: string])[] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === "string" ? [[`${prefix}${name}`, value]] : messagesIn(value, `${prefix}${name}.`),
  );
}
