import type { Database } from "../database/database.ts";
import { TokenAuthenticator } from "../interfaces/rest/token-authenticator.ts";
import { ResourceRegistry } from "../kernel/registry.ts";
import { QueryCache } from "../kernel/read/query-cache.ts";
import { TokenAdmissions } from "../modules/access/admission.ts";
import { resources, routes } from "./registry.ts";

/** What every house of this release is put together from, over its database: whoever opens one adds where and how it listens. */
export function serviceDependencies(database: Database) {
  return {
    database,
    queries: new QueryCache(new ResourceRegistry(resources)),
    routes,
    authenticator: new TokenAuthenticator(new TokenAdmissions(database.counting)),
    // The one clock of a house beside the database's: whatever needs the time is given it from here.
    clock: Date.now,
  };
}
