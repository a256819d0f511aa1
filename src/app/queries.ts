import { QueryCache } from "../kernel/read/query-cache.ts";
import { ResourceRegistry } from "../kernel/registry.ts";
import { auditEntry } from "../modules/records/audit/audit-entry.ts";
import { publishForCaller } from "../modules/records/events/publish-all.ts";
import { resources } from "./registry.ts";

/** The queries of all resources. Reading the audit publishes pending changes first. */
export function allQueries(): QueryCache {
  return new QueryCache(new ResourceRegistry(resources), { before: new Map([[auditEntry, publishForCaller]]) });
}
