import { notFound, type ValidationErrors } from "../../../../kernel/errors.ts";
import type { RecordId } from "../../../../kernel/key.ts";
import type { Resource } from "../../../../kernel/resource.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";

/** What of a rates table a change is about: the rates of nights (seasons and periods, the table itself), or the rules on top of them. */
export type Part = "nights" | "rules";

/**
 * Locks a rates table: every change to what it holds does this first, so that changes to one table come one after the other, and its
 * lock precedes those of its seasons, periods and rules. None where there is no such table, which the next step finds out.
 *
 * Rentals come before rates tables: a change counts the rentals of other tables whose fees apply in its seasons (baseline/03_resources.sql).
 */
export async function lockRatesTable({ transaction, account }: WriteContext, id: RecordId): Promise<void> {
  await transaction.run(
    `select from rentals where account_id = $1 and rates_table_id is distinct from $2 and id in (
       select rentals_fees.rental_id from seasons
       join rentals_fees_seasons on rentals_fees_seasons.account_id = seasons.account_id and rentals_fees_seasons.season_id = seasons.id
       join rentals_fees on rentals_fees.account_id = seasons.account_id and rentals_fees.id = rentals_fees_seasons.rentals_fee_id
       where seasons.account_id = $1 and seasons.rates_table_id = $2 and rentals_fees.archived_at is null
     ) order by id for no key update`,
    [account.id, id],
  );
  await transaction.run("select from rates_tables where account_id = $1 and id = $2 for no key update", [
    account.id,
    id,
  ]);
}

/** The same for the table of one of its seasons, periods or rules. */
export function lockTableOf(child: Resource) {
  return async (context: WriteContext, id: RecordId): Promise<void> => {
    const row = await findTable(context, child, id);
    if (row) await lockRatesTable(context, row.rates_table_id);
  };
}

/**
 * Keeps the rates tables of some seasons as they are until the transaction ends, for what is about to apply in those seasons: a change
 * that is under way counts only what applied in them when it began.
 */
export async function holdTablesOf({ transaction, account }: WriteContext, seasons: readonly number[]): Promise<void> {
  await transaction.run(
    `select from rates_tables where account_id = $1 and id in (
       select rates_table_id from seasons where account_id = $1 and id = any($2::bigint[])
     ) order by id for share`,
    [account.id, `{${seasons.join(",")}}`],
  );
}

/** The rates table of a season, period or rule. @throws RequestError 404 when there is no such record */
export async function ratesTableOf(context: WriteContext, child: Resource, id: RecordId): Promise<number> {
  const row = await findTable(context, child, id);
  if (!row) throw notFound();
  return row.rates_table_id;
}

/**
 * Refuses a change to a table that is private, or whose rentals all have their nightly rates managed externally: there the seasons
 * would have no effect (service.md, Rates table). Rules act on top of such rates too, and may be changed.
 */
export async function assertChangeable(
  { transaction, account }: WriteContext,
  id: number,
  part: Part,
  errors: ValidationErrors,
): Promise<void> {
  const table = await transaction.row<{ shared: boolean; external: number[]; ordinary: number }>(
    `select shared, coalesce(array_agg(rentals.id order by rentals.id) filter (where nightly_rates_managed_externally), '{}') as external,
       count(rentals.id) filter (where not nightly_rates_managed_externally) as ordinary
     from rates_tables
     left join rentals on rentals.account_id = rates_tables.account_id and rentals.rates_table_id = rates_tables.id and rentals.deleted_at is null
     where rates_tables.account_id = $1 and rates_tables.id = $2 group by shared`,
    [account.id, id],
  );
  if (!table) throw notFound();
  if (!table.shared) errors.add("base", "the rates table is private to its rental and cannot be changed");
  if (part === "nights" && table.external.length > 0 && table.ordinary === 0) {
    errors.add(
      "base",
      `the rates table cannot be changed: the nightly rates of its rentals (${table.external.join(", ")}) are managed externally`,
    );
  }
}

/**
 * Notes that what a rates table holds has changed: the table's record names its seasons, periods and rules, and the nightly rate maps
 * of its rentals are made of its seasons. Whoever asks for what changed (`updated_since`) must be told.
 */
export async function ratesTableChanged({ transaction, account }: WriteContext, id: number, part: Part): Promise<void> {
  await transaction.run("update rates_tables set updated_at = clock_timestamp() where account_id = $1 and id = $2", [
    account.id,
    id,
  ]);
  if (part === "rules") return;
  await transaction.run(
    `update nightly_rate_maps set updated_at = clock_timestamp() where account_id = $1 and id in (
       select id from rentals
       where account_id = $1 and rates_table_id = $2 and deleted_at is null and not nightly_rates_managed_externally
     )`,
    [account.id, id],
  );
}

function findTable({ transaction, account }: WriteContext, child: Resource, id: RecordId) {
  return transaction.row<{ rates_table_id: number }>(
    `select rates_table_id from ${child.table} where account_id = $1 and id = $2`,
    [account.id, id],
  );
}
