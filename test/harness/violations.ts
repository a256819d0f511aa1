import { sqlState, violatedConstraint } from "../../src/database/sql/errors.ts";

/** Whether the database refused a write with that SQLSTATE for that constraint, as the service understands it on one server and on a cluster. */
export const refusedFor = (state: "23503" | "23P01", constraint: unknown) => (error: unknown) =>
  sqlState(error) === state && isNamed(violatedConstraint(error), String(constraint));

/** A shard's constraint whose name would be too long has the name's beginning and a digest. */
function isNamed(found: string | undefined, constraint: string): boolean {
  const beginning = found && /^(.{30,})_[0-9a-f]{8}$/.exec(found)?.[1];
  return found === constraint || (beginning !== undefined && beginning !== "" && constraint.startsWith(beginning));
}
