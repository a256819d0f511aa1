import type { TSchema } from "typebox";
import type { Attribute } from "../attribute.ts";
import { locales } from "../locales.ts";
import type { BodyShape, Nested, NestedBody } from "../nested.ts";
import type { Relations, ToMany, ToOne } from "../relation.ts";
import { described, type Json, nullable, objectOf } from "./json-schema.ts";

/** Whether a body makes a record or changes one: only what makes one must say what is required. */
export type Writing = "create" | "update";

/** JSON Schema of an object in a body: what a write may say, and what it must say. Unknown names are refused. */
export function bodySchema(shape: BodyShape, writing: Writing, further: Nested = {}): Json {
  const properties: Record<string, unknown> = {};
  const required: string[] = [];
  const nested = { ...shape.nested, ...further };
  for (const [name, attribute] of Object.entries(shape.attributes)) {
    const { traits } = attribute;
    if (!traits.writable || (writing === "update" && traits.onlyOnCreation)) continue;
    properties[name] = described(writtenSchema(attribute), traits.purpose);
    for (const [localized, schema] of localizedSchemas(name, attribute)) properties[localized] = schema;
    if (traits.required && !attribute.translated) required.push(name);
  }
  for (const { name, relation } of written(shape.relations ?? {})) {
    if (!relation.written) continue;
    properties[name] = described(writtenSchema(relation.written.attribute), relation.traits.purpose);
    if (relation.written.attribute.traits.required) required.push(name);
  }
  for (const [name, body] of Object.entries(nested)) {
    properties[name] = nestedSchema(body);
    if (body.required) required.push(name);
  }
  return objectOf(properties, writing === "create" ? required : [], { closed: true });
}

/** A list of objects, or one: its elements are always new ones. */
function nestedSchema(body: NestedBody): Json {
  const element = bodySchema(body, "create");
  if (body.form === "one") return { ...element, description: body.purpose };
  return {
    type: "array",
    description: body.purpose,
    ...(body.atLeast > 0 ? { minItems: body.atLeast } : {}),
    maxItems: body.atMost,
    items: element,
  };
}

function writtenSchema({ type, traits }: Attribute<unknown>): TSchema {
  return traits.never === "null" || type.title === "Array" ? type.writeSchema : nullable(type.writeSchema);
}

/** `name_en`, `name_fr` … of a translated attribute: one text each, null to clear it. */
function localizedSchemas(name: string, { type }: Attribute<unknown>): [string, TSchema][] {
  const { localeSchema } = type;
  if (!localeSchema) return [];
  return locales.map((locale) => [
    `${name}_${locale}`,
    described(nullable(localeSchema), `${name} in the locale ${locale}; null clears it.`),
  ]);
}

function written(relations: Relations): { name: string; relation: ToOne | ToMany }[] {
  return Object.values(relations).flatMap((relation) =>
    relation.kind !== "oneOf" && relation.written ? [{ name: relation.written.name, relation }] : [],
  );
}
