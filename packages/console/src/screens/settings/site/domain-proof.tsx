import { Button, Group } from "@mantine/core";
import { FormProblems } from "../../../components/form-problems.tsx";
import { useFormats } from "../../../components/use-formats.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { CopiedText } from "../copied-text.tsx";
import { type BookingSite, useDomainCheck } from "./booking-site.ts";

/** The DNS record that proves the site's own host name, and the last check of it. */
export function DomainProof({ site }: { readonly site: BookingSite }) {
  const { t } = useI18n();
  const formats = useFormats();
  const checking = useDomainCheck(site);
  const { domain, domain_state: state, domain_checked_at: checkedAt } = site;
  if (domain === null) return null;
  return (
    <section aria-labelledby="domain-title">
      <h2 id="domain-title">{t("bookingSite.titles.domain")}</h2>
      <p role="status">{t(`bookingSite.domain.states.${state}`, { domain })}</p>
      <p className="hint">{t("bookingSite.domain.record")}</p>
      <CopiedText label={t("bookingSite.domain.name")} text={site.domain_record_name ?? ""} />
      <CopiedText label={t("bookingSite.domain.text")} text={site.domain_record_text ?? ""} />
      <FormProblems error={checking.error} excluded={[]} />
      <Group mt="md">
        <Button variant="default" loading={checking.isPending} onClick={() => checking.submit()}>
          {t("bookingSite.domain.check")}
        </Button>
        {checkedAt !== null && (
          <span className="hint">{t("bookingSite.domain.checkedAt", { time: formats.moment(checkedAt) })}</span>
        )}
      </Group>
    </section>
  );
}
