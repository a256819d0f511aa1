import type { Policy } from "./policy-reads.ts";

/** The ready-made policies, of which the newest of each name are offered. */
export const presets = ["flexible", "moderate", "strict", "moderate20200317", "strict20200317"] as const;

/** What the form of a policy holds: a ready-made one, or steps of the person's own. */
export interface PolicyDraft {
  readonly preset: (typeof presets)[number] | "own";
  readonly steps: readonly Step[];
}

export interface Step {
  /** Tells rows apart while they are typed. */
  readonly key: number;
  readonly days: string;
  readonly percentage: string;
}

export function policyDraftOf(policy: Policy | undefined): PolicyDraft {
  const items = policy?.rental_cancelation_policy_items ?? [];
  const steps = items
    .toSorted((one, other) => other.eligible_days - one.eligible_days)
    .map(({ id, eligible_days, penalty_percentage }) => ({
      key: id,
      days: String(eligible_days),
      percentage: String(Number(penalty_percentage)),
    }));
  return { preset: policy ? (policy.preset ?? "own") : "flexible", steps };
}

/** What is sent of it: a preset or items, and never both. */
export function policyAttributes({ preset, steps }: PolicyDraft) {
  if (preset !== "own") return { preset };
  return {
    rental_cancelation_policy_items: steps.map(({ days, percentage }) => ({
      eligible_days: Number(days),
      penalty_percentage: percentage,
    })),
  };
}

/** What is sent to make a policy: a draft, and the account's own words for it where it is made again. */
export type PolicyAttributes = ReturnType<typeof policyAttributes> & { body?: Policy["body_translations"] };
