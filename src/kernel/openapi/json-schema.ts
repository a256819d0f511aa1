import Type, { type TSchema } from "typebox";

/** A JSON object of the document. */
export type Json = { readonly [name: string]: unknown };

/** What bodies and answers are; requests may call theirs plain JSON too. */
export const mediaType = "application/vnd.api+json";
export const requestMediaTypes = [mediaType, "application/json"] as const;

/** Refers to a part of the document's components. */
export const reference = (
  kind: "schemas" | "parameters" | "headers" | "responses" | "requestBodies" | "examples",
  name: string,
): Json => ({
  $ref: `#/components/${kind}/${name}`,
});

/** A schema, and null. */
export function nullable(schema: TSchema): TSchema {
  const type: unknown = "type" in schema ? schema.type : undefined;
  if (typeof type !== "string") return Type.Union([schema, Type.Null()]);
  const values: unknown = "enum" in schema ? schema.enum : undefined;
  return { ...schema, type: [type, "null"], ...(Array.isArray(values) ? { enum: [...values, null] } : {}) };
}

/** A schema with what it means; what stands there already stays where nothing else is said. */
export function described<S extends object>(schema: S, description: string | undefined): S {
  return description === undefined ? schema : { ...schema, description };
}

/** An object whose members are known. A record that is read may gain members; what is written may have no others. */
export function objectOf(
  properties: Readonly<Record<string, unknown>>,
  required: readonly string[],
  traits: { readonly closed?: boolean; readonly description?: string } = {},
): Json {
  return {
    type: "object",
    ...(traits.description === undefined ? {} : { description: traits.description }),
    ...(required.length > 0 ? { required: [...required] } : {}),
    properties,
    ...(traits.closed ? { additionalProperties: false } : {}),
  };
}
