import { useWorking } from "../../app/session.tsx";
import { useWords } from "../../words/words.tsx";
import { PolicyEditing } from "../rental-editor/policy-editing.tsx";
import { PolicyMeaning } from "../rental-editor/policy-meaning.tsx";
import { useAccountPolicy } from "../rental-editor/policy-reads.ts";
import { TermSection } from "../rental-editor/term-section.tsx";

/** What canceling costs in all rentals without a policy of their own (service.md, Cancelation policy). */
export function PolicySection() {
  const said = useWords().words.accountPolicy;
  const { client } = useWorking();
  const policy = useAccountPolicy();
  return (
    <TermSection id="policy" title={said.title} hint={said.hint} reads={[policy]}>
      {policy.data === null && <p>{said.none}</p>}
      <PolicyMeaning policy={policy.data} />
      <PolicyEditing
        own={policy.data ?? undefined}
        make={(attributes) =>
          client.POST("/rental_cancelation_policies", { body: { rental_cancelation_policies: [attributes] } })
        }
        said={said}
      />
    </TermSection>
  );
}
