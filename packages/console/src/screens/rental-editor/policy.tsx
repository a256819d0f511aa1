import { Button, Group } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useWorking } from "../../app/session.tsx";
import { FormProblems } from "../../parts/form-problems.tsx";
import { useNotices } from "../../parts/notices.tsx";
import { PolicySentences } from "../../parts/policy-sentences.tsx";
import { useWords } from "../../words/words.tsx";
import { PolicyDialog } from "./policy-dialog.tsx";
import { policyAttributes, policyDraftOf } from "./policy-draft.ts";
import { type AccountPolicy, type Policy as StoredPolicy, usePolicies } from "./policy-reads.ts";
import { TermSection } from "./term-section.tsx";
import { useTermWriting } from "./term-writing.ts";
import "./rental-terms.css";

/** What canceling costs in a rental: its own policy, else the account's (service.md, Cancelation policy). */
export function Policy({ rental }: { readonly rental: number }) {
  const said = useWords().words.rentalTerms.policy;
  const { client } = useWorking();
  const { tell } = useNotices();
  const policies = usePolicies(rental);
  const written = useTermWriting("rental_cancelation_policies");
  const [isOpen, setOpen] = useState(false);
  const removing = useMutation({
    mutationFn: async (own: StoredPolicy) => {
      const path = { rental_cancelation_policy_id: own.id };
      await written(() =>
        client.DELETE("/rental_cancelation_policies/{rental_cancelation_policy_id}", { params: { path } }),
      );
    },
    onSuccess: (_, own) =>
      tell({
        text: said.removed,
        async undo() {
          const again = { ...policyAttributes(policyDraftOf(own)), body: own.body_translations };
          await written(() =>
            client.POST("/rentals/{rental_id}/rental_cancelation_policies", {
              params: { path: { rental_id: rental } },
              body: { rental_cancelation_policies: [again] },
            }),
          );
        },
      }),
  });
  const own = policies.data?.own ?? undefined;
  return (
    <TermSection id="policy" title={said.title} hint={said.hint} reads={[policies]}>
      <p>{own ? said.own : policies.data && holding(policies.data.account, said)}</p>
      <Meaning policy={own ?? policies.data?.account} />
      <FormProblems error={removing.error} besides={[]} />
      <Group>
        <Button variant="default" onClick={() => setOpen(true)}>
          {own ? said.change : said.giveOwn}
        </Button>
        {own && (
          <Button variant="default" loading={removing.isPending} onClick={() => removing.mutate(own)}>
            {said.remove}
          </Button>
        )}
      </Group>
      {isOpen && <PolicyDialog rental={rental} own={own} close={() => setOpen(false)} />}
    </TermSection>
  );
}

const holding = (
  policy: AccountPolicy,
  said: { readonly none: string; readonly unknown: string; readonly accounts: string },
): string => (policy === "none" ? said.none : policy === "unknown" ? said.unknown : said.accounts);

function Meaning({ policy }: { readonly policy: AccountPolicy | undefined }) {
  const said = useWords().words.rentalTerms.policy;
  if (policy === undefined || policy === "none" || policy === "unknown") return null;
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
