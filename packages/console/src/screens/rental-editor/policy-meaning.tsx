import { PolicySentences } from "../../parts/policy-sentences.tsx";
import { useWords } from "../../words/words.tsx";
import type { Policy } from "./policy-reads.ts";

/** A policy in the account's own words and as sentences; nothing without one. */
export function PolicyMeaning({ policy }: { readonly policy: Policy | null | undefined }) {
  const said = useWords().words.rentalTerms.policy;
  if (!policy) return null;
  const items = policy.rental_cancelation_policy_items ?? [];
  const longest = Math.max(-1, ...items.map(({ eligible_days }) => eligible_days));
  return (
    <>
      {policy.body && <p>{policy.body}</p>}
      <p>{longest < 0 ? said.free : said.freeBefore(longest)}</p>
      <PolicySentences items={items} />
    </>
  );
}
