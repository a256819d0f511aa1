import { sqlState, violatedConstraint } from "../../src/database/sql/errors.ts";

/** Whether the database rejected a write with this SQLSTATE and constraint, on one server or a cluster. */
export const refusedFor = (state: "23503" | "23P01", constraint: unknown) => (error: unknown) =>
  sqlState(error) === state && isNamed(violatedConstraint(error), String(constraint));

/** A shard truncates a long constraint name and appends a digest. */
function isNamed(found: string | undefined, constraint: string): boolean {
  const beginning = found && /^(.{30,})_[0-9a-f]{8}$/.exec(found)?.[1];
  return found === constraint || (beginning !== undefined && beginning !== "" && constraint.startsWith(beginning));
}
