import { invalid } from "../../errors.ts";

/** How deep JSON may be, its root counted; elements of an array; attributes of a record (conventions.md, Bounds). */
const maxDepth = 32;
const maxElements = 1000;
const maxAttributes = 500;

const tooManyAttributes = `has too many attributes (maximum is ${maxAttributes})`;

/** Objects and arrays around an attribute's value in a body: the root, its array, and the element. */
export const aroundAttributes = 3;

/** Refuses an element of a write with too many names, before any of them is looked at. @throws RequestError 422 */
export function refuseManyNames(element: Readonly<Record<string, unknown>>): void {
  if (Object.keys(element).length > maxAttributes) throw invalid({ base: [tooManyAttributes] });
}

/**
 * What makes an attribute's value larger than anything that it could mean; undefined for a value that may be looked at.
 * @param around how many objects and arrays the value stands in
 */
export function unboundedProblem(value: unknown, around = aroundAttributes): string | undefined {
  return problemOf(value, around);
}

function problemOf(value: unknown, depth: number): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (depth >= maxDepth) return `is nested too deeply (JSON may be ${maxDepth} levels deep)`;
  const parts: unknown[] = Object.values(value);
  if (Array.isArray(value) && parts.length > maxElements) return `has too many elements (maximum is ${maxElements})`;
  if (!Array.isArray(value) && parts.length > maxAttributes) return tooManyAttributes;
  for (const part of parts) {
    const problem = problemOf(part, depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
