import { invalid } from "../../errors.ts";

/** The maximum depth of JSON including its root, elements of an array, and attributes of a record (conventions.md, Bounds). */
const maxDepth = 32;
const maxElements = 1000;
const maxAttributes = 500;

const tooManyAttributes = `has too many attributes (maximum is ${maxAttributes})`;

/** The nesting depth of an attribute's value in a body: the root, its array, and the element. */
export const aroundAttributes = 3;

/** Refuses an element with too many names before any of them is processed. @throws RequestError 422 */
export function refuseManyNames(element: Readonly<Record<string, unknown>>): void {
  if (Object.keys(element).length > maxAttributes) throw invalid({ base: [tooManyAttributes] });
}

/**
 * The problem with a value that exceeds the bounds; undefined for a value within them.
 * @param around the value's nesting depth
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
