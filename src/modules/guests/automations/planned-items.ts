import Type from "typebox";
import { structure } from "../../../kernel/attribute.ts";
import { type Accepted, problem } from "../../../kernel/values/value-type.ts";

const maxItems = 50;
const maxLength = 200;

const isText = (item: unknown): item is string => typeof item === "string" && item.trim() !== "";
const isList = (candidate: unknown): candidate is readonly string[] =>
  Array.isArray(candidate) && candidate.every(isText);

function accept(input: unknown): Accepted<readonly string[]> {
  if (!isList(input) || input.length === 0) return problem("must be an array of texts, or null for none");
  const items = [...new Set(input.map((item) => item.trim()))];
  if (items.length > maxItems) return problem(`has too many items (maximum is ${maxItems})`);
  if (items.some((item) => item.length > maxLength))
    return problem(`has an item that is too long (maximum is ${maxLength} characters)`);
  return { value: items };
}

/** The items of a planned task's checklist: one to fifty texts, without duplicates. */
export const plannedItems = () =>
  structure<readonly string[]>({
    title: "Array",
    schema: Type.Array(Type.String({ minLength: 1, maxLength }), { minItems: 1, maxItems }),
    accept,
    isValue: isList,
  });
