import Type, { type TSchema } from "typebox";

/** A JSON object of the document. */
export type Json = { readonly [name: string]: unknown };

/** The media type of bodies and answers; requests may declare plain JSON too. */
export const mediaType = "application/vnd.api+json";
export const requestMediaTypes = [mediaType, "application/json"] as const;

/** A reference to one of the document's components. */
export const reference = (
  kind: "schemas" | "parameters" | "headers" | "responses" | "requestBodies" | "examples",
  name: string,
): Json => ({
  $ref: `#/components/${kind}/${name}`,
});

/** A schema that also accepts null. */
export function nullable(schema: TSchema): TSchema {
  const type: unknown = "type" in schema ? schema.type : undefined;
  if (typeof type !== "string") return Type.Union([schema, Type.Null()]);
  const values: unknown = "enum" in schema ? schema.enum : undefined;
  return { ...schema, type: [type, "null"], ...(Array.isArray(values) ? { enum: [...values, null] } : {}) };
}

/** Sets a schema's description; keeps the existing one without an argument. */
export function described<S extends object>(schema: S, description: string | undefined): S {
  return description === undefined ? schema : { ...schema, description };
}

/** An object schema. Answers may gain members later; closed bodies accept no others. */
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
