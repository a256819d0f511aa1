import type { FastifyInstance } from "fastify";
import type { Reader } from "../../../kernel/read/read-scope.ts";
import { scopesOfRole } from "../../../modules/access/roles.ts";
import { membershipsOf } from "../../../modules/people/memberships.ts";
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
        accounts: memberships.map(({ accountId, businessName, role }) => ({
          id: accountId,
          name: businessName,
          role,
          scopes: [...scopesOfRole(role)].sort(),
        })),
        csrf_token: csrfText(session),
      };
    }),
  );
}
