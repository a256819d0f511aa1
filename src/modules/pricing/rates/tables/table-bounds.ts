import type { ValidationErrors } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";

/** What a rates table holds at most of each (conventions.md, Bounds), and when one of them is over. */
const bounds = {
  rates_rules: { most: 500, ended: "deleted_at" },
  seasons: { most: 200, ended: "deleted_at" },
  periods: { most: 2000, ended: "archived_at" },
} as const;

/** Refuses one more in a rates table that is full. The table is locked, so that nobody else adds one meanwhile. */
export async function refuseFullTable(
  { transaction, account }: WriteContext,
  table: number,
  kind: keyof typeof bounds,
  errors: ValidationErrors,
): Promise<void> {
  const { most, ended } = bounds[kind];
  const row = await transaction.row<{ count: number }>(
    `select count(*) as count from ${kind} where account_id = $1 and rates_table_id = $2 and ${ended} is null`,
    [account.id, table],
  );
  if (row && row.count >= most) {
    errors.add("base", `the rates table has ${most} ${kind.replace("_", " ")} already, and cannot have more`);
  }
}
