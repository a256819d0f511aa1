import type { TSchema } from "typebox";
import type { Attribute } from "../attribute.ts";
import { locales } from "../locales.ts";
import type { BodyShape, NestedBody } from "../nested.ts";
import type { Relations, ToMany, ToOne } from "../relation.ts";
import { described, type Json, nullable, objectOf, reference } from "./json-schema.ts";

/** Creations require the required attributes, updates do not. */
export type Writing = "create" | "update";

/** JSON Schema of an object in a body. Unknown names are an error. */
export function bodySchema(shape: BodyShape, writing: Writing): Json {
  const properties: Record<string, unknown> = {};
  const required: string[] = [];
  for (const [name, attribute] of Object.entries(shape.attributes)) {
    const { traits } = attribute;
    if (!traits.writable || (writing === "update" && traits.onlyOnCreation)) continue;
    properties[name] = described(writtenSchema(attribute), traits.description);
    for (const [localized, schema] of localizedSchemas(name, attribute)) properties[localized] = schema;
    if (traits.required && !attribute.translated) required.push(name);
  }
  for (const { name, relation } of written(shape.relations ?? {})) {
    if (!relation.written || (writing === "update" && relation.written.attribute.traits.onlyOnCreation)) continue;
    properties[name] = described(writtenSchema(relation.written.attribute), relation.traits.description);
    if (relation.written.attribute.traits.required) required.push(name);
  }
  for (const [name, body] of Object.entries(shape.nested ?? {})) {
    properties[name] = nestedSchema(body);
    if (body.required) required.push(name);
  }
  return objectOf(properties, writing === "create" ? required : [], { closed: true });
}

/** A nested list or object. Its elements follow the creation rules. */
function nestedSchema(body: NestedBody): Json {
  const element = bodySchema(body, "create");
  if (body.form === "one") return { ...element, description: body.description };
  const minimum = body.atLeast > 0 ? { minItems: body.atLeast } : {};
  const list = { type: "array", ...minimum, maxItems: body.atMost, items: element };
  const { description } = body;
  return body.text === undefined ? { ...list, description } : { description, anyOf: [list, { type: "string" }] };
}

function writtenSchema({ type, traits }: Attribute<unknown>): TSchema {
  return traits.never === "null" || type.title === "Array" ? type.writeSchema : nullable(type.writeSchema);
}

/** `name_en`, `name_fr` … of a translated attribute, one text each. */
function localizedSchemas(name: string, { type: { localeSchema } }: Attribute<unknown>): [string, Json][] {
  if (!localeSchema) return [];
  return locales.map((locale) => [`${name}_${locale}`, reference("schemas", localizedName(localeSchema))]);
}

/** The shared schemas of localized texts in these bodies, by name. */
export function localizedComponents(shapes: readonly BodyShape[]): Record<string, Json> {
  const components: Record<string, Json> = {};
  for (const { attributes, nested = {} } of shapes) {
    for (const { type } of Object.values(attributes)) {
      if (!type.localeSchema) continue;
      const schema = described(nullable(type.localeSchema), "The text in one locale; null clears it.");
      components[localizedName(type.localeSchema)] = { ...schema };
    }
    Object.assign(components, localizedComponents(Object.values(nested)));
  }
  return components;
}

/** Texts with the same bounds share a schema. */
function localizedName(schema: TSchema): string {
  const bounds = Object.entries({ ...schema }).filter(([name]) => name !== "type" && name !== "pattern");
  return `localized_text_${bounds.map(([, bound]) => String(bound)).join("_")}`;
}

function written(relations: Relations): { name: string; relation: ToOne | ToMany }[] {
  return Object.values(relations).flatMap((relation) =>
    relation.kind !== "oneOf" && relation.written ? [{ name: relation.written.name, relation }] : [],
  );
}
