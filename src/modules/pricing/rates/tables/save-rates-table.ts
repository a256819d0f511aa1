import { invalid, type ValidationErrors } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import { endRecord } from "../../../../kernel/write/end-record.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import { insertRecord, updateRecord } from "../../../../kernel/write/store.ts";
import { ratesTable } from "../rates-table.ts";
import { cloneRatesTable } from "./clone-rates-table.ts";
import { assertChangeable, lockRatesTable } from "./table-change.ts";

/** Creates a rates table, empty or as a copy of another. */
export async function createRatesTable(context: WriteContext, draft: Draft, errors: ValidationErrors): Promise<number> {
  const source = draft.input(ratesTable.attributes.clone_from) ?? null;
  if (source !== null && !(await exists(context, source))) errors.add("clone_from", "must exist");
  errors.throwIfAny();
  const id = await insertRecord(context, draft);
  if (source !== null) await cloneRatesTable(context, source, id);
  return id;
}

/** Changes the name of a rates table. */
export async function updateRatesTable(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  await assertChangeable(context, id, "nights", errors);
  errors.throwIfAny();
  await updateRecord(context, id, draft);
}

/**
 * Deletes a rates table with its seasons, periods and rules. Not specified: a table in use cannot be deleted, because its rentals would
 * lose their prices.
 * @throws RequestError 422 for a table that rentals use, or a private one
 */
export async function destroyRatesTable(context: WriteContext, id: number): Promise<void> {
  const { transaction, account } = context;
  const table = await transaction.row<{ shared: boolean; users: number[] }>(
    `select shared, array(
       select id from rentals where account_id = $1 and rates_table_id = $2 and deleted_at is null order by id limit 10
     ) as users from rates_tables where account_id = $1 and id = $2`,
    [account.id, id],
  );
  if (table && table.users.length > 0) {
    throw invalid({
      base: [`cannot be deleted while rentals use it. Assign another rates table to ${table.users.join(", ")} first`],
    });
  }
  if (!table?.shared) throw invalid({ base: ["the rates table is private to its rental and cannot be changed"] });
  await endRecord(context, ratesTable, id);
}

async function exists(context: WriteContext, id: number): Promise<boolean> {
  await lockRatesTable(context, id);
  const found = await context.transaction.run(
    "select from rates_tables where account_id = $1 and id = $2 and deleted_at is null",
    [context.account.id, id],
  );
  return found > 0;
}
