import Type, { type TSchema } from "typebox";
import { structure } from "../../../../kernel/attribute.ts";
import { isObject } from "../../../../kernel/values/structure.ts";
import { problem } from "../../../../kernel/values/value-type.ts";
import { acceptMapping, isMapping, type Mapping, mappingSchema } from "../mapping.ts";

const nullable = (schema: TSchema): TSchema => Type.Union([schema, Type.Null()]);
const text = Type.String();
const anyValue = Type.Unknown();

const stay = Type.Object({
  line: Type.Integer(),
  arrival: text,
  departure: text,
  nights: Type.Integer(),
  guest: nullable(text),
  total: nullable(text),
});

/** The reading of a file's column (docs/guides/import.md). */
export const columnSchema = Type.Object({
  name: text,
  attribute: nullable(text),
  ignored: Type.Boolean(),
  reading: Type.Enum(["text", "number", "date", "currency", "country", "status", "method", "guest"], {
    type: "string",
  }),
  dates: nullable(text),
  decimal: nullable(text),
  examples: Type.Array(text),
});

export const firstLineSchema = Type.Object({
  line: Type.Integer(),
  values: Type.Record(text, anyValue),
  read: Type.Record(text, anyValue),
});

export const sampleSchema = Type.Object({
  lines: Type.Array(stay),
  earliest_arrival: text,
  latest_arrival: text,
  longest_nights: Type.Integer(),
  totals: Type.Array(Type.Object({ currency: nullable(text), amount: text })),
  long: Type.Array(stay),
});

export const lineProblemSchema = Type.Object({ line: Type.Integer(), column: nullable(text), reason: text });

const isList = (candidate: unknown): candidate is readonly unknown[] => Array.isArray(candidate);

/** A list of an import's report. */
export const reportedList = (item: TSchema) =>
  structure<readonly unknown[]>({
    title: "Array",
    schema: Type.Array(item),
    accept: () => problem("is read-only"),
    isValue: isList,
  });

/** An object of an import's report. */
export const reportedObject = (schema: TSchema) =>
  structure<Readonly<Record<string, unknown>>>({
    title: "Object",
    schema,
    accept: () => problem("is read-only"),
    isValue: isObject,
  });

/** A mapping, as an object or as a form's text. */
export const mappingAttribute = () =>
  structure<Mapping>({ title: "Object", schema: mappingSchema, accept: acceptMapping, isValue: isMapping });
