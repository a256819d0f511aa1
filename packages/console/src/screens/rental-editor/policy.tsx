import { useSession } from "../../app/session.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { PolicyEditing } from "./policy-editing.tsx";
import { PolicyMeaning } from "./policy-meaning.tsx";
import { usePolicies } from "./policy-reads.ts";
import { TermSection } from "./term-section.tsx";

/** A rental's cancelation policy: its own, or else the account's (service.md, Cancelation policy). */
export function Policy({ rental }: { readonly rental: number }) {
  const { t } = useI18n();
  const { client } = useSession();
  const policies = usePolicies(rental);
  const own = policies.data?.own ?? undefined;
  return (
    <TermSection
      id="policy"
      title={t("rentalTerms.policy.title")}
      hint={t("rentalTerms.policy.hint")}
      reads={[policies]}
    >
      <p>
        {own
          ? t("rentalTerms.policy.own")
          : policies.data?.account
            ? t("rentalTerms.policy.accounts")
            : t("rentalTerms.policy.none")}
      </p>
      <PolicyMeaning policy={own ?? policies.data?.account} />
      <PolicyEditing
        own={own}
        make={(attributes) =>
          client.POST("/rentals/{rental_id}/rental_cancelation_policies", {
            params: { path: { rental_id: rental } },
            body: { rental_cancelation_policies: [attributes] },
          })
        }
        labels={{
          give: t("rentalTerms.policy.giveOwn"),
          dialog: t("rentalTerms.policy.dialog"),
          remove: t("rentalTerms.policy.remove"),
          removed: t("rentalTerms.policy.removed"),
        }}
      />
    </TermSection>
  );
}
