import Type, { type TSchema } from "typebox";

/** What names a record within its resource: a number, or a UUID in its canonical text. */
export type RecordId = number | string;

/** The kind of ids that a resource has, and their forms. */
export interface Key<Id extends RecordId = RecordId> {
  /** PostgreSQL's type of the column `id`. */
  readonly sqlType: "bigint" | "uuid";
  /** JSON Schema of an id. */
  readonly schema: TSchema;
  /** What stands in paths, as a regular expression. */
  readonly pattern: string;
  /** Below every id, in PostgreSQL's order. */
  readonly lowest: Id;
  /** The id that a text names, in a path or from the database; undefined when it is none. */
  parse(text: string): Id | undefined;
  /** The JSON text of an id as the database wrote it. */
  toJson(databaseText: string): string;
}

/** Ids from a sequence: what resources have unless they say otherwise. */
export const integerKey: Key<number> = {
  sqlType: "bigint",
  schema: Type.Integer(),
  pattern: "\\d+",
  lowest: 0,
  parse: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined),
  toJson: (text) => text,
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Random ids (RFC 9562), for records whose number nobody shall guess or count. */
export const uuidKey: Key<string> = {
  sqlType: "uuid",
  schema: Type.String({ format: "uuid" }),
  pattern: "[0-9a-fA-F-]{36}",
  lowest: "00000000-0000-0000-0000-000000000000",
  parse: (text) => (uuid.test(text) ? text.toLowerCase() : undefined),
  toJson: (text) => `"${text}"`,
};
