import type { Transaction } from "../../../database/sql/transaction.ts";

/**
 * SQL over a row of rentals with `pricesVersionJoins`: the content version of its prices, such as `12.3.40`, of the rental, its rates
 * table, and the account's fees, taxes and applications. Triggers increment it in each change's transaction (docs/design/response-cache.md).
 * Read the version before the content that you cache under it. It does not cover the calendar (`rentals.calendar_version`).
 */
export const pricesVersion =
  "concat_ws('.', rentals.prices_version, coalesce(rates_tables.prices_version, 0), accounts.prices_version)";

/** Like `pricesVersion`, for static rates: the rental and its rates table (baseline/06_pricing.sql). */
export const ratesVersion = "concat_ws('.', rentals.rates_version, coalesce(rates_tables.prices_version, 0))";

/** SQL: the joins after `from rentals`. @param account the condition on the rates table's account, such as `= $1` */
export const pricesVersionJoins = (account: string): string =>
  `join accounts on accounts.id = rentals.account_id
   left join rates_tables on rates_tables.account_id = rentals.account_id and rates_tables.account_id ${account}
     and rates_tables.id = rentals.rates_table_id`;

/**
 * SQL over a row of rentals: the rental's own version, and the key of its shared parts: its rates table, or its negated account id.
 * With `readSharedVersions` they form its `pricesVersion` without a join per rental.
 */
export const ownVersion = "rentals.prices_version";
export const pricedWith = "coalesce(rentals.rates_table_id, -rentals.account_id)";

/** The second and third parts of `pricesVersion`, by `pricedWith`. */
export type SharedVersions = ReadonlyMap<number, string>;

/** Reads the versions of the accounts' rates tables, each with its account's. Call it in the transaction that reads the rentals. */
export async function readSharedVersions(
  transaction: Transaction,
  accounts: readonly number[],
): Promise<SharedVersions> {
  const rows = await transaction.read(
    {
      name: "shared versions",
      text: `select rates_tables.id, concat_ws('.', rates_tables.prices_version, accounts.prices_version)
       from rates_tables join accounts on accounts.id = rates_tables.account_id where rates_tables.account_id = any($1::bigint[])
       union all select -id, concat_ws('.', 0, prices_version) from accounts where id = any($1::bigint[])`,
    },
    [accounts],
  );
  return new Map(rows.map(([key, version]) => [Number(key), version ?? ""]));
}
