import pg from "pg";
import { onTestFinished } from "vitest";
import type { ServerAddress } from "../../src/database/connect/address.ts";
import { type Statements, statementsOn } from "./databases.ts";
import { serversOf } from "./own-objects.ts";

const waiting = "from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";

/**
 * Watches lock waits in a database for the duration of a test. It checks each server of a cluster: a writer waits on the worker with the
 * account's rows, and the coordinator does not know for whom.
 */
export class LockWaits {
  private readonly servers: readonly Statements[];

  /** @param owner the database owner's login */
  constructor(owner: ServerAddress) {
    this.servers = serversOf(owner).map(statementsOn);
    onTestFinished(async () => {
      for (const server of this.servers) await server.end();
    });
  }

  /** Counts the sessions that wait now. */
  count = (): Promise<number> => this.everywhere(`select ${waiting}`);

  /** Terminates the waiting sessions. @returns their number */
  cutOff = (): Promise<number> => this.everywhere(`select pg_terminate_backend(pid) ${waiting}`);

  private async everywhere(sql: string): Promise<number> {
    const found = await Promise.all(this.servers.map((server) => server.run(sql)));
    return found.flat().length;
  }
}

/** Holds advisory locks that a test's triggers wait for, on each server, until the test releases them or ends. */
export async function holding(
  owner: ServerAddress,
  ...locks: number[]
): Promise<{ release(lock: number): Promise<unknown> }> {
  const clients = serversOf(owner).map((server) => new pg.Client({ ...server }));
  for (const client of clients) {
    await client.connect();
    onTestFinished(() => client.end());
    for (const lock of locks) await client.query("select pg_advisory_lock($1)", [lock]);
  }
  return {
    release: (lock) => Promise.all(clients.map((client) => client.query("select pg_advisory_unlock($1)", [lock]))),
  };
}
