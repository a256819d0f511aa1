import { onTestFinished } from "vitest";
import { statementsOn } from "./databases.ts";
import { ownerOf, serversOf } from "./own-objects.ts";
import type { TestService } from "./service.ts";

const waiting = "select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";

/**
 * Begins to look, for the duration of a test, at who waits for a lock in a service's database: on each of a cluster's servers, since whoever
 * changes an account's rows waits on the worker that has them, and the coordinator does not know for whom.
 * @returns counts the sessions that wait at this moment
 */
export async function lockWaits(service: TestService): Promise<() => Promise<number>> {
  const servers = serversOf(await ownerOf(service)).map(statementsOn);
  onTestFinished(async () => {
    for (const server of servers) await server.end();
  });
  return async () => {
    const found = await Promise.all(servers.map((server) => server.run(waiting)));
    return found.flat().length;
  };
}
