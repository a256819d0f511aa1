import Type from "typebox";
import { structure } from "../../../kernel/attribute.ts";
import { isObject } from "../../../kernel/values/structure.ts";
import { isBlankText, textValue } from "../../../kernel/values/text.ts";
import { type Accepted, problem } from "../../../kernel/values/value-type.ts";

/** A line of a checklist. Its text identifies it within the task. */
export interface ChecklistItem {
  readonly text: string;
  readonly done: boolean;
}

export const maxItems = 50;
const itemText = textValue({ maxLength: 200 });

const itemSchema = Type.Object({
  text: Type.String({ minLength: 1, maxLength: 200, description: "The line. Unique within the task." }),
  done: Type.Boolean({ description: "Whether it is ticked." }),
});

const isItem = (candidate: unknown): candidate is ChecklistItem =>
  isObject(candidate) && typeof candidate.text === "string" && typeof candidate.done === "boolean";

/** Whether a stored value is a checklist. */
export const isChecklist = (candidate: unknown): candidate is readonly ChecklistItem[] =>
  Array.isArray(candidate) && candidate.every(isItem);

/** A list of lines, each a text or an object with `text` and `done`. At most 50 lines, each text once. */
export const checklist = () =>
  structure<readonly ChecklistItem[]>({
    title: "Array",
    readSchema: Type.Array(itemSchema),
    schema: Type.Array(Type.Union([Type.String({ minLength: 1, maxLength: 200 }), itemSchema]), { maxItems }),
    accept: acceptItems,
    isValue: isChecklist,
  });

function acceptItems(input: unknown): Accepted<readonly ChecklistItem[]> {
  if (!Array.isArray(input)) return problem("must be an array of strings");
  if (input.length > maxItems) return problem(`has too many items (maximum is ${maxItems})`);
  const items = new Map<string, ChecklistItem>();
  for (const element of input) {
    const item = typeof element === "string" ? { text: element, done: false } : element;
    if (!isObject(item)) return problem("must be an array of strings, or of objects with text and done");
    const { text, done = false } = item;
    if (typeof text !== "string" || isBlankText(text)) return problem("has an item without a text");
    if (typeof done !== "boolean") return problem("has an item whose done is neither true nor false");
    const accepted = itemText.accept(text);
    if ("problem" in accepted) return problem(`has an item whose text ${accepted.problem}`);
    if (items.has(accepted.value)) return problem(`has the item ${accepted.value} twice`);
    items.set(accepted.value, { text: accepted.value, done });
  }
  return { value: [...items.values()] };
}

/** A checklist with some items ticked or unticked. Ignores texts that it no longer has. */
export function withTicks(items: readonly ChecklistItem[], ticks: readonly ChecklistItem[]): readonly ChecklistItem[] {
  const done = new Map(ticks.map((tick) => [tick.text, tick.done]));
  return items.map((item) => ({ text: item.text, done: done.get(item.text) ?? item.done }));
}
