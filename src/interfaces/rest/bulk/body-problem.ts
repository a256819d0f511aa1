/** Above every operation's own limit, which has the better message, but safe to serialize. */
const maxDepth = 100;

/** The reason why a body cannot be serialized to JSON; undefined when it can. */
export function problemOfBody(value: unknown, depth = 1): string | undefined {
  // Numbers out of range are parsed as Infinity, which JSON cannot express.
  if (typeof value === "number" && !Number.isFinite(value)) return "has a number that is out of range";
  if (typeof value !== "object" || value === null) return undefined;
  if (depth > maxDepth) return "is nested too deeply";
  for (const part of Object.values(value)) {
    const problem = problemOfBody(part, depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
