import type { Policy } from "./policy-reads.ts";

/** The preset policies. The newest version of each is offered. */
export const presets = ["flexible", "moderate", "strict", "moderate20200317", "strict20200317"] as const;

/** A policy in the form: a preset, or custom steps. */
export interface PolicyDraft {
  readonly preset: (typeof presets)[number] | "own";
  readonly steps: readonly Step[];
}

export interface Step {
  /** Identifies a row while it is edited. */
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

/** The attributes to send: either a preset or items, never both. */
export function policyAttributes({ preset, steps }: PolicyDraft) {
  if (preset !== "own") return { preset };
  return {
    rental_cancelation_policy_items: steps.map(({ days, percentage }) => ({
      eligible_days: Number(days),
      penalty_percentage: percentage,
    })),
  };
}

/** The attributes of a new policy. Undoing a removal also restores its body. */
export type PolicyAttributes = ReturnType<typeof policyAttributes> & { body?: Policy["body_translations"] };
