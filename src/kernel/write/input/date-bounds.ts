import { addMonths, dayOfInstant, formatDay } from "../../../core/day.ts";
import type { ValidationErrors } from "../../errors.ts";
import type { Draft } from "./draft.ts";

/** Ten years, in months. */
const months = 120;

/**
 * Refuses dates more than ten years from today in attributes declared `near` (conventions.md, Bounds). A stored date may be echoed.
 * @param now epoch milliseconds
 */
export function refuseFarDates(draft: Draft, errors: ValidationErrors, now: number): void {
  const today = dayOfInstant(now);
  for (const [name, attribute] of Object.entries(draft.resource.attributes)) {
    if (!attribute.traits.near || errors.has(name) || !draft.changes(attribute)) continue;
    const day = draft.value(attribute);
    const [first, last] = [addMonths(today, -months), addMonths(today, months)];
    if (typeof day === "number" && (day < first || day > last)) {
      errors.add(name, `must be within ten years from today: from ${formatDay(first)} to ${formatDay(last)}`);
    }
  }
}
