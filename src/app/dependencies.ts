import type { Database } from "../database/database.ts";
import { TokenAuthenticator } from "../interfaces/rest/token-authenticator.ts";
import { ResourceRegistry } from "../kernel/registry.ts";
import { QueryCache } from "../kernel/read/query-cache.ts";
import { TokenAdmissions } from "../modules/access/admission.ts";
import { resources, routes } from "./registry.ts";

/** What a service of this release is made of, over its database; the caller adds where and how it listens. */
export function serviceDependencies(database: Database) {
  return {
    database,
    queries: new QueryCache(new ResourceRegistry(resources)),
    routes,
    authenticator: new TokenAuthenticator(new TokenAdmissions(database.counting)),
    // The service's one clock besides the database's: everything else is given the time.
    clock: Date.now,
  };
}
