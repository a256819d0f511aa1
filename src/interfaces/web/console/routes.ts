import type { FastifyInstance } from "fastify";
import { argon2id } from "../../../modules/platform/people/passwords/password.ts";
import type { WebDependencies } from "../dependencies.ts";
import { agentTokenRoutes } from "./agent-token-routes.ts";
import { installationsRoutes } from "./application-routes.ts";
import { invitationsRoutes } from "./invitation-routes.ts";
import { jobRoutes } from "./job-routes.ts";
import { meRoutes } from "./me-routes.ts";
import { notificationRoutes } from "./notification-routes.ts";
import { peopleRoutes } from "./people-routes.ts";
import { secondFactorRoutes } from "./second-factor-routes.ts";
import { sessionRoute } from "./session-route.ts";

/**
 * The console's routes outside the API (console.md, Settings): the session, and people, who are not records of one account. They require a
 * session, never a token. JSON in and out, with errors in the API's form.
 */
export async function consoleRoutes(
  app: FastifyInstance,
  { database, secrets, baseUrl, clock, hashing = argon2id }: WebDependencies,
): Promise<void> {
  sessionRoute(app, database, baseUrl);
  peopleRoutes(app, database, baseUrl);
  agentTokenRoutes(app, database, baseUrl);
  installationsRoutes(app, database, baseUrl);
  jobRoutes(app, database, baseUrl);
  invitationsRoutes(app, database, secrets, baseUrl);
  meRoutes(app, database, hashing, baseUrl);
  notificationRoutes(app, { database, secrets, baseUrl });
  secondFactorRoutes(app, { database, secrets, baseUrl, hashing, clock });
}
