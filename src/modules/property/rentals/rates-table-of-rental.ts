import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { touchRecords } from "../../../kernel/write/store.ts";
import { rental } from "./rental.ts";

const ratesTableId = rental.relations.rates_table.written?.attribute;
const { nightly_rates_managed_externally } = rental.attributes;

/**
 * A rental cannot change its rates table while its nightly rates are managed externally, nor if either table is private
 * (service.md, Rates table). The same write may end external management.
 */
export async function checkRatesTable(context: WriteContext, draft: Draft, errors: ValidationErrors): Promise<void> {
  if (!ratesTableId || !draft.changes(ratesTableId) || errors.has("rates_table_id")) return;
  const external = draft.stored(nightly_rates_managed_externally) && draft.value(nightly_rates_managed_externally);
  if (external) {
    errors.add("rates_table_id", "cannot be changed while nightly_rates_managed_externally is true");
  }
  const ids = tablesOf(draft);
  // Lock the tables against concurrent deletion.
  const tables = await context.transaction.rows<{ id: number; shared: boolean; deleted_at: number | null }>(
    "select id, shared, deleted_at from rates_tables where account_id = $1 and id = any($2::bigint[]) order by id for no key update",
    [context.account.id, `{${ids.join(",")}}`],
  );
  for (const table of tables) {
    if (!table.shared) errors.add("rates_table_id", `cannot be changed: rates table ${table.id} is private`);
    else if (table.deleted_at !== null && table.id === draft.input(ratesTableId))
      errors.add("rates_table_id", "must exist");
  }
}

/** Touches the rental's old and new rates tables, because they list their rentals. */
export async function touchRatesTables(context: WriteContext, draft: Draft): Promise<void> {
  if (ratesTableId && draft.changes(ratesTableId)) await touchRecords(context, "rates_tables", tablesOf(draft));
}

function tablesOf(draft: Draft): number[] {
  if (!ratesTableId) return [];
  return [draft.stored(ratesTableId), draft.input(ratesTableId)].filter((id) => typeof id === "number");
}
