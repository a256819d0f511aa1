import type { Session } from "../../app/session.tsx";
import { type AuditSearch, auditSearch } from "./audit/audit-search.ts";

/** The parts of the settings, in the order of their tabs. */
export const sections = [
  "me",
  "people",
  "programs",
  "agents",
  "webhooks",
  "policy",
  "calendars",
  "jobs",
  "audit",
] as const;
export type Section = (typeof sections)[number];

/** What stands in the address beside the part that is open. */
export interface SettingsSearch extends AuditSearch {
  /** The webhook endpoint whose deliveries are shown. */
  readonly endpoint?: number;
  /** Only deliveries that failed. */
  readonly failed?: boolean;
}

export function settingsSearch(search: Record<string, unknown>): SettingsSearch {
  const endpoint = Number(search.endpoint);
  return {
    ...auditSearch(search),
    ...(Number.isSafeInteger(endpoint) && endpoint > 0 ? { endpoint } : {}),
    ...(search.failed === true ? { failed: true } : {}),
  };
}

/** Owners alone look after people, and they and managers see which programs are installed (docs/design/tenancy.md). */
export function sectionsFor({ account, may }: Pick<Session, "account" | "may">): readonly Section[] {
  const isManaging = account.role === "owner" || account.role === "manager";
  const isOpen: Readonly<Record<Section, boolean>> = {
    me: true,
    people: account.role === "owner",
    programs: isManaging,
    agents: account.role === "owner",
    webhooks: isManaging && may("webhooks_write"),
    policy: may("rentals_write"),
    calendars: may("rentals_write"),
    jobs: account.role === "owner",
    audit: may("audit_read"),
  };
  return sections.filter((section) => isOpen[section]);
}
