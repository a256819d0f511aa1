import type { ValidationErrors } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";

/** The limits of a rates table (conventions.md, Bounds), and the column that marks ended records. */
const bounds = {
  rates_rules: { max: 500, ended: "deleted_at" },
  seasons: { max: 200, ended: "deleted_at" },
  periods: { max: 2000, ended: "archived_at" },
} as const;

/** Refuses to add to a full rates table. Lock the table first. */
export async function refuseFullTable(
  { transaction, account }: WriteContext,
  table: number,
  kind: keyof typeof bounds,
  errors: ValidationErrors,
): Promise<void> {
  const { max, ended } = bounds[kind];
  const row = await transaction.row<{ count: number }>(
    `select count(*) as count from ${kind} where account_id = $1 and rates_table_id = $2 and ${ended} is null`,
    [account.id, table],
  );
  if (row && row.count >= max) {
    errors.add("base", `the rates table already has the maximum of ${max} ${kind.replace("_", " ")}`);
  }
}
