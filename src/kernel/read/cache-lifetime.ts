import type { ResourceRegistry } from "../registry.ts";
import type { Relation } from "../relation.ts";
import type { Resource } from "../resource.ts";
import type { CompiledQuery } from "./compile-query.ts";
import type { Includes, PageQuery, ReadQuery } from "./query.ts";
import type { QueryScope } from "./visible/read-scope.ts";

/**
 * A response's validity (docs/design/response-cache.md): unknown; until a change in the account; or until a change or the end of
 * a hold, a stay or a day.
 */
export type CacheLifetime = "unknown" | "until a change" | "until a change or a moment";

/** The lifetime of a compiled query's answer. */
export function cacheLifetimeOf(
  { queries }: QueryScope,
  resource: Resource,
  query: ReadQuery | PageQuery,
  { asksClock }: CompiledQuery,
): CacheLifetime {
  const searchNames = "searchNames" in query ? query.searchNames : [];
  if (searchNames.some((name) => resource.search[name]?.uncached)) return "unknown";
  if (queries.beforeReadsOf(resource)) return "unknown";
  if (!dependsOnlyOnAccount(queries.registry, resource, query.includes)) return "unknown";
  // Separate statements read embedded records and deleted ids.
  const isOneStatement = Object.keys(query.includes).length === 0 && !searchNames.includes("updated_since");
  return asksClock || !isOneStatement ? "until a change or a moment" : "until a change";
}

/** Whether the records, and the records embedded in them, depend only on the account's own rows. */
function dependsOnlyOnAccount(registry: ResourceRegistry, resource: Resource, includes: Includes): boolean {
  if (resource.uncached || resource.computed) return false;
  return Object.entries(includes).every(([name, deeper]) => {
    const relation = resource.relations[name];
    return (
      !relation || targetsOf(relation).every((target) => dependsOnlyOnAccount(registry, registry.get(target), deeper))
    );
  });
}

/** The resources of embedded records; none for a planned target. */
function targetsOf(relation: Relation): string[] {
  if (relation.kind === "oneOf") return Object.values(relation.targets);
  return relation.traits.planned ? [] : [relation.traits.target];
}
