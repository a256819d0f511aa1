import type { Scope } from "../../../kernel/access/scopes.ts";

/** The scopes of one subject, read scopes first. */
export interface ScopeGroup {
  readonly title: string;
  readonly scopes: readonly Scope[];
}

/** All scopes, in the order of the pages that list them. */
export const scopeGroups: readonly ScopeGroup[] = [
  {
    title: "Bookings",
    scopes: [
      "bookings_read",
      "bookings_write",
      "bookings_write_owned",
      "inquiries_read",
      "inquiries_write",
      "inquiries_write_owned",
    ],
  },
  {
    title: "Guests",
    scopes: ["clients_read", "clients_write", "inbox_read", "inbox_write", "automations_write", "reviews_write"],
  },
  { title: "Rentals", scopes: ["public", "rentals_read", "rentals_write", "tasks_read", "tasks_write"] },
  {
    title: "Prices",
    scopes: ["rates_read", "rates_write", "discount_code_read", "discount_code_usage_read", "discount_code_write"],
  },
  {
    title: "Money",
    scopes: [
      "payments_read",
      "payments_write",
      "payments_write_owned",
      "payouts_read",
      "preferences_payments_read",
      "preferences_payments_write",
    ],
  },
  {
    title: "Account",
    scopes: [
      "preferences_read",
      "preferences_write",
      "applications_read",
      "applications_write",
      "audit_read",
      "exports_write",
      "imports_write",
      "webhooks_write",
    ],
  },
];

/** The groups, reduced to these scopes, without empty groups. */
export function groupsOf(scopes: readonly Scope[]): ScopeGroup[] {
  return scopeGroups
    .map((group) => ({ ...group, scopes: group.scopes.filter((scope) => scopes.includes(scope)) }))
    .filter((group) => group.scopes.length > 0);
}
