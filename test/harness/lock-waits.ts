import { onTestFinished } from "vitest";
import type { ServerAddress } from "../../src/database/address.ts";
import { statementsOn } from "./databases.ts";
import { serversOf } from "./own-objects.ts";

const waiting = "select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";

/**
 * Begins to look, for the duration of a test, at who waits for a lock in a database: on each of a cluster's servers, since whoever
 * changes an account's rows waits on the worker that has them, and the coordinator does not know for whom.
 * @param owner the login of its owner
 * @returns counts the sessions that wait at this moment
 */
export function lockWaits(owner: ServerAddress): () => Promise<number> {
  const servers = serversOf(owner).map(statementsOn);
  onTestFinished(async () => {
    for (const server of servers) await server.end();
  });
  return async () => {
    const found = await Promise.all(servers.map((server) => server.run(waiting)));
    return found.flat().length;
  };
}
