import { resources } from "../../src/app/registry.ts";
import type { Database } from "../../src/database/database.ts";
import { QueryCache } from "../../src/kernel/read/query-cache.ts";
import { ResourceRegistry } from "../../src/kernel/registry.ts";
import { ChangePublisher } from "../../src/modules/events/change-publisher.ts";
import { publishAll } from "../../src/modules/events/publish-all.ts";

const queries = new QueryCache(new ResourceRegistry(resources));

/** Publishes what an account has in its outbox, as whoever reads changes does. */
export async function publishChangesOf(database: Database, account: number): Promise<void> {
  await publishAll(database.within([account]), account, queries);
}

/** Publishes what is committed a moment later, as a service does; to be closed with the test. */
export function publishingOf(database: Database): ChangePublisher {
  return new ChangePublisher(database, queries, (error) => {
    throw error;
  });
}
