import { isDeepStrictEqual } from "node:util";
import { integer, percentage } from "../../../kernel/attribute.ts";
import type { ValidationErrors } from "../../../kernel/errors.ts";
import { type Nested, nestedList } from "../../../kernel/nested.ts";
import { bodyOf } from "../../../kernel/request-body.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { type CancelationItem, type CancelationPreset, itemsOfPreset } from "./cancelation-presets.ts";
import { rentalCancelationPolicy } from "./rental-cancelation-policy.ts";
import { rentalCancelationPolicyItem } from "./rental-cancelation-policy-item.ts";

const { preset } = rentalCancelationPolicy.attributes;

// 3660 days: the limit for all dates (conventions.md, Bounds).
const attributes = {
  ...rentalCancelationPolicyItem.attributes,
  eligible_days: integer({ min: 0, max: 3660 })
    .required()
    .description("Days before arrival, counted in UTC dates, from which the penalty applies."),
  penalty_percentage: percentage({ min: 0, max: 100_00 })
    .required()
    .description("Percent of the booking's final price."),
};

/** The items in a policy's request body. */
export const partsOfPolicy = {
  rental_cancelation_policy_items: nestedList(bodyOf(rentalCancelationPolicyItem, attributes), {
    atMost: 200,
    description:
      "Penalties by days before arrival. The item with the fewest days that still covers the days left applies. A write replaces the list.",
  }),
} satisfies Nested;

/** A policy's preset and items after a write; `items` is undefined if they do not change. */
export interface ItemsInput {
  readonly preset: CancelationPreset | null;
  readonly items: readonly CancelationItem[] | undefined;
}

/**
 * Reads the items of a write, from the list or the preset. Clients send back unchanged values, so only a change counts.
 * Changing both is an error, and so are duplicate days.
 * @param stored the policy's current items; empty for a new policy
 */
export function itemsIn(draft: Draft, stored: readonly CancelationItem[], errors: ValidationErrors): ItemsInput {
  const name = draft.input(preset) ?? null;
  const own = ownItems(draft);
  const isOwn = own !== undefined && !areSame(own, stored);
  const isPreset = name !== null && draft.changes(preset);
  if (isOwn && isPreset) errors.add("preset", "can't be changed together with rental_cancelation_policy_items");
  if (isPreset) return { preset: name, items: itemsOfPreset[name] };
  if (isOwn) return { preset: null, items: own };
  return { preset: draft.value(preset) ?? null, items: undefined };
}

const areSame = (one: readonly CancelationItem[], other: readonly CancelationItem[]): boolean => {
  const texts = [one, other].map((items) => items.map((item) => `${item.eligibleDays} ${item.penalty}`).toSorted());
  return isDeepStrictEqual(texts[0], texts[1]);
};

/** The items in the body; undefined if it has no list. */
function ownItems(draft: Draft): CancelationItem[] | undefined {
  const elements = draft.list(partsOfPolicy.rental_cancelation_policy_items);
  const days = new Set<number>();
  return elements?.flatMap((element): CancelationItem[] => {
    const eligibleDays = element.draft.input(attributes.eligible_days);
    const penalty = element.draft.input(attributes.penalty_percentage);
    if (typeof eligibleDays !== "number" || typeof penalty !== "number") return [];
    if (days.has(eligibleDays)) element.errors.add("eligible_days", "is used by another element");
    days.add(eligibleDays);
    return [{ eligibleDays, penalty }];
  });
}
