import Type, { type TSchema } from "typebox";
import type { ValueType } from "../../../kernel/values/value-type.ts";

/** The elements of a client's addresses, e-mail addresses or phone numbers. */
export interface DetailElement {
  /** Writable attributes, in output order. */
  readonly texts: Readonly<Record<string, ValueType<string>>>;
  readonly required: readonly string[];
  /** Whether elements have a lock. */
  readonly lockable: boolean;
}

/** Descriptions of an element's attributes. */
const descriptions: Readonly<Record<string, string>> = {
  label: "A label such as home or work.",
  address1: "The first address line.",
  address2: "The second address line.",
  city: "The city.",
  state: "The state, region or province.",
  zip: "The postal code.",
  country_code: "The country: two letters, ISO 3166-1.",
  email: "The e-mail address.",
  number: "The phone number.",
};

const primary = Type.Boolean({
  description: "Whether it is the default, the first of the list. Ignored when written.",
});
const nullable = (schema: TSchema) => Type.Union([schema, Type.Null()]);
const described = (name: string, schema: TSchema) => ({ ...schema, description: descriptions[name] ?? "" });

/** Returns the JSON Schemas for writing and reading a group's list. */
export function detailSchemas(group: DetailElement, maxItems: number): { schema: TSchema; readSchema: TSchema } {
  const written = Object.entries(group.texts).map(([name, { writeSchema }]) =>
    group.required.includes(name)
      ? [name, described(name, writeSchema)]
      : [name, Type.Optional(described(name, nullable(writeSchema)))],
  );
  const read = Object.keys(group.texts).map((name) => [name, described(name, nullable(Type.String()))]);
  const moment = Type.String({ format: "date-time" });
  return {
    schema: Type.Array(
      Type.Object({
        id: Type.Optional(Type.Integer({ description: "The id of the existing element to keep." })),
        ...Object.fromEntries(written),
        primary: Type.Optional(primary),
      }),
      { maxItems },
    ),
    readSchema: Type.Array(
      Type.Object({
        id: Type.Integer({ description: "The element's permanent id." }),
        client_id: Type.Integer({ description: "The client." }),
        ...Object.fromEntries(read),
        created_at: moment,
        updated_at: moment,
        canceled_at: nullable(moment),
        primary,
        ...(group.lockable
          ? {
              locked: Type.Optional(nullable(Type.String({ description: "The only application that may change it." }))),
            }
          : {}),
      }),
    ),
  };
}
