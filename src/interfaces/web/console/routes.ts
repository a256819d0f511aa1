import type { FastifyInstance } from "fastify";
import { argon2id } from "../../../modules/platform/people/passwords/password.ts";
import type { WebDependencies } from "../dependencies.ts";
import { agentTokenRoutes } from "./agent-token-routes.ts";
import { installationsRoutes } from "./application-routes.ts";
import { invitationsRoutes } from "./invitation-routes.ts";
import { jobRoutes } from "./job-routes.ts";
import { meRoutes } from "./me-routes.ts";
import { peopleRoutes } from "./people-routes.ts";
import { secondFactorRoutes } from "./second-factor-routes.ts";
import { sessionRoute } from "./session-route.ts";

/**
 * What the console needs beside the API (console.md, Settings): who is signed in, and people as such, who are no records of one account. With a
 * session alone: no program can be given it. JSON in, JSON out, errors in the API's shape.
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
  secondFactorRoutes(app, { database, secrets, baseUrl, hashing, clock });
}
