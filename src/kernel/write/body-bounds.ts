import { invalid } from "../errors.ts";

/** How deep JSON may be, its root counted, and how many elements an array, members an object may have (conventions.md, Bounds). */
const deepest = 32;
const mostElements = 1000;

/** Objects and arrays around an attribute's value: the root, its array, and the element. */
const around = 3;

/** Refuses an element of a write with too many names, before any of them is looked at. @throws RequestError 422 */
export function refuseManyNames(element: Readonly<Record<string, unknown>>): void {
  if (Object.keys(element).length > mostElements)
    throw invalid({ base: [`has too many attributes (maximum is ${mostElements})`] });
}

/** What makes an attribute's value larger than anything that it could mean; undefined for a value that may be looked at. */
export function unboundedProblem(value: unknown): string | undefined {
  return problemOf(value, around);
}

function problemOf(value: unknown, depth: number): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (depth >= deepest) return `is nested too deeply (JSON may be ${deepest} levels deep)`;
  const parts: unknown[] = Object.values(value);
  if (parts.length > mostElements) return `has too many elements (maximum is ${mostElements})`;
  for (const part of parts) {
    const problem = problemOf(part, depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
