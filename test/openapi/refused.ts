import type { Json } from "../harness/client.ts";
import { resolved } from "./sampler.ts";

/** Reason for a file refused for its size. The 413 response does not name the attribute (conventions.md, Bounds). */
export const tooLargeFile = "a file that is too large";

/** Values that a schema in the document refuses, each with the reason. */
export function refusedBy(document: Json, given: unknown): [string, unknown][] {
  const schema = resolved(document, given);
  const kinds = alternatives(document, schema);
  const types = kinds.flatMap(({ type }) => [type].flat());
  const values: [string, unknown][] = [];
  if (!types.includes("object")) values.push(["an object", { nonsense: [1] }]);
  if (!types.includes("array")) values.push(["a list of lists", [[["nonsense"]]]]);
  if (!types.includes("string") && !types.includes("null")) values.push(["a text", "nonsense!"]);
  const [only, ...others] = kinds.filter(({ type }) => type !== "null");
  if (!only || others.length > 0) return values;
  const tooLong = only.contentEncoding === "base64" ? tooLargeFile : "a text that is too long";
  if (typeof only.maxLength === "number") values.push([tooLong, "x".repeat(only.maxLength + 1)]);
  if (typeof only.maximum === "number" && only.maximum < Number.MAX_SAFE_INTEGER)
    values.push(["a number that is too large", only.maximum + 1]);
  if (typeof only.minimum === "number") values.push(["a number that is too small", only.minimum - 1]);
  if (Array.isArray(only.enum)) values.push(["an unknown word", "no such word"]);
  if (only.format !== undefined) values.push(["a text of another format", "no such thing"]);
  return values;
}

function alternatives(document: Json, schema: Json): Json[] {
  return Array.isArray(schema.anyOf)
    ? schema.anyOf.flatMap((one) => alternatives(document, resolved(document, one)))
    : [schema];
}
