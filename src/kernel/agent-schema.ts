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

/** A resource as an agent meets it (agent.md, Tools): what it may read of it, and what it can filter it by. */
export interface AgentResource {
  readonly resource: Resource;
  /** Whether it has a route that reads one record by its id. */
  readonly gets: boolean;
  readonly filterables: ReadonlyMap<string, Filterable>;
  /** The search parameters of its list that the token may use and that no attribute of the same name stands before. */
  readonly searches: SearchParameters;
  /** What `fields` can name: the attributes and relations that the token sees, and `links` where there are any. */
  readonly fields: readonly string[];
  /** The relations among them. */
  readonly relations: ReadonlySet<string>;
  /** What `sort` can name. */
  readonly sorts: readonly string[];
}

export type AgentResources = ReadonlyMap<string, AgentResource>;

type Json = { readonly [name: string]: unknown };

/** The resources that have a list in the route table which a token with these scopes may read, by name, in the order of the routes. */
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
    resources: [...resources.values()].map((known) => ({
      name: known.resource.name,
      description: known.resource.description,
      filterable: known.filterables.size > 0 || Object.keys(known.searches).length > 0,
    })),
  };
}

/** All that can be known of a resource without reading a record. */
export function describeResource(registry: ResourceRegistry, known: AgentResource, scopes: ReadonlySet<Scope>): Json {
  const { resource } = known;
  const { own } = viewOf(resource, scopes, undefined);
  const attributes = own.attributes.map((name) => {
    const attribute = resource.attributes[name];
    if (!attribute) throw new Error(`${resource.name} has no attribute ${name}.`);
    return [name, describeAttribute(attribute, known.filterables.get(name))];
  });
  return {
    resource: resource.name,
    description: resource.description,
    attributes: Object.fromEntries(attributes),
    relationships: relationships(registry, known, own.relations),
    searches: Object.fromEntries(
      Object.entries(known.searches).map(([name, { type, description }]) => [
        name,
        { type: type.title, description: description },
      ]),
    ),
    examples: examples(known, scopes),
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

/** An agent reads a whole schema at once: what follows the first sentence is in the API's documentation. */
function firstSentence(description: string): string {
  return description.replace(/(?<=[a-z)])[.;:] .*$/s, ".");
}

/** The format that its JSON Schema names; decimals are texts, so that no digit is lost. */
function formatOf({ type, translated }: Attribute<unknown>): string | undefined {
  if (translated && type.title === "Object") return "an object of texts by locale";
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
        // A resource that is declared later has no records yet: the link is there, and it is empty.
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

/** Calls that work as they stand. */
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
