import Type from "typebox";
import { objectIn } from "../../../kernel/values/built-json.ts";
import { problem, type ValueType } from "../../../kernel/values/value-type.ts";

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
      return `"${draw(objectIn(text))}"`;
    },
    accept: () => problem("is read-only"),
    toDatabase: (value) => value,
    fromDatabase: (text) => text,
    isValue: (candidate) => typeof candidate === "string",
  };
}
