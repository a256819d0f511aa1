import type { TSchema } from "typebox";
import Type from "typebox";
import type { Attributes } from "../attribute.ts";
import type { ResourceRegistry } from "../registry.ts";
import type { Relation } from "../relation.ts";
import type { Resource } from "../resource.ts";
import { described, type Json, nullable, objectOf, reference } from "./json-schema.ts";

/**
 * JSON Schema of a record in an answer. Required are the attributes that every reader sees; `fields` omits what it does not name.
 */
export function recordSchema(resource: Resource, registry: ResourceRegistry): Json {
  const links = linksSchema(resource, registry);
  const properties = {
    ...(links ? { links } : {}),
    ...attributeSchemas(resource.attributes),
  };
  const required = Object.entries(resource.attributes).filter(([, { traits }]) => traits.readers === "all");
  return objectOf(properties, [...(links?.required ? ["links"] : []), ...required.map(([name]) => name)], {
    description: resource.description,
  });
}

/** The schemas of the attributes that answers may contain. */
export function attributeSchemas(attributes: Attributes): Record<string, TSchema> {
  const read = Object.entries(attributes).filter(([, { traits }]) => traits.readers !== "nobody");
  return Object.fromEntries(
    read.map(([name, { type, traits }]) => [
      name,
      described(traits.present ? type.readSchema : nullable(type.readSchema), traits.description),
    ]),
  );
}

/** The records that `include` embeds, by relation name. */
export function embeddedSchemas(resource: Resource, registry: ResourceRegistry): Record<string, Json> {
  const embedded: Record<string, Json> = {};
  for (const [name, relation] of Object.entries(resource.relations)) {
    if (name in resource.attributes || (relation.kind !== "oneOf" && relation.traits.planned)) continue;
    const targets = relation.kind === "oneOf" ? Object.values(relation.targets) : [relation.traits.target];
    const records = targets.map((target) => reference("schemas", registry.get(target).name));
    const schema =
      relation.kind === "many" ? { type: "array", items: records[0] } : { anyOf: [...records, { type: "null" }] };
    embedded[name] = { ...schema, description: `With include=${name}: ${descriptionOf(relation) ?? ""}` };
  }
  return embedded;
}

/** The schema of `links`; undefined for a resource without relations. */
function linksSchema(resource: Resource, registry: ResourceRegistry): Json | undefined {
  const relations = Object.entries(resource.relations);
  if (relations.length === 0 || resource.linkless) return undefined;
  const properties = relations.map(([name, relation]) => [
    name,
    described(linkSchema(relation, registry), descriptionOf(relation)),
  ]);
  const required = relations.filter(([, relation]) => isAlwaysShown(relation, registry)).map(([name]) => name);
  return objectOf(Object.fromEntries(properties), required, { description: "Ids of related records." });
}

function linkSchema(relation: Relation, registry: ResourceRegistry): TSchema {
  if (relation.kind === "oneOf") {
    const type = Type.Enum(Object.keys(relation.targets), { type: "string" });
    return Type.Object({ id: Type.Integer(), type });
  }
  const { schema } = registry.keyOf(relation.traits.target);
  if (relation.kind === "many") return Type.Array(schema);
  return relation.traits.present ? schema : nullable(schema);
}

/** A link is omitted for tokens that may not see the target. */
function isAlwaysShown(relation: Relation, registry: ResourceRegistry): boolean {
  const targets = relation.kind === "oneOf" ? Object.values(relation.targets) : [relation.traits.target];
  return readersOf(relation) === "all" && targets.every((target) => registry.find(target)?.ownership === undefined);
}

const readersOf = (relation: Relation) => (relation.kind === "oneOf" ? relation.readers : relation.traits.readers);

export const descriptionOf = (relation: Relation): string | undefined => relation.traits.description;
