import { sqlState, violatedConstraint } from "../../src/database/errors.ts";

/** Whether the database refused a write with that SQLSTATE for that constraint, as the service understands it on one server and on a cluster. */
export const refusedFor = (state: "23503" | "23P01", constraint: unknown) => (error: unknown) =>
  sqlState(error) === state && violatedConstraint(error) === constraint;
