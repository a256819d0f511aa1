import { addMonths, dayOfInstant, formatDay } from "../../../core/day.ts";
import type { ValidationErrors } from "../../errors.ts";
import type { Draft } from "./draft.ts";

/** Ten years. */
const months = 120;

/**
 * Refuses dates that lie more than ten years from today (conventions.md, Bounds), of the attributes that are declared so. Silent in the
 * specification: that is ten years ahead or back; a date that is stored already may be echoed.
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
