/**
 * Bounds checked before JSON is parsed: deep nesting and many names make parsing slow. The bounds of a write are tighter and report
 * problems more exactly (src/kernel/write/input/body-bounds.ts).
 */
const maxDepth = 128;
const maxEntries = 2000;
const maxNames = 20_000;

/** A bound that a JSON text exceeds. */
export interface JsonExcess {
  /** The member names that lead to the offending object or array. */
  readonly path: readonly string[];
  readonly problem: string;
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openObject, closeObject, openArray, closeArray] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Finds the first exceeded bound in one pass over the bytes, which need not be valid JSON. */
export function jsonExcess(bytes: Buffer): JsonExcess | undefined {
  const entries = new Int32Array(maxDepth + 1);
  // Start and end of the last string of each level; a colon after it makes it a name.
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

/** @returns the index of the string's closing quote, or the end of the bytes */
function endOfText(bytes: Buffer, from: number): number {
  for (let at = from; ; at++) {
    at = bytes.indexOf(quote, at);
    if (at < 0) return bytes.length;
    let escapes = at;
    while (escapes > from && bytes[escapes - 1] === backslash) escapes--;
    if ((at - escapes) % 2 === 0) return at;
  }
}
