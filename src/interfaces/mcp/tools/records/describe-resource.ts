import type { Scope } from "../../../../kernel/access/scopes.ts";
import type { AgentResource, AgentResources } from "../../../../kernel/agent-schema.ts";
import type { Attribute } from "../../../../kernel/attribute.ts";
import { relationKey } from "../../../../kernel/read/filter/filter.ts";
import { viewOf } from "../../../../kernel/read/view.ts";
import type { ResourceRegistry } from "../../../../kernel/registry.ts";
import { maxAnswerLength } from "../fit.ts";
import { exampleCalls } from "./example-calls.ts";

type Json = { readonly [name: string]: unknown };

/** Characters of a line about a resource. */
const maxLine = 90;

/** Characters of a line about an attribute or search: as many as a short answer has room for. */
const lineLengths = [64, 40, 24];

/** Every resource with one line about it. Nearly all can be filtered: only the others say so. */
export function describeResources(resources: AgentResources): Json {
  return {
    resources: [...resources.values()].map(({ resource, filterables, searches }) => ({
      name: resource.name,
      description: cut(resource.description, maxLine),
      ...(filterables.size > 0 || Object.keys(searches).length > 0 ? {} : { filterable: false }),
    })),
  };
}

/**
 * A resource's schema, as the token sees it. An attribute has the format and the filter operators of its type in `types`, unless it
 * names its own.
 */
export function describeResource(
  registry: ResourceRegistry,
  agentResource: AgentResource,
  scopes: ReadonlySet<Scope>,
): Json {
  const described = lineLengths.map((length) => describe(registry, agentResource, scopes, length));
  const shortest = describe(registry, agentResource, scopes, 0);
  return described.find((one) => JSON.stringify(one).length <= maxAnswerLength) ?? shortest;
}

/** @param length characters of a line; 0 leaves lines out */
function describe(
  registry: ResourceRegistry,
  agentResource: AgentResource,
  scopes: ReadonlySet<Scope>,
  length: number,
): Json {
  const { resource } = agentResource;
  const { own } = viewOf(resource, scopes, undefined);
  const attributes = own.attributes.map((name) => {
    const attribute = resource.attributes[name];
    if (!attribute) throw new Error(`${resource.name} has no attribute ${name}.`);
    return { name, attribute, form: formOf(attribute, agentResource.filterables.get(name)?.operators ?? []) };
  });
  const types = new Map(
    [...Map.groupBy(attributes, ({ attribute }) => attribute.type.title)].map(([title, all]) => [
      title,
      mostFrequent(all.map(({ form }) => JSON.stringify(form))),
    ]),
  );
  return {
    resource: resource.name,
    description: resource.description,
    types: Object.fromEntries([...types].map(([title, form]) => [title, JSON.parse(form)])),
    attributes: Object.fromEntries(
      attributes.map(({ name, attribute, form }) => [
        name,
        {
          ...describeAttribute(attribute, length),
          ...(types.get(attribute.type.title) === JSON.stringify(form) ? {} : form),
        },
      ]),
    ),
    relationships: relationships(registry, agentResource, own.relations),
    searches: Object.fromEntries(
      Object.entries(agentResource.searches).map(([name, { type, description }]) => [
        name,
        { type: type.title, ...lineOf(description, length) },
      ]),
    ),
    examples: exampleCalls(agentResource),
  };
}

/** Enumerations up to this length are shown whole. A filter names the nearest values of longer ones. */
const maxValues = 40;

function describeAttribute({ type, traits, translated }: Attribute<unknown>, length: number): Json {
  return {
    type: type.title,
    ...lineOf(traits.description, length),
    ...(translated && type.title === "Object" ? { translated: true } : {}),
    ...(type.values ? { values: type.values.slice(0, type.values.length > maxValues ? 3 : maxValues) } : {}),
    ...(type.values && type.values.length > maxValues ? { values_count: type.values.length } : {}),
  };
}

/** The part of an attribute that is usually the same for all attributes of its type. */
function formOf(attribute: Attribute<unknown>, operators: readonly string[]): Json {
  const format = formatOf(attribute);
  return { ...(format === undefined ? {} : { format }), filter_operators: operators };
}

function mostFrequent(texts: readonly string[]): string {
  const counts = [...Map.groupBy(texts, (text) => text)].map(([text, all]) => ({ text, count: all.length }));
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).text;
}

function lineOf(description: string | undefined, length: number): Json {
  return description === undefined || length === 0 ? {} : { description: cut(firstSentence(description), length) };
}

/** Agents read a whole schema in one go; the rest of a description is in the API's documentation. */
function firstSentence(description: string): string {
  return description.replace(/(?<=[a-z)])[.;:] .*$/s, ".");
}

function cut(line: string, length: number): string {
  return line.length > length ? `${line.slice(0, line.lastIndexOf(" ", length))} …` : line;
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
    const { target } = relation.traits;
    return [
      name,
      {
        kind: relation.kind,
        ...(target === name ? {} : { target }),
        // A planned resource has no records yet, so the link is empty.
        ...(registry.find(target) ? {} : { planned: true }),
        ...(relation.kind === "one" && !filterables.has(relationKey(name)) ? { filterable: false } : {}),
      },
    ];
  });
  return Object.fromEntries(described);
}
