import type { Session } from "../../app/session.tsx";
import { type AuditSearch, auditSearch } from "./audit/audit-search.ts";
import { type Section, sections } from "./section-names.ts";

/** The open section's parameters, kept in the address. */
export interface SettingsSearch extends AuditSearch {
  /** The webhook endpoint whose deliveries are open. */
  readonly endpoint?: number;
  /** The open import. */
  readonly import?: number;
  /** Only failed deliveries. */
  readonly failed?: boolean;
}

export function settingsSearch(search: Record<string, unknown>): SettingsSearch {
  const [endpoint, opened] = [idIn(search.endpoint), idIn(search.import)];
  return {
    ...auditSearch(search),
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(opened === undefined ? {} : { import: opened }),
    ...(search.failed === true ? { failed: true } : {}),
  };
}

function idIn(value: unknown): number | undefined {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** The sections that the person's role can open (docs/design/tenancy.md). */
export function sectionsFor({ account, may }: Pick<Session, "account" | "may">): readonly Section[] {
  const isManaging = account.role === "owner" || account.role === "manager";
  const isOpen: Readonly<Record<Section, boolean>> = {
    me: true,
    notifications: isManaging || account.role === "accountant",
    account: may("preferences_write"),
    people: account.role === "owner",
    site: may("preferences_write"),
    programs: isManaging,
    agents: account.role === "owner",
    webhooks: isManaging && may("webhooks_write"),
    policy: may("rentals_write"),
    agreements: may("rentals_write"),
    portal: may("preferences_write"),
    calendars: may("rentals_write"),
    imports: may("imports_write"),
    exports: may("exports_write"),
    sources: may("bookings_write"),
    tags: may("rentals_write"),
    contacts: may("rentals_write"),
    hosts: may("inbox_write"),
    templates: may("inbox_write"),
    automations: may("automations_write"),
    charges: may("rates_write"),
    gateways: may("preferences_payments_write"),
    jobs: account.role === "owner",
    audit: may("audit_read"),
  };
  return sections.filter((section) => isOpen[section]);
}
