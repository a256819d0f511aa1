/**
 * SQL over a row of rentals: the version of all that its prices are made of, as a text such as `12.3.40`: of the rental and what is its
 * own, of its rates table, and of the account's fees, taxes and applications. Triggers move it in the transaction of every change
 * (docs/decisions/0013-content-versions.md). Whoever keeps something under a version reads the version no later than the content.
 */
export const pricesVersion =
  "concat_ws('.', rentals.prices_version," +
  " coalesce((select rates_tables.prices_version from rates_tables where rates_tables.account_id = rentals.account_id" +
  " and rates_tables.id = rentals.rates_table_id), 0)," +
  " (select accounts.prices_version from accounts where accounts.id = rentals.account_id))";

/** The same text for a statement on many rentals, which joins what it is made of once (see `pricesVersionJoins`). */
export const joinedPricesVersion =
  "concat_ws('.', rentals.prices_version, coalesce(rates_tables.prices_version, 0), accounts.prices_version)";

/** What stands after `from rentals` for it. */
export const pricesVersionJoins =
  "join accounts on accounts.id = rentals.account_id" +
  " left join rates_tables on rates_tables.account_id = rentals.account_id and rates_tables.id = rentals.rates_table_id";

/** The same of its bookings. A hold that expires ends without a change: what is kept must know until when its holds hold. */
export const calendarVersion = "rentals.calendar_version";
