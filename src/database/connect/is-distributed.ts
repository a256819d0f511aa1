import type { ServerAddress } from "./address.ts";
import { asOwner } from "./roles.ts";

/** Whether the database's tables are distributed over a cluster's workers (docs/operate/scale.md, Distribute). */
export function isDistributed(address: ServerAddress): Promise<boolean> {
  return asOwner(address, async (client) => {
    // This table exists only with the Citus extension.
    const citus = await client.query<{ installed: boolean }>(
      "select to_regclass('pg_catalog.pg_dist_partition') is not null as installed",
    );
    if (citus.rows[0]?.installed !== true) return false;
    const found = await client.query("select from pg_dist_partition where partmethod = 'h' limit 1");
    return found.rowCount === 1;
  });
}
