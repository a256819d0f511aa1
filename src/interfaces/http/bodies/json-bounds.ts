/**
 * Bounds that JSON meets before it is parsed: parsing takes long for deep nesting and for many different names. They are wider than
 * those of a write (src/kernel/write/input/body-bounds.ts), which name more exactly what is wrong.
 */
const maxDepth = 128;
const maxEntries = 2000;
const maxNames = 20_000;

/** What is too much in a JSON text. */
export interface JsonExcess {
  /** The names on the way to the object or array that is too large, as far as it lies in objects. */
  readonly path: readonly string[];
  readonly problem: string;
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openObject, closeObject, openArray, closeArray] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Looks for what is too deep or too much, in one pass over the bytes. Whether they are JSON is for the parser to say. */
export function jsonExcess(bytes: Buffer): JsonExcess | undefined {
  const entries = new Int32Array(maxDepth + 1);
  // Where the last text of each level begins and ends; a name when a colon follows.
  const [begins, ends] = [new Int32Array(maxDepth + 1), new Int32Array(maxDepth + 1)];
  const named = new Uint8Array(maxDepth + 1);
  let depth = 0;
  let names = 0;
  const excess = (problem: string, levels: number): JsonExcess => ({
    path: Array.from({ length: levels }, (_, level) => level).flatMap((level) =>
      named[level] === 1 ? [bytes.toString("utf8", begins[level], ends[level])] : [],
    ),
    problem,
  });
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case quote: {
        begins[depth] = at + 1;
        at = endOfText(bytes, at + 1);
        ends[depth] = at;
        break;
      }
      case colon:
        named[depth] = 1;
        if (++names > maxNames) return excess(`has too many names (maximum is ${maxNames} in one body)`, depth);
        break;
      case comma:
        entries[depth] = (entries[depth] ?? 0) + 1;
        if ((entries[depth] ?? 0) < maxEntries) break;
        return excess(
          named[depth] === 1 ? "has too many attributes (maximum is 500)" : "has too many elements (maximum is 1000)",
          depth,
        );
      case openObject:
      case openArray:
        if (depth === maxDepth) return excess("is nested too deeply (JSON may be 32 levels deep)", depth);
        depth++;
        entries[depth] = 0;
        named[depth] = 0;
        break;
      case closeObject:
      case closeArray:
        if (depth > 0) depth--;
        break;
    }
  }
  return undefined;
}

/** @returns where the quote stands that ends the text, or the end of the bytes */
function endOfText(bytes: Buffer, from: number): number {
  for (let at = from; ; at++) {
    at = bytes.indexOf(quote, at);
    if (at < 0) return bytes.length;
    let escapes = at;
    while (escapes > from && bytes[escapes - 1] === backslash) escapes--;
    if ((at - escapes) % 2 === 0) return at;
  }
}
