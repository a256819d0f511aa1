import { mayAny, type Scope, withWriters } from "./access/scopes.ts";
import { isHidden, leaves, partOf } from "./limits.ts";
import { type Filterable, filterables } from "./read/filter/filter.ts";
import { sortKeys } from "./read/filter/sort.ts";
import { viewOf } from "./read/view.ts";
import type { ResourceRegistry } from "./registry.ts";
import type { Resource } from "./resource.ts";
import type { Route } from "./route.ts";
import type { SearchParameters } from "./search.ts";

/** A resource as an agent sees it (agent.md, Tools). */
export interface AgentResource {
  readonly resource: Resource;
  /** Whether a route reads one record by id. */
  readonly gets: boolean;
  readonly filterables: ReadonlyMap<string, Filterable>;
  /** The search parameters that the token may use, except those that share a name with an attribute. */
  readonly searches: SearchParameters;
  /** Valid names for `fields`: visible attributes and relations, and `links` where there are any. */
  readonly fields: readonly string[];
  /** The relations in `fields`. */
  readonly relations: ReadonlySet<string>;
  /** Valid names for `sort`. */
  readonly sorts: readonly string[];
}

export type AgentResources = ReadonlyMap<string, AgentResource>;

/** The resources whose list a token with these scopes may read, by name, in route order. */
export function agentResources(
  registry: ResourceRegistry,
  routes: readonly Route[],
  scopes: ReadonlySet<Scope>,
): AgentResources {
  const admitted = routes.filter((route) => mayAny(scopes, withWriters(route.scopes)));
  const listed = admitted
    .filter(({ operation, resource }) => operation.kind === "list" && !isHidden(scopes, resource))
    .map(({ resource }) => resource);
  return new Map(
    listed.map((resource) => {
      const { own } = viewOf(resource, scopes, undefined);
      const gets = admitted.some((route) => route.resource === resource && route.operation.kind === "get");
      const relations = own.relations.filter((name) => !own.attributes.includes(name));
      const fields = [...own.attributes, ...relations, ...(own.relations.length > 0 ? ["links"] : [])];
      const compared = filterables(registry, resource, scopes);
      return [
        resource.name,
        {
          resource,
          gets,
          fields,
          relations: new Set(relations),
          sorts: sortKeys(own.attributes, compared),
          filterables: compared,
          searches: searchesOf(resource, compared, scopes),
        },
      ];
    }),
  );
}

function searchesOf(
  resource: Resource,
  compared: ReadonlyMap<string, Filterable>,
  scopes: ReadonlySet<Scope>,
): SearchParameters {
  const usable = Object.entries(resource.search).filter(
    ([name, parameter]) =>
      !compared.has(name) &&
      leaves(partOf(scopes, resource), "search", name) &&
      (parameter.scopes === undefined || mayAny(scopes, withWriters(parameter.scopes))),
  );
  return Object.fromEntries(usable);
}
