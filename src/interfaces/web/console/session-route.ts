import type { FastifyInstance } from "fastify";
import type { Scope } from "../../../kernel/access/scopes.ts";
import { limitsOf } from "../../../kernel/limits.ts";
import type { Reader } from "../../../kernel/read/visible/read-scope.ts";
import { scopesOfRole } from "../../../modules/platform/access/roles.ts";
import { membershipsOf } from "../../../modules/platform/people/memberships.ts";
import { csrfText } from "../pages/csrf.ts";
import { consoleHandler } from "./console-person.ts";

/**
 * Tells the console who is signed in, the accounts that they work for with what they may do there, and the token that its changes carry
 * (`X-CSRF-Token`). A page of another site cannot read it.
 */
export function sessionRoute(app: FastifyInstance, database: Reader, baseUrl: string): void {
  app.get(
    "/console/session",
    consoleHandler(database, baseUrl, async ({ userId, fullname, email, locale = "en", session, hasSecondFactor }) => {
      const memberships = await membershipsOf(database, userId);
      return {
        user: { id: userId, name: fullname, email, locale, second_factor: hasSecondFactor },
        accounts: memberships.map(({ accountId, businessName, role, country, since }) => ({
          id: accountId,
          name: businessName,
          role,
          country,
          since: new Date(since).toISOString(),
          scopes: [...scopesOfRole(role)].sort(),
          sees: seenBy(scopesOfRole(role)),
        })),
        csrf_token: csrfText(session),
      };
    }),
  );
}

/** What a role's limits leave of resources, so that its console asks for no more; null where the scopes alone decide (docs/design/tenancy.md). */
function seenBy(scopes: ReadonlySet<Scope>): object | null {
  const limits = limitsOf(scopes);
  if (!limits) return null;
  const resources = Object.entries(limits.resources).map(([name, part]) => [
    name,
    part === "hidden" ? null : { attributes: part.attributes, relations: part.relations },
  ]);
  return { others: limits.others === "as scopes show", resources: Object.fromEntries(resources) };
}
