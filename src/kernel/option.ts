import { parameterType, type SearchParameter } from "./search.ts";
import type { ValueType } from "./values/value-type.ts";

/**
 * A parameter of every read of a resource that changes how records are shown, without excluding any. `:name` in the SQL of the resource's
 * attributes is its value: null when absent, or where a record is embedded.
 */
export type Option = Pick<SearchParameter, "type" | "description">;

export type Options = Readonly<Record<string, Option>>;

/** @param description one sentence, including the default */
export const option = <T>(type: ValueType<T>, description: string): Option => ({
  type: parameterType(type),
  description,
});
