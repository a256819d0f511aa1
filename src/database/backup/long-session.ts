import type pg from "pg";
import type { ServerAddress } from "../connect/address.ts";
import { asOwner } from "../connect/roles.ts";

/**
 * What the server or the database may limit or write otherwise: a backup takes as long as it takes, and texts have one form wherever they
 * are written and read. `row_security = off` fails where a policy would hide a row.
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
  // Rows come in the order in which they lie.
  synchronize_seqscans: "off",
  search_path: "public",
};

/** Works on a database as its owner, for as long as it takes. */
export function inLongSession<T>(address: ServerAddress, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return asOwner(address, async (client) => {
    // Servers before 17 have no transaction_timeout.
    await client.query("select set_config(name, $1::json ->> name, false) from pg_settings where $1::jsonb ? name", [
      JSON.stringify(settings),
    ]);
    return work(client);
  });
}
