import { useSession } from "../../../app/session.tsx";
import { AgreementSection } from "../../../components/agreements/agreement-section.tsx";
import { Pending } from "../../../components/pending.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { useLocales } from "../../rental-editor/edited-rental.ts";

/** The agreement for every rental without its own. */
export function AgreementsSection() {
  const { t } = useI18n();
  const { account } = useSession();
  const locales = useLocales();
  if (!locales.data) return <Pending reads={[locales]} />;
  return (
    <AgreementSection
      owner={{ type: "Account", id: account.id }}
      title={t("settings.titles.agreements")}
      hint={t("agreements.about")}
      empty={t("agreements.none")}
      locales={locales.data}
    />
  );
}
