import type { Scope } from "../../../kernel/access/scopes.ts";
import { LimitedScopes, limitsOf } from "../../../kernel/limits.ts";
import { accountantLimits, cleanerLimits, managerLimits, viewerLimits } from "./role-limits.ts";
import { everyScope } from "./scope-list.ts";

/** The roles of an account's members (console.md, Roles). */
export const roles = ["owner", "manager", "accountant", "cleaner", "viewer"] as const;
export type Role = (typeof roles)[number];

/** Parses a role column. */
export function roleOf(text: string | null | undefined): Role {
  const role = roles.find((one) => one === text);
  if (!role) throw new Error(`Unknown role: ${text}.`);
  return role;
}

/** All scopes except those that restrict a token to its application's own records. */
const full = everyScope.filter((scope) => !scope.endsWith("_owned"));

/** Scopes that only owners have. */
const ownerOnly: readonly Scope[] = ["applications_read", "applications_write", "payouts_read"];

/** Scopes to read bookings and rentals; the role's limits restrict them further. */
const calendar: readonly Scope[] = ["public", "bookings_read", "rentals_read"];

const scopesByRole: Readonly<Record<Role, ReadonlySet<Scope>>> = {
  owner: new Set(full),
  manager: new LimitedScopes(
    full.filter((scope) => !ownerOnly.includes(scope)),
    managerLimits,
  ),
  accountant: new LimitedScopes(
    [...calendar, "clients_read", "payments_read", "payouts_read", "preferences_payments_read"],
    accountantLimits,
  ),
  cleaner: new LimitedScopes([...calendar, "clients_read", "tasks_read", "tasks_write"], cleanerLimits),
  viewer: new LimitedScopes(calendar, viewerLimits),
};

/** A role's scopes. Always the same set per role, because caches use its identity as their key. */
export function scopesOfRole(role: Role): ReadonlySet<Scope> {
  return scopesByRole[role];
}

const isRead = (scope: Scope): boolean => scope === "public" || scope.endsWith("_read");

/** Scopes for agents, which only read (agent.md, Tools). */
const readByRole = new Map<Role, ReadonlySet<Scope>>(
  roles.map((role) => {
    const scopes = scopesByRole[role];
    const limits = limitsOf(scopes);
    const reads = [...scopes].filter(isRead);
    return [role, limits ? new LimitedScopes(reads, limits) : new Set(reads)];
  }),
);

/** The read scopes of an agent whose person has this role. */
export function readScopesOfRole(role: Role): ReadonlySet<Scope> {
  return readByRole.get(role) ?? new Set();
}

/** Whether the role sees personal data whose processing is restricted. Applications that such members register count as the account's own. */
export const isOffice = (role: Role): boolean => role === "owner" || role === "manager" || role === "accountant";

/** Whether the role manages the account's applications and webhooks. */
export const isManaging = (role: Role): boolean => role === "owner" || role === "manager";
