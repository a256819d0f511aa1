import { parameterType, type SearchParameter } from "./search.ts";
import type { ValueType } from "./values/value-type.ts";

/**
 * A parameter of all reads of a resource, lists as well as those by id, that changes how its records are shown and leaves none out.
 * In the SQL expressions of the resource's attributes `:name` is its value: null when it was not given, or where a record is embedded.
 */
export type Option = Pick<SearchParameter, "type" | "description">;

export type Options = Readonly<Record<string, Option>>;

/** @param description one sentence, which also says what holds when the option is not given */
export const option = <T>(type: ValueType<T>, description: string): Option => ({
  type: parameterType(type),
  description,
});
