import { Link, useParams } from "@tanstack/react-router";
import { useSession } from "../../app/session.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { AgentsSection } from "./agents/agents-section.tsx";
import { AuditSection } from "./audit/audit-section.tsx";
import { FeedsSection } from "./feeds/feeds-section.tsx";
import { JobsSection } from "./jobs/jobs-section.tsx";
import { NotificationsSection } from "./notifications/notifications-section.tsx";
import { OwnSection } from "./own-section.tsx";
import { PeopleSection } from "./people-section.tsx";
import { PolicySection } from "./policy-section.tsx";
import { ProgramsSection } from "./programs-section.tsx";
import { type Section, sectionsFor } from "./sections.ts";
import { WebhooksSection } from "./webhooks/webhooks-section.tsx";
import "./settings.css";

const parts: Readonly<Record<Section, () => React.ReactNode>> = {
  me: OwnSection,
  notifications: NotificationsSection,
  people: PeopleSection,
  programs: ProgramsSection,
  agents: AgentsSection,
  webhooks: WebhooksSection,
  policy: PolicySection,
  calendars: FeedsSection,
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
    <div className="settings">
      <h1>{t("screens.settings")}</h1>
      <nav aria-label={t("settings.parts")}>
        {open.map((one) => (
          <Link
            key={one}
            to="/settings/$section"
            params={{ section: one }}
            aria-current={one === shown ? "page" : undefined}
            activeProps={{}}
          >
            {t(`settings.titles.${one}`)}
          </Link>
        ))}
      </nav>
      <Part key={shown} />
    </div>
  );
}
