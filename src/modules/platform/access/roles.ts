import type { Scope } from "../../../kernel/access/scopes.ts";
import { LimitedScopes, limitsOf } from "../../../kernel/limits.ts";
import { accountantLimits, cleanerLimits, managerLimits, viewerLimits } from "./role-limits.ts";
import { everyScope } from "./scope-list.ts";

/** What a person may be in an account (console.md, Roles). */
export const roles = ["owner", "manager", "accountant", "cleaner", "viewer"] as const;
export type Role = (typeof roles)[number];

/** The role that a column holds. */
export function roleOf(text: string | null | undefined): Role {
  const role = roles.find((one) => one === text);
  if (!role) throw new Error(`No such role: ${text}.`);
  return role;
}

/** All scopes but those that narrow what a token sees to what its application made. */
const full = everyScope.filter((scope) => !scope.endsWith("_owned"));

/** What managers leave to owners. */
const ownersAlone: readonly Scope[] = ["applications_read", "applications_write", "payouts_read"];

/** What is read of a booking and its rental; the rest is the limits' affair. */
const calendar: readonly Scope[] = ["public", "bookings_read", "rentals_read"];

const scopesByRole: Readonly<Record<Role, ReadonlySet<Scope>>> = {
  owner: new Set(full),
  manager: new LimitedScopes(
    full.filter((scope) => !ownersAlone.includes(scope)),
    managerLimits,
  ),
  accountant: new LimitedScopes(
    [...calendar, "clients_read", "payments_read", "payouts_read", "preferences_payments_read"],
    accountantLimits,
  ),
  cleaner: new LimitedScopes([...calendar, "clients_read"], cleanerLimits),
  viewer: new LimitedScopes(calendar, viewerLimits),
};

/** What a person with this role may do in the account. One set a role: what is cached by scopes is found by identity. */
export function scopesOfRole(role: Role): ReadonlySet<Scope> {
  return scopesByRole[role];
}

const isRead = (scope: Scope): boolean => scope === "public" || scope.endsWith("_read");

/** The same for agents, which only read (agent.md, Tools). */
const readByRole = new Map<Role, ReadonlySet<Scope>>(
  roles.map((role) => {
    const scopes = scopesByRole[role];
    const limits = limitsOf(scopes);
    const reads = [...scopes].filter(isRead);
    return [role, limits ? new LimitedScopes(reads, limits) : new Set(reads)];
  }),
);

/** What an agent of a person with this role may read. */
export function readScopesOfRole(role: Role): ReadonlySet<Scope> {
  return readByRole.get(role) ?? new Set();
}

/** Those who run the account: they see personal data whose processing is restricted, and their own programs are the account's. */
export const isOffice = (role: Role): boolean => role === "owner" || role === "manager" || role === "accountant";

/** Those who see which programs an account has installed, and look after their webhooks. */
export const isManaging = (role: Role): boolean => role === "owner" || role === "manager";
