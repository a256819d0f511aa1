import Type from "typebox";
import { objectIn } from "../../../kernel/values/built-json.ts";
import { problem, type ValueType } from "../../../kernel/values/value-type.ts";

/** The source of a calendar map: the JSON object from the attribute's SQL expression. */
export type MapSource = Readonly<Record<string, unknown>>;

/** The text of a calendar map, one character per day, drawn on every read. */
export function mapValue(draw: (source: MapSource) => string): ValueType<string> {
  return {
    title: "String",
    // The type of the source. SQL never compares the drawn text.
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
