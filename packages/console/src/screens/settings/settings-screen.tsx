import { useParams } from "@tanstack/react-router";
import { useSession } from "../../app/session.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { AccountSection } from "./account/account-section.tsx";
import { AgentsSection } from "./agents/agents-section.tsx";
import { AgreementsSection } from "./agreements/agreements-section.tsx";
import { AuditSection } from "./audit/audit-section.tsx";
import { AutomationsSection } from "./automations/automations-section.tsx";
import { ChargesSection } from "./charges/charges-section.tsx";
import { ContactsSection } from "./contacts/contacts-section.tsx";
import { ExportsSection } from "./exports/exports-section.tsx";
import { FeedsSection } from "./feeds/feeds-section.tsx";
import { GatewaysSection } from "./gateways/gateways-section.tsx";
import { HostsSection } from "./hosts/hosts-section.tsx";
import { ImportsSection } from "./imports/imports-section.tsx";
import { JobsSection } from "./jobs/jobs-section.tsx";
import { NotificationsSection } from "./notifications/notifications-section.tsx";
import { OwnSection } from "./own-section.tsx";
import { PeopleSection } from "./people-section.tsx";
import { PolicySection } from "./policy-section.tsx";
import { PortalSection } from "./portal/portal-section.tsx";
import { ProgramsSection } from "./programs-section.tsx";
import { SectionLinks } from "./section-links.tsx";
import type { Section } from "./section-names.ts";
import classes from "./sections.module.css";
import { sectionsFor } from "./sections.ts";
import styles from "./settings.module.css";
import { SiteSection } from "./site/site-section.tsx";
import { SourcesSection } from "./sources/sources-section.tsx";
import { TagsSection } from "./tags/tags-section.tsx";
import { TemplatesSection } from "./templates/templates-section.tsx";
import { WebhooksSection } from "./webhooks/webhooks-section.tsx";

const parts: Readonly<Record<Section, () => React.ReactNode>> = {
  me: OwnSection,
  notifications: NotificationsSection,
  account: AccountSection,
  people: PeopleSection,
  site: SiteSection,
  sources: SourcesSection,
  tags: TagsSection,
  contacts: ContactsSection,
  hosts: HostsSection,
  templates: TemplatesSection,
  automations: AutomationsSection,
  gateways: GatewaysSection,
  charges: ChargesSection,
  programs: ProgramsSection,
  agents: AgentsSection,
  webhooks: WebhooksSection,
  policy: PolicySection,
  agreements: AgreementsSection,
  portal: PortalSection,
  calendars: FeedsSection,
  imports: ImportsSection,
  exports: ExportsSection,
  jobs: JobsSection,
  audit: AuditSection,
};

/** Settings of the account and the person: people, applications, audit and so on (console.md, Screens). */
export function SettingsScreen() {
  const { t } = useI18n();
  const session = useSession();
  const { section } = useParams({ strict: false });
  const open = sectionsFor(session);
  const shown = open.find((one) => one === section) ?? "me";
  const Part = parts[shown];
  return (
    <div className={styles.settings}>
      <PageHeader title={t("screens.settings")} />
      <div className={classes.columns}>
        <SectionLinks open={open} shown={shown} />
        <div>
          <Part key={shown} />
        </div>
      </div>
    </div>
  );
}
