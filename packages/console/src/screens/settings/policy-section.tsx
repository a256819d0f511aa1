import { useSession } from "../../app/session.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { PolicyEditing } from "../rental-editor/policy-editing.tsx";
import { PolicyMeaning } from "../rental-editor/policy-meaning.tsx";
import { useAccountPolicy } from "../rental-editor/policy-reads.ts";
import { TermSection } from "../rental-editor/term-section.tsx";

/** The cancelation policy of rentals without their own (service.md, Cancelation policy). */
export function PolicySection() {
  const { t } = useI18n();
  const { client } = useSession();
  const policy = useAccountPolicy();
  return (
    <TermSection id="policy" title={t("accountPolicy.title")} hint={t("accountPolicy.hint")} reads={[policy]}>
      {policy.data === null && <p>{t("accountPolicy.none")}</p>}
      <PolicyMeaning policy={policy.data} />
      <PolicyEditing
        own={policy.data ?? undefined}
        make={(attributes) =>
          client.POST("/rental_cancelation_policies", { body: { rental_cancelation_policies: [attributes] } })
        }
        labels={{
          give: t("accountPolicy.give"),
          dialog: t("accountPolicy.dialog"),
          remove: t("accountPolicy.remove"),
          removed: t("accountPolicy.removed"),
        }}
      />
    </TermSection>
  );
}
