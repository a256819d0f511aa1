import { isDeepStrictEqual } from "node:util";
import { decimal, integer } from "../../../kernel/attribute.ts";
import type { ValidationErrors } from "../../../kernel/errors.ts";
import { type Nested, nestedList } from "../../../kernel/nested.ts";
import { bodyOf } from "../../../kernel/request-body.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { type CancelationItem, type CancelationPreset, itemsOfPreset } from "./cancelation-presets.ts";
import { rentalCancelationPolicy } from "./rental-cancelation-policy.ts";
import { rentalCancelationPolicyItem } from "./rental-cancelation-policy-item.ts";

const { preset } = rentalCancelationPolicy.attributes;

// As far ahead as any date may lie (conventions.md, Bounds).
const attributes = {
  ...rentalCancelationPolicyItem.attributes,
  eligible_days: integer({ min: 0, max: 3660 })
    .required()
    .description("Days before arrival, counted in UTC dates, from which the penalty applies."),
  penalty_percentage: decimal({ min: 0, max: 100_00 }).required().description("Percent of the booking's final price."),
};

/** The items in the body of their policy. */
export const partsOfPolicy = {
  rental_cancelation_policy_items: nestedList(bodyOf(rentalCancelationPolicyItem, attributes), {
    atMost: 200,
    description:
      "What canceling costs, by days before arrival: the item with the fewest days that are still as many as are left counts. The list replaces the items that the policy had.",
  }),
} satisfies Nested;

/** What a write makes of a policy's items and its preset; the items are undefined where they stay. */
export interface GivenItems {
  readonly preset: CancelationPreset | null;
  readonly items: readonly CancelationItem[] | undefined;
}

/**
 * Reads the items of a write: its own, or those of its preset. Clients send back what they have read, so of the two only what differs
 * from the stored policy counts. To change both at once is an error, and so is a number of days that stands twice.
 * @param stored the policy's present items; none of a new policy
 */
export function itemsIn(draft: Draft, stored: readonly CancelationItem[], errors: ValidationErrors): GivenItems {
  const name = draft.given(preset) ?? null;
  const own = ownItems(draft);
  const isOwn = own !== undefined && !areSame(own, stored);
  const isPreset = name !== null && draft.changes(preset);
  if (isOwn && isPreset) errors.add("preset", "can't be given together with rental_cancelation_policy_items");
  if (isPreset) return { preset: name, items: itemsOfPreset[name] };
  if (isOwn) return { preset: null, items: own };
  return { preset: draft.value(preset) ?? null, items: undefined };
}

const areSame = (one: readonly CancelationItem[], other: readonly CancelationItem[]): boolean => {
  const texts = [one, other].map((items) => items.map((item) => `${item.eligibleDays} ${item.penalty}`).toSorted());
  return isDeepStrictEqual(texts[0], texts[1]);
};

/** The items that stand in the body; undefined where it has no list. */
function ownItems(draft: Draft): CancelationItem[] | undefined {
  const elements = draft.list(partsOfPolicy.rental_cancelation_policy_items);
  const days = new Set<number>();
  return elements?.flatMap((element): CancelationItem[] => {
    const eligibleDays = element.draft.given(attributes.eligible_days);
    const penalty = element.draft.given(attributes.penalty_percentage);
    if (typeof eligibleDays !== "number" || typeof penalty !== "number") return [];
    if (days.has(eligibleDays)) element.errors.add("eligible_days", "stands in another element too");
    days.add(eligibleDays);
    return [{ eligibleDays, penalty }];
  });
}
