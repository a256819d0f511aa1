import { mayAny, type Scope, withWriters } from "./access/scopes.ts";
import type { Attribute } from "./attribute.ts";
import { isHidden, leaves, partOf } from "./limits.ts";
import { type Filterable, filterables, relationKey } from "./read/filter/filter.ts";
import { sortKeys } from "./read/filter/sort.ts";
import { sees, viewOf } from "./read/view.ts";
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

type Json = { readonly [name: string]: unknown };

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

/** Every resource with one line about it. */
export function describeResources(resources: AgentResources): Json {
  return {
    resources: [...resources.values()].map((agentResource) => ({
      name: agentResource.resource.name,
      description: agentResource.resource.description,
      filterable: agentResource.filterables.size > 0 || Object.keys(agentResource.searches).length > 0,
    })),
  };
}

/** A resource's full schema, as the token sees it. */
export function describeResource(
  registry: ResourceRegistry,
  agentResource: AgentResource,
  scopes: ReadonlySet<Scope>,
): Json {
  const { resource } = agentResource;
  const { own } = viewOf(resource, scopes, undefined);
  const attributes = own.attributes.map((name) => {
    const attribute = resource.attributes[name];
    if (!attribute) throw new Error(`${resource.name} has no attribute ${name}.`);
    return [name, describeAttribute(attribute, agentResource.filterables.get(name))];
  });
  return {
    resource: resource.name,
    description: resource.description,
    attributes: Object.fromEntries(attributes),
    relationships: relationships(registry, agentResource, own.relations),
    searches: Object.fromEntries(
      Object.entries(agentResource.searches).map(([name, { type, description }]) => [
        name,
        { type: type.title, description },
      ]),
    ),
    examples: examples(agentResource, scopes),
  };
}

function describeAttribute(attribute: Attribute<unknown>, filterable: Filterable | undefined): Json {
  const { type, traits, translated } = attribute;
  const format = formatOf(attribute);
  return {
    type: type.title,
    ...(format === undefined ? {} : { format }),
    ...(traits.description === undefined ? {} : { description: firstSentence(traits.description) }),
    ...(translated && type.title === "Object" ? { translated: true } : {}),
    ...(type.values ? { values: type.values } : {}),
    filter_operators: filterable?.operators ?? [],
  };
}

/** Agents read a whole schema in one go; the rest of a description is in the API's documentation. */
function firstSentence(description: string): string {
  return description.replace(/(?<=[a-z)])[.;:] .*$/s, ".");
}

/** The JSON Schema format. Decimals are strings and keep every digit. */
function formatOf({ type, translated }: Attribute<unknown>): string | undefined {
  if (translated && type.title === "Object") return "an object of strings by locale";
  if (type.title === "Decimal") return "decimal";
  const { readSchema } = type;
  return "format" in readSchema && typeof readSchema.format === "string" ? readSchema.format : undefined;
}

function relationships(
  registry: ResourceRegistry,
  { resource, filterables }: AgentResource,
  names: readonly string[],
): Json {
  const described = names.map((name): [string, Json] => {
    const relation = resource.relations[name];
    if (!relation) throw new Error(`${resource.name} has no relation ${name}.`);
    if (relation.kind === "oneOf") return [name, { kind: "one of several", targets: relation.targets }];
    const filterable = relation.kind === "one" ? filterables.get(relationKey(name)) : undefined;
    return [
      name,
      {
        kind: relation.kind,
        target: relation.traits.target,
        // A planned resource has no records yet, so the link is empty.
        ...(registry.find(relation.traits.target) ? {} : { planned: true }),
        ...(filterable ? { filter: relationKey(name), filter_operators: filterable.operators } : {}),
      },
    ];
  });
  return Object.fromEntries(described);
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

/** Calls that work unchanged. */
function examples({ resource, gets, filterables, fields }: AgentResource, scopes: ReadonlySet<Scope>): Json[] {
  const { name } = resource;
  const shown = fields.filter((field) => field === "id" || field === "name" || field === "updated_at");
  const list = { resource: name, limit: 10, ...(shown.length > 0 ? { fields: shown } : {}) };
  const calls: Json[] = [{ tool: "api_v3_list", arguments: list }];
  const updated = resource.attributes.updated_at;
  if (updated && sees(updated.traits.readers, scopes)) {
    calls.push({ tool: "api_v3_list", arguments: { resource: name, updated_since: "2027-01-01T00:00:00Z" } });
  }
  const time = [...filterables].find(([, { sqlType }]) => sqlType === "timestamptz" || sqlType === "date")?.[0];
  if (time !== undefined) {
    const between = [
      { op: "gteq", value: "2027-01-01" },
      { op: "lt", value: "2027-02-01" },
    ];
    calls.push({ tool: "api_v3_list", arguments: { resource: name, filter: { [time]: between } } });
  }
  const text = [...filterables].find(([, { operators }]) => operators.includes("matches"))?.[0];
  if (text !== undefined) {
    calls.push({
      tool: "api_v3_list",
      arguments: { resource: name, filter: { [text]: { op: "matches", value: "a" } } },
    });
  }
  if (gets) {
    const id = resource.key.sqlType === "uuid" ? "01234567-89ab-4cde-8f01-23456789abcd" : 1;
    calls.push({ tool: "api_v3_get", arguments: { resource: name, id } });
  }
  return calls;
}
