import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { touchRecords } from "../../../kernel/write/store.ts";
import { rental } from "./rental.ts";

const ratesTableId = rental.relations.rates_table.written?.attribute;
const { nightly_rates_managed_externally } = rental.attributes;

/**
 * A rental keeps its rates table while its nightly rates are managed externally, and a private table belongs to the rental that has it:
 * neither is swapped for another (service.md, Rates table). What the same write takes out of external management may be swapped.
 */
export async function checkRatesTable(context: WriteContext, draft: Draft, errors: ValidationErrors): Promise<void> {
  if (!ratesTableId || !draft.changes(ratesTableId) || errors.has("rates_table_id")) return;
  const external = draft.stored(nightly_rates_managed_externally) && draft.value(nightly_rates_managed_externally);
  if (external) {
    errors.add("rates_table_id", "cannot be swapped while nightly_rates_managed_externally is true");
  }
  const ids = tablesOf(draft);
  // Locked, so that a table that is being deleted is not taken.
  const tables = await context.transaction.rows<{ id: number; shared: boolean; deleted_at: number | null }>(
    "select id, shared, deleted_at from rates_tables where account_id = $1 and id = any($2::bigint[]) order by id for no key update",
    [context.account.id, `{${ids.join(",")}}`],
  );
  for (const table of tables) {
    if (!table.shared) errors.add("rates_table_id", `the rates table ${table.id} is private and cannot be swapped`);
    else if (table.deleted_at !== null && table.id === draft.given(ratesTableId))
      errors.add("rates_table_id", "must exist");
  }
}

/** The records of rates tables name their rentals: the one that the rental leaves and the one that it takes have changed. */
export async function touchRatesTables(context: WriteContext, draft: Draft): Promise<void> {
  if (ratesTableId && draft.changes(ratesTableId)) await touchRecords(context, "rates_tables", tablesOf(draft));
}

function tablesOf(draft: Draft): number[] {
  if (!ratesTableId) return [];
  return [draft.stored(ratesTableId), draft.given(ratesTableId)].filter((id) => typeof id === "number");
}
