import { bookingFaults, moneyFaults } from "../../harness/faults.ts";
import type { Check } from "./check.ts";

/** Checks the rows: mirrors are complete, and totals equal their lines. */
export const checkRows: Check = async ({ sql }) => {
  const violations: string[] = [];
  for (const [fault, statement] of Object.entries({ ...bookingFaults, ...moneyFaults })) {
    const rows = await sql.run(statement);
    violations.push(...rows.map((row) => `Found ${fault}: ${JSON.stringify(row)}`));
  }
  const [row] = await sql.run<{ count: number }>("select count(*)::int from bookings");
  return { subject: "mirrors and money of bookings", count: row?.count ?? 0, violations };
};
