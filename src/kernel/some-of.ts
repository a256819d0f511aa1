import Type from "typebox";
import { structure } from "./attribute.ts";
import { problem } from "./values/value-type.ts";

/**
 * An attribute with a list of some of these values, without duplicates, in written order.
 * @param what the plural noun for the values, in messages
 * @param atLeast 1 where the list cannot be empty
 */
export function someOf<const V extends string>(values: readonly V[], what: string, atLeast: 0 | 1 = 1) {
  const isOne = (candidate: unknown): candidate is V => values.some((value) => value === candidate);
  const isValue = (candidate: unknown): candidate is readonly V[] => Array.isArray(candidate) && candidate.every(isOne);
  return structure<readonly V[]>({
    title: "Array",
    schema: Type.Array(Type.Enum([...values], { type: "string" }), atLeast > 0 ? { minItems: atLeast } : {}),
    accept(input) {
      if (!isValue(input)) return problem(`must be an array of ${what}: ${values.join(", ")}`);
      return input.length >= atLeast ? { value: [...new Set(input)] } : problem("can't be blank");
    },
    isValue,
  });
}
