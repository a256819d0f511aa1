import type { ResourceRegistry } from "../registry.ts";
import type { Relation } from "../relation.ts";
import type { Resource } from "../resource.ts";
import type { CompiledQuery } from "./compile-query.ts";
import type { Includes, PageQuery, ReadQuery } from "./query.ts";
import type { QueryScope } from "./visible/read-scope.ts";

/**
 * How long the same question has the same answer (docs/design/response-cache.md): nobody knows, until something changes in the account, or
 * until then or until a hold, a stay or a day ends.
 */
export type Lasting = "unknown" | "until a change" | "until a change or a moment";

/** How long an answer lasts to what was read by a compiled query. */
export function lastingOf(
  { queries }: QueryScope,
  resource: Resource,
  query: ReadQuery | PageQuery,
  { asksClock }: CompiledQuery,
): Lasting {
  const given = "given" in query ? query.given : [];
  if (given.some((name) => resource.search[name]?.readAnew)) return "unknown";
  if (queries.beforeReadsOf(resource)) return "unknown";
  if (!follows(queries.registry, resource, query.includes)) return "unknown";
  // What is embedded, and what ended since a moment, is read by statements of their own.
  const isOneStatement = Object.keys(query.includes).length === 0 && !given.includes("updated_since");
  return asksClock || !isOneStatement ? "until a change or a moment" : "until a change";
}

/** Whether the records, and those that they embed, follow from the account's own rows. */
function follows(registry: ResourceRegistry, resource: Resource, includes: Includes): boolean {
  if (resource.readAnew || resource.computed) return false;
  return Object.entries(includes).every(([name, deeper]) => {
    const relation = resource.relations[name];
    return !relation || targetsOf(relation).every((target) => follows(registry, registry.get(target), deeper));
  });
}

/** The resources whose records are embedded: none yet, where the target is planned. */
function targetsOf(relation: Relation): string[] {
  if (relation.kind === "oneOf") return Object.values(relation.targets);
  return relation.traits.planned ? [] : [relation.traits.target];
}
