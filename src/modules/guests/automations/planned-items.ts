import Type from "typebox";
import { structure } from "../../../kernel/attribute.ts";
import { areTexts } from "../../../kernel/values/structure.ts";
import { isBlankText, textValue } from "../../../kernel/values/text.ts";
import { type Accepted, problem } from "../../../kernel/values/value-type.ts";

const maxItems = 50;
const maxLength = 200;

const itemText = textValue({ maxLength });

function accept(input: unknown): Accepted<readonly string[]> {
  const refused = problem("must be an array of strings, or null for none");
  if (!Array.isArray(input) || input.length === 0) return refused;
  const items = new Set<string>();
  for (const element of input) {
    if (typeof element !== "string" || isBlankText(element)) return refused;
    const accepted = itemText.accept(element.trim());
    if ("problem" in accepted) return problem(`has an item that ${accepted.problem}`);
    items.add(accepted.value);
  }
  if (items.size > maxItems) return problem(`has too many items (maximum is ${maxItems})`);
  return { value: [...items] };
}

/** The items of a planned task's checklist: one to fifty texts, without duplicates. */
export const plannedItems = () =>
  structure<readonly string[]>({
    title: "Array",
    schema: Type.Array(Type.String({ minLength: 1, maxLength }), { minItems: 1, maxItems }),
    accept,
    isValue: areTexts,
  });
