import { uuidKey } from "../key.ts";
import { problem, type ValueType } from "./value-type.ts";

/** A UUID. */
export function uuidValue(): ValueType<string> {
  return {
    title: "UUID",
    sqlType: "uuid",
    readSchema: uuidKey.schema,
    writeSchema: uuidKey.schema,
    toJson: (text) => uuidKey.toJson(text),
    accept(input) {
      const value = typeof input === "string" ? uuidKey.parse(input) : undefined;
      return value === undefined ? problem("must be a UUID") : { value };
    },
    toDatabase: (value) => value,
    fromDatabase: (text) => text,
    isValue: (candidate) => typeof candidate === "string",
  };
}
