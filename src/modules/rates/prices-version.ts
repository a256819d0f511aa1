/**
 * SQL over a row of rentals with `pricesVersionJoins`: the version of all that its prices are made of, as a text such as `12.3.40`: of the
 * rental and what is its own, of its rates table, and of the account's fees, taxes and applications. Triggers move it in the transaction
 * of every change (docs/decisions/0013-content-versions.md). Whoever keeps something under a version reads the version no later than the
 * content. A calendar has `rentals.calendar_version`; a hold that expires ends without a change of it.
 */
export const pricesVersion =
  "concat_ws('.', rentals.prices_version, coalesce(rates_tables.prices_version, 0), accounts.prices_version)";

/** What stands after `from rentals` for it. */
export const pricesVersionJoins =
  "join accounts on accounts.id = rentals.account_id" +
  " left join rates_tables on rates_tables.account_id = rentals.account_id and rates_tables.id = rentals.rates_table_id";
