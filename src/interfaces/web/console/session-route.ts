import type { FastifyInstance } from "fastify";
import type { Scope } from "../../../kernel/access/scopes.ts";
import { limitsOf } from "../../../kernel/limits.ts";
import type { Reader } from "../../../kernel/read/visible/read-scope.ts";
import { scopesOfRole } from "../../../modules/platform/access/roles.ts";
import { membershipsOf } from "../../../modules/platform/people/memberships.ts";
import { csrfText } from "../pages/csrf.ts";
import { consoleHandler } from "./console-person.ts";

/**
 * Serves the signed-in user, their accounts with roles and scopes, and the CSRF token for changes (`X-CSRF-Token`), which foreign pages
 * cannot read.
 */
export function sessionRoute(app: FastifyInstance, database: Reader, baseUrl: string): void {
  app.get(
    "/console/session",
    consoleHandler(database, baseUrl, async ({ userId, fullname, email, locale = "en", session, hasSecondFactor }) => {
      const memberships = await membershipsOf(database, userId);
      return {
        user: { id: userId, name: fullname, email, locale, second_factor: hasSecondFactor },
        accounts: memberships.map(({ accountId, businessName, role, country, timeZone, since }) => ({
          id: accountId,
          name: businessName,
          role,
          country,
          time_zone: timeZone,
          since: new Date(since).toISOString(),
          scopes: [...scopesOfRole(role)].sort(),
          sees: visibleTo(scopesOfRole(role)),
        })),
        csrf_token: csrfText(session),
      };
    }),
  );
}

/** The resources left by a role's limits, so the console requests no more; null when only scopes limit it (docs/design/tenancy.md). */
function visibleTo(scopes: ReadonlySet<Scope>): object | null {
  const limits = limitsOf(scopes);
  if (!limits) return null;
  const resources = Object.entries(limits.resources).map(([name, part]) => [
    name,
    part === "hidden" ? null : { attributes: part.attributes, relations: part.relations },
  ]);
  return { others: limits.others === "as scopes show", resources: Object.fromEntries(resources) };
}
