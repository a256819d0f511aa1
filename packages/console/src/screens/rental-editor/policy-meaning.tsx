import { PolicySentences } from "../../components/policy-sentences.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import type { Policy } from "./policy-reads.ts";

/** A policy's body and its items as sentences; renders nothing without a policy. */
export function PolicyMeaning({ policy }: { readonly policy: Policy | null | undefined }) {
  const { t } = useI18n();
  if (!policy) return null;
  const items = policy.rental_cancelation_policy_items ?? [];
  const maxDays = Math.max(-1, ...items.map(({ eligible_days }) => eligible_days));
  return (
    <>
      {policy.body && <p>{policy.body}</p>}
      <p>{maxDays < 0 ? t("rentalTerms.policy.free") : t("rentalTerms.policy.freeBefore", { days: maxDays })}</p>
      <PolicySentences items={items} />
    </>
  );
}
