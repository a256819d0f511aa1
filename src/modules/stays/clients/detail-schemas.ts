import Type, { type TSchema } from "typebox";
import type { ValueType } from "../../../kernel/values/value-type.ts";

/** What an element of a client's addresses, e-mail addresses or phone numbers is. */
export interface DetailElement {
  /** What a client sets in it, in the order in which it is written out. */
  readonly texts: Readonly<Record<string, ValueType<string>>>;
  readonly required: readonly string[];
  /** Elements say whether they are locked. */
  readonly lockable: boolean;
}

/** What the texts of an address, e-mail address or phone number mean. */
const meanings: Readonly<Record<string, string>> = {
  label: "What tells it from the others, such as home or work.",
  address1: "First line of the address.",
  address2: "Second line of the address.",
  city: "The city.",
  state: "The state, region or province.",
  zip: "The postal code.",
  country_code: "Two letters, ISO 3166-1.",
  email: "The e-mail address.",
  number: "The phone number.",
};

const primary = Type.Boolean({
  description: "Whether it is the one to use first: the first of the list. Ignored when written.",
});
const nullable = (schema: TSchema) => Type.Union([schema, Type.Null()]);
const described = (name: string, schema: TSchema) => ({ ...schema, description: meanings[name] ?? "" });

/** JSON Schema of a group's list, as it is written and as it is read. */
export function detailSchemas(group: DetailElement, most: number): { schema: TSchema; readSchema: TSchema } {
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
        id: Type.Optional(Type.Integer({ description: "Names the element that it was, which stays the same." })),
        ...Object.fromEntries(written),
        primary: Type.Optional(primary),
      }),
      { maxItems: most },
    ),
    readSchema: Type.Array(
      Type.Object({
        id: Type.Integer({ description: "The element's number, which never changes." }),
        client_id: Type.Integer({ description: "The client." }),
        ...Object.fromEntries(read),
        created_at: moment,
        updated_at: moment,
        canceled_at: nullable(moment),
        primary,
        ...(group.lockable
          ? { locked: Type.Optional(nullable(Type.String({ description: "Which application alone may change it." }))) }
          : {}),
      }),
    ),
  };
}
