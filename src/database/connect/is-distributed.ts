import type { ServerAddress } from "./address.ts";
import { asOwner } from "./roles.ts";

/** Whether the tables of a database are spread over the workers of a cluster (docs/operations.md, "Distributed"). */
export function isDistributed(address: ServerAddress): Promise<boolean> {
  return asOwner(address, async (client) => {
    // A table of the extension's, which PostgreSQL without it does not know.
    const known = await client.query<{ known: boolean }>(
      "select to_regclass('pg_catalog.pg_dist_partition') is not null as known",
    );
    if (known.rows[0]?.known !== true) return false;
    const found = await client.query("select from pg_dist_partition where partmethod = 'h' limit 1");
    return found.rowCount === 1;
  });
}
