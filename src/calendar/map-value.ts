import Type from "typebox";
import { isObject } from "../kernel/values/structure.ts";
import { problem, type ValueType } from "../kernel/values/value-type.ts";

/** What a calendar map is drawn from: the JSON object that its attribute's SQL expression answers. */
export type MapSource = Readonly<Record<string, unknown>>;

/** The text of a calendar map, one character a day, drawn with every read. */
export function mapValue(draw: (source: MapSource) => string): ValueType<string> {
  return {
    title: "String",
    // What it is drawn from, and not what it says: nobody compares it in SQL.
    sqlType: "json",
    readSchema: Type.String(),
    writeSchema: Type.String(),
    toJson(text) {
      const source: unknown = JSON.parse(text);
      if (!isObject(source)) throw new Error("A calendar map was to be drawn from something that is no object.");
      return `"${draw(source)}"`;
    },
    accept: () => problem("is read-only"),
    toDatabase: (value) => value,
    fromDatabase: (text) => text,
    isValue: (candidate) => typeof candidate === "string",
  };
}

/** A day of a source. */
export function dayIn(value: unknown): number {
  if (typeof value !== "number") throw new Error("A calendar map was to be drawn from something that is no day.");
  return value;
}

/** The rows of a source: nothing where PostgreSQL found none. */
export function rowsIn(value: unknown): unknown[][] {
  return Array.isArray(value) ? value.map((row: unknown) => (Array.isArray(row) ? row : [])) : [];
}
