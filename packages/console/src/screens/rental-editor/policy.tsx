import { useWorking } from "../../app/session.tsx";
import { useWords } from "../../words/words.tsx";
import { PolicyEditing } from "./policy-editing.tsx";
import { PolicyMeaning } from "./policy-meaning.tsx";
import { usePolicies } from "./policy-reads.ts";
import { TermSection } from "./term-section.tsx";
import "./rental-terms.css";

/** What canceling costs in a rental: its own policy, else the account's (service.md, Cancelation policy). */
export function Policy({ rental }: { readonly rental: number }) {
  const said = useWords().words.rentalTerms.policy;
  const { client } = useWorking();
  const policies = usePolicies(rental);
  const own = policies.data?.own ?? undefined;
  return (
    <TermSection id="policy" title={said.title} hint={said.hint} reads={[policies]}>
      <p>{own ? said.own : policies.data?.account ? said.accounts : said.none}</p>
      <PolicyMeaning policy={own ?? policies.data?.account} />
      <PolicyEditing
        own={own}
        make={(attributes) =>
          client.POST("/rentals/{rental_id}/rental_cancelation_policies", {
            params: { path: { rental_id: rental } },
            body: { rental_cancelation_policies: [attributes] },
          })
        }
        said={{ give: said.giveOwn, dialog: said.dialog, remove: said.remove, removed: said.removed }}
      />
    </TermSection>
  );
}
