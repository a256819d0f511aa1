/** So deep that every operation refuses it itself, with a sentence of its own, and not so deep that writing it is a danger. */
const deepest = 100;

/** What keeps a body from being written as the JSON that a request of its own would bring; undefined when nothing does. */
export function problemOfBody(value: unknown, depth = 1): string | undefined {
  // JSON can write numbers that no program holds: they have become infinite, which JSON cannot write.
  if (typeof value === "number" && !Number.isFinite(value)) return "has a number that is out of range";
  if (typeof value !== "object" || value === null) return undefined;
  if (depth > deepest) return "is nested too deeply";
  for (const part of Object.values(value)) {
    const problem = problemOfBody(part, depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
