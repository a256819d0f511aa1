import type { Transaction } from "../../../database/sql/transaction.ts";

/**
 * SQL over a row of rentals with `pricesVersionJoins`: the version of all that its prices are made of, as a text such as `12.3.40`: of the
 * rental and what is its own, of its rates table, and of the account's fees, taxes and applications. Triggers move it in the transaction
 * of every change (docs/design/response-cache.md). Whoever keeps something under a version reads the version no later than the
 * content. A calendar has `rentals.calendar_version`; a hold that expires ends without a change of it.
 */
export const pricesVersion =
  "concat_ws('.', rentals.prices_version, coalesce(rates_tables.prices_version, 0), accounts.prices_version)";

/** SQL as `pricesVersion`: the version of what the static rates of a rental are made of, itself and its rates table (baseline/06_pricing.sql). */
export const ratesVersion = "concat_ws('.', rentals.rates_version, coalesce(rates_tables.prices_version, 0))";

/** What stands after `from rentals` for it. */
export const pricesVersionJoins =
  "join accounts on accounts.id = rentals.account_id" +
  " left join rates_tables on rates_tables.account_id = rentals.account_id and rates_tables.id = rentals.rates_table_id";

/**
 * SQL over a row of rentals: the version of what is the rental's own, and a key of what it shares with others: its rates table, or
 * minus its account where it has none. With `readSharedVersions` they are its `pricesVersion`, without a join for each rental.
 */
export const ownVersion = "rentals.prices_version";
export const pricedWith = "coalesce(rentals.rates_table_id, -rentals.account_id)";

/** The second and third part of `pricesVersion`, by `pricedWith`. */
export type SharedVersions = ReadonlyMap<number, string>;

/** Reads the versions of the rates tables of some accounts, each with that of its account: in the transaction that reads the rentals. */
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
