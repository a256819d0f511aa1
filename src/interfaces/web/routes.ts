import type { FastifyInstance } from "fastify";
import type { Secrets } from "../../kernel/secrets.ts";
import type { Database } from "../../database/database.ts";
import { goTo } from "./pages/answer.ts";
import { errorPages } from "./pages/error-page.ts";
import { acceptForms } from "./pages/form.ts";
import { pageHeaders } from "./pages/page-headers.ts";
import { assets } from "./pages/styles.ts";
import { applicationRoutes } from "./application-routes.ts";
import { guideRoutes } from "./guides.ts";
import { argon2id, type Hashing } from "../../modules/people/password.ts";
import { payRoutes } from "./pay-routes.ts";
import { invitationRoutes } from "./invitation-routes.ts";
import { inviteRoutes } from "./invite-routes.ts";
import { resetRoutes } from "./reset-routes.ts";
import { passwordRoutes } from "./password-routes.ts";
import { signedIn } from "./session.ts";
import { webhookRoutes } from "./webhook-routes.ts";
import { signInRoutes } from "./sign-in-routes.ts";

/** What the pages work with. */
export interface WebDependencies {
  readonly database: Database;
  /** The URL under which people reach the service: the guides show it. */
  readonly baseUrl: string;
  readonly secrets: Secrets;
  /** As a job's context has them. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Argon2id, unless a test counts. */
  readonly hashing?: Hashing;
}

/** Serves the pages for people: signing in and out, their password and invitations, the applications of their accounts, the guides. */
export async function people(app: FastifyInstance, dependencies: WebDependencies): Promise<void> {
  const { database, secrets, baseUrl, clock, hashing = argon2id } = dependencies;
  await app.register(assets);
  await app.register(async (pages) => {
    pageHeaders(pages);
    errorPages(pages);
    await acceptForms(pages);
    pages.get("/", async (request, reply) =>
      goTo(reply, (await signedIn(database, request)) ? "/applications" : "/docs"),
    );
    signInRoutes(pages, database, hashing);
    passwordRoutes(pages, database, hashing);
    resetRoutes(pages, database, secrets);
    inviteRoutes(pages, database, secrets);
    invitationRoutes(pages, database);
    applicationRoutes(pages, database, clock);
    webhookRoutes(pages, database, clock);
    await pages.register(async (guides) => guideRoutes(guides, baseUrl));
    payRoutes(pages, dependencies);
  });
}
