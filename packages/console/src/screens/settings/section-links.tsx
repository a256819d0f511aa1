import { Link } from "@tanstack/react-router";
import {
  Bell,
  Bot,
  Building2,
  CalendarSync,
  CircleX,
  Contact,
  CreditCard,
  DoorOpen,
  FileDown,
  FileUp,
  Globe,
  Headset,
  History,
  ListChecks,
  type LucideIcon,
  MessageSquareText,
  Puzzle,
  Receipt,
  Signature,
  Tags,
  Timer,
  UserRound,
  UsersRound,
  Waypoints,
  Webhook,
} from "lucide-react";
import { FeedBadge } from "../../app/shell/count-badge.tsx";
import { showCurrentLink } from "../../components/show-current-link.ts";
import { useI18n } from "../../i18n/i18n.ts";
import type { Section } from "./section-names.ts";
import classes from "./sections.module.css";

const icons: Readonly<Record<Section, LucideIcon>> = {
  me: UserRound,
  notifications: Bell,
  account: Building2,
  people: UsersRound,
  site: Globe,
  sources: Waypoints,
  tags: Tags,
  contacts: Contact,
  hosts: Headset,
  templates: MessageSquareText,
  automations: Timer,
  gateways: CreditCard,
  charges: Receipt,
  programs: Puzzle,
  agents: Bot,
  webhooks: Webhook,
  policy: CircleX,
  agreements: Signature,
  portal: DoorOpen,
  calendars: CalendarSync,
  imports: FileUp,
  exports: FileDown,
  jobs: ListChecks,
  audit: History,
};

/** The person's own settings, the account's, its lists, its files, what connects to it, and what happened. */
const groups: readonly (readonly Section[])[] = [
  ["me", "notifications"],
  ["account", "people", "site", "portal", "gateways", "charges", "policy", "agreements"],
  ["contacts", "hosts", "sources", "tags", "templates", "automations", "calendars"],
  ["imports", "exports"],
  ["programs", "agents", "webhooks"],
  ["jobs", "audit"],
];

interface SectionLinksProps {
  readonly open: readonly Section[];
  readonly shown: Section;
}

/** Links to the sections that the person can open, in groups. */
export function SectionLinks({ open, shown }: SectionLinksProps) {
  const { t } = useI18n();
  return (
    <nav className={classes.sections} aria-label={t("settings.parts")}>
      {groups.map((group) => {
        const sections = group.filter((section) => open.includes(section));
        if (sections.length === 0) return null;
        return (
          <ul key={group[0]}>
            {sections.map((section) => (
              <li key={section}>
                <SectionLink section={section} isShown={section === shown} />
              </li>
            ))}
          </ul>
        );
      })}
    </nav>
  );
}

function SectionLink({ section, isShown }: { readonly section: Section; readonly isShown: boolean }) {
  const { t } = useI18n();
  const Icon = icons[section];
  return (
    <Link
      to="/settings/$section"
      params={{ section }}
      className={classes.link}
      aria-current={isShown ? "page" : undefined}
      activeProps={{}}
      {...(isShown && { ref: showCurrentLink })}
    >
      <Icon aria-hidden size={18} />
      {t(`settings.titles.${section}`)}
      {section === "calendars" && <FeedBadge />}
    </Link>
  );
}
