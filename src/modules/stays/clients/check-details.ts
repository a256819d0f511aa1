import type { ValidationErrors } from "../../../kernel/errors.ts";
import { integerValue } from "../../../kernel/values/number.ts";
import { isBlankText } from "../../../kernel/values/text.ts";
import type { Detail, DetailGroup } from "./detail-groups.ts";

const idType = integerValue({ min: 1, max: Number.MAX_SAFE_INTEGER });

/** Attributes that clients may echo but a write does not set. The position decides `primary`. */
const echoed = ["id", "client_id", "created_at", "updated_at", "canceled_at", "primary"];

/**
 * Checks every element of a group. Each message names the element, counted from 1, and the attribute:
 * `element 1: email must be an e-mail address`.
 */
export function checkDetails(group: DetailGroup, details: readonly Detail[], errors: ValidationErrors): void {
  const seen = new Set<number>();
  for (const [index, detail] of details.entries()) {
    const refuse = (sentence: string): void => errors.add(group.name, `element ${index + 1}: ${sentence}`);
    for (const [name, value] of Object.entries(detail)) {
      const problem = problemOf(group, name, value);
      if (problem !== undefined) refuse(`${name} ${problem}`);
    }
    for (const name of group.required) if (isBlank(detail[name])) refuse(`${name} can't be blank`);
    const id = idType.accept(detail.id);
    if ("problem" in id) continue;
    if (seen.has(id.value)) refuse(`id ${id.value} is used by another element`);
    seen.add(id.value);
  }
}

function problemOf(group: DetailGroup, name: string, value: unknown): string | undefined {
  const type = Object.hasOwn(group.texts, name) ? group.texts[name] : undefined;
  if (type) {
    if (isBlank(value)) return undefined;
    const accepted = type.accept(value);
    return "problem" in accepted ? accepted.problem : undefined;
  }
  if (name === "id" && value !== null) {
    const accepted = idType.accept(value);
    return "problem" in accepted ? accepted.problem : undefined;
  }
  if (echoed.includes(name) || (group.lockable && name === "locked")) return undefined;
  return `is not an attribute of ${group.name}`;
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || isBlankText(value);
}
