import { MigrationError } from "../migration-error.ts";
import { sqlState } from "../sql/errors.ts";
import type { ServerAddress } from "./address.ts";
import { connectionConfig } from "./database.ts";
import { connectToPrimary } from "./primary.ts";

const refusal =
  "DATABASE_URL leads to a connection pooler such as PgBouncer, and Roost needs PostgreSQL itself: it keeps settings, prepared statements and " +
  "locks on its connections, and has pools of its own. Name the server's own host and port.";

/** SQLSTATE: what a pooler answers to settings that come with a connection. */
const protocolViolation = "08P01";

/** A setting that nothing but the connection itself brings. */
const own = "roost.direct";

/** Of a connection: its server process, and whether the settings that came with it were passed on. */
const probe = `select pg_backend_pid() as process, coalesce(current_setting('${own}', true), '') = 'yes' as is_set`;

/**
 * Asserts that connections lead to PostgreSQL itself (operations.md, High availability): a pooler gives one server process to several of them in
 * turns, or passes on no settings, and the role among them, which row-level security rests on.
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
