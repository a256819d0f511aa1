import type { Database } from "../database/connect/database.ts";
import { apiAuthenticator } from "../interfaces/rest/admission/authentication.ts";
import type { ServiceSecrets } from "../kernel/access/secrets.ts";
import type { FileStore } from "../kernel/files/files.ts";
import { clock } from "./clock.ts";
import { allQueries } from "./queries.ts";
import { routes } from "./registry.ts";

/** The dependencies that every service shares. The caller adds where and how it listens. */
export function serviceDependencies(database: Database, secrets: ServiceSecrets, files: FileStore) {
  return {
    database,
    secrets,
    files,
    queries: allQueries(),
    routes,
    authenticator: apiAuthenticator(database.counting),
    clock,
  };
}
