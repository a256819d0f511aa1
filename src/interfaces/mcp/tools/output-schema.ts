/** A JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>;

const types = {
  text: { type: "string" },
  flag: { type: "boolean" },
  object: { type: "object" },
  /** An object, or null where there is none. */
  maybe: { type: ["object", "null"] },
  list: { type: "array", items: { type: "object" } },
} as const;

/** The schema of an answer whose members are all present and have these types. It is part of `tools/list`, so it stays short. */
export function answerOf(members: Readonly<Record<string, keyof typeof types>>): Schema {
  const properties = Object.fromEntries(Object.entries(members).map(([name, type]) => [name, types[type]]));
  return { type: "object", properties, required: Object.keys(members) };
}

/** The schema of an answer with a resource's records under its name. */
export const recordsAnswer: Schema = {
  type: "object",
  properties: { meta: types.object },
  additionalProperties: types.list,
};
