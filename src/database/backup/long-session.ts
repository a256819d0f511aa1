import type pg from "pg";
import type { ServerAddress } from "../connect/address.ts";
import { asOwner } from "../connect/roles.ts";

/**
 * Overrides the server's defaults: no time limits, and one text format wherever a backup is made or restored.
 * `row_security = off` raises an error where a policy would hide a row.
 */
const settings: Readonly<Record<string, string>> = {
  statement_timeout: "0",
  idle_in_transaction_session_timeout: "0",
  transaction_timeout: "0",
  lock_timeout: "0",
  row_security: "off",
  bytea_output: "hex",
  intervalstyle: "postgres",
  extra_float_digits: "1",
  // Returns rows in their physical order.
  synchronize_seqscans: "off",
  search_path: "public",
};

/** Runs `work` as the database's owner, without time limits. */
export function inLongSession<T>(address: ServerAddress, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return asOwner(address, async (client) => {
    // PostgreSQL before 17 has no transaction_timeout.
    await client.query("select set_config(name, $1::json ->> name, false) from pg_settings where $1::jsonb ? name", [
      JSON.stringify(settings),
    ]);
    return work(client);
  });
}
