import { notFound, type ValidationErrors } from "../../../../kernel/errors.ts";
import type { RecordId } from "../../../../kernel/key.ts";
import type { Resource } from "../../../../kernel/resource.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";

/** The part that a change affects: nightly rates (the table, seasons, periods), or the rules on top of them. */
export type Part = "nights" | "rules";

/**
 * Locks a rates table before any change to its contents, ahead of its seasons, periods and rules. Does nothing if the table does not
 * exist; the next step reports that.
 *
 * Rentals are locked before rates tables: a change touches rentals of other tables whose fees apply in its seasons
 * (baseline/03_resources.sql).
 */
export async function lockRatesTable({ transaction, account }: WriteContext, id: RecordId): Promise<void> {
  await transaction.run(
    `select from rentals where account_id = $1 and rates_table_id is distinct from $2 and id in (
       select rentals_fees.rental_id from seasons
       join rentals_fees_seasons on rentals_fees_seasons.account_id = $1 and rentals_fees_seasons.season_id = seasons.id
       join rentals_fees on rentals_fees.account_id = $1 and rentals_fees.id = rentals_fees_seasons.rentals_fee_id
       where seasons.account_id = $1 and seasons.rates_table_id = $2 and rentals_fees.archived_at is null
     ) order by id for no key update`,
    [account.id, id],
  );
  await transaction.run("select from rates_tables where account_id = $1 and id = $2 for no key update", [
    account.id,
    id,
  ]);
}

/** Locks the rates table of a season, period or rule. */
export function lockTableOf(child: Resource) {
  return async (context: WriteContext, id: RecordId): Promise<void> => {
    const row = await findTable(context, child, id);
    if (row) await lockRatesTable(context, row.rates_table_id);
  };
}

/**
 * Locks the seasons' rates tables against changes until the transaction ends. Call it before adding a fee to seasons:
 * a concurrent change would only touch fees that already apply in them.
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
 * Refuses changes to a private table. Also refuses changes to seasons if all rentals have externally managed nightly rates, because
 * seasons would have no effect (service.md, Rates table). Rules still apply there and can change.
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
     left join rentals on rentals.account_id = $1 and rentals.rates_table_id = rates_tables.id and rentals.deleted_at is null
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
 * Touches a changed rates table, and the nightly rate maps of its rentals if its seasons changed, so that `updated_since` finds them.
 */
export async function ratesTableChanged({ transaction, account }: WriteContext, id: number, part: Part): Promise<void> {
  await transaction.run(
    "update rates_tables set updated_at = statement_timestamp() where account_id = $1 and id = $2",
    [account.id, id],
  );
  if (part === "rules") return;
  await transaction.run(
    `update nightly_rate_maps set updated_at = statement_timestamp() where account_id = $1 and id in (
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
