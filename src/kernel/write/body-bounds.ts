import { invalid, ValidationErrors } from "../errors.ts";

/** How deep JSON may be, its root counted; elements of an array; attributes of a record (conventions.md, Bounds). */
const maxDepth = 32;
const maxElements = 1000;
const maxAttributes = 500;

const tooManyAttributes = `has too many attributes (maximum is ${maxAttributes})`;

/** Objects and arrays around an attribute's value: the root, its array, and the element. */
const around = 3;

/**
 * Refuses an element of a write that is larger than anything that it could mean: before any of it is looked at, so that nothing that
 * looks at it is long or deep. @throws RequestError 422 naming each attribute
 */
export function refuseUnbounded(element: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(element);
  if (names.length > maxAttributes) throw invalid({ base: [tooManyAttributes] });
  const errors = new ValidationErrors();
  for (const name of names) {
    const problem = problemOf(element[name], around);
    if (problem !== undefined) errors.add(name, problem);
  }
  errors.throwIfAny();
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
