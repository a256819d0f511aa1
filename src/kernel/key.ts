import Type, { type TSchema } from "typebox";

/** A record's id within its resource: a number, or a UUID in canonical form. */
export type RecordId = number | string;

/** A resource's kind of id. */
export interface Key<Id extends RecordId = RecordId> {
  /** PostgreSQL's type of the column `id`. */
  readonly sqlType: "bigint" | "uuid";
  /** JSON Schema of an id. */
  readonly schema: TSchema;
  /** A regular expression for ids in paths. */
  readonly pattern: string;
  /** Lower than every id, in PostgreSQL's order. */
  readonly lowest: Id;
  /** Parses an id from a path or the database; undefined for any other text. */
  parse(text: string): Id | undefined;
  /** The JSON text of an id in the database's form. */
  toJson(databaseText: string): string;
}

/** Ids from a sequence: the default. */
export const integerKey: Key<number> = {
  sqlType: "bigint",
  schema: Type.Integer(),
  pattern: "\\d+",
  lowest: 0,
  parse: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined),
  toJson: (text) => text,
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Random ids (RFC 9562), which cannot be guessed or counted. */
export const uuidKey: Key<string> = {
  sqlType: "uuid",
  schema: Type.String({ format: "uuid" }),
  pattern: "[0-9a-fA-F-]{36}",
  lowest: "00000000-0000-0000-0000-000000000000",
  parse: (text) => (uuid.test(text) ? text.toLowerCase() : undefined),
  toJson: (text) => `"${text}"`,
};
