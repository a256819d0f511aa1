import { MigrationError } from "../migration-error.ts";
import { sqlState } from "../sql/errors.ts";
import type { ServerAddress } from "./address.ts";
import { connectionConfig } from "./database.ts";
import { connectToPrimary } from "./primary.ts";

const refusal =
  "DATABASE_URL leads to a connection pooler such as PgBouncer, but Roost needs a direct connection: it keeps settings, prepared statements " +
  "and locks on its connections, and pools them itself. Use the PostgreSQL server's own host and port.";

/** SQLSTATE with which a pooler refuses connection settings. */
const protocolViolation = "08P01";

/** A setting that only a connection's own options set. */
const own = "roost.direct";

/** Selects the connection's server process, and whether its settings reached the server. */
const probe = `select pg_backend_pid() as process, coalesce(current_setting('${own}', true), '') = 'yes' as is_set`;

/**
 * Asserts that connections go to PostgreSQL directly (operations.md, High availability). A pooler shares server processes between
 * connections, or drops their settings. One of those is the role, on which row-level security depends.
 * @throws MigrationError
 */
export async function assertDirect(address: ServerAddress): Promise<void> {
  const config = connectionConfig(address, "owner");
  const clients = [];
  try {
    const processes = new Set<number>();
    for (let connection = 0; connection < 2; connection++) {
      const client = await connectToPrimary(address, {
        ...config,
        options: `${config.options} -c ${own}=yes`,
      });
      clients.push(client);
      const { rows } = await client.query<{ process: number; is_set: boolean }>(probe);
      const [seen] = rows;
      if (!seen?.is_set || processes.has(seen.process)) throw new MigrationError(refusal);
      processes.add(seen.process);
    }
  } catch (error) {
    throw sqlState(error) === protocolViolation ? new MigrationError(refusal) : error;
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}
