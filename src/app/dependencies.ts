import type { Database } from "../database/database.ts";
import { Gate } from "../interfaces/rest/token-authenticator.ts";
import { Catalogue } from "../kernel/registry.ts";
import { Plans } from "../kernel/read/query-cache.ts";
import { Admissions } from "../modules/access/admission.ts";
import { resources, routes } from "./registry.ts";

/** What every house of this release is put together from, over its database: whoever opens one adds where and how it listens. */
export function houseParts(database: Database) {
  return {
    database,
    plans: new Plans(new Catalogue(resources)),
    routes,
    gate: new Gate(new Admissions(database.counting)),
    // The one clock of a house beside the database's: whatever needs the time is given it from here.
    clock: Date.now,
  };
}
