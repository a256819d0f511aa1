import type { Database } from "../database/database.ts";
import { apiAuthenticator } from "../interfaces/rest/authentication.ts";
import type { FileStore } from "../kernel/files.ts";
import { ResourceRegistry } from "../kernel/registry.ts";
import { QueryCache } from "../kernel/read/query-cache.ts";
import type { Secrets } from "../kernel/secrets.ts";
import { clock } from "./clock.ts";
import { resources, routes } from "./registry.ts";

/** What every service of this release is put together from, over its database; its starter adds where and how it listens. */
export function serviceDependencies(database: Database, secrets: Secrets, files: FileStore) {
  return {
    database,
    secrets,
    files,
    queries: new QueryCache(new ResourceRegistry(resources)),
    routes,
    authenticator: apiAuthenticator(database.counting),
    clock,
  };
}
