import type { FastifyInstance } from "fastify";
import { argon2id } from "../../modules/platform/people/passwords/password.ts";
import { cleaningRoutes } from "./cleaning-routes.ts";
import { consolePages } from "./console/page-routes.ts";
import { consoleRoutes } from "./console/routes.ts";
import type { WebDependencies } from "./dependencies.ts";
import { docsRoutes } from "./docs/routes.ts";
import { goTo } from "./pages/answer.ts";
import { assets } from "./pages/assets/styles.ts";
import { errorPages } from "./pages/error-page.ts";
import { acceptForms } from "./pages/form.ts";
import { pageHeaders } from "./pages/page-headers.ts";
import { payRoutes } from "./pay-routes.ts";
import { invitationRoutes } from "./people/invitation-routes.ts";
import { passwordRoutes } from "./people/password-routes.ts";
import { resetRoutes } from "./people/reset-routes.ts";
import { signInRoutes } from "./people/sign-in-routes.ts";
import { signedIn } from "./session.ts";
import { siteRoutes } from "./site/routes.ts";
import { siteAssets } from "./site/site-assets.ts";
import { siteBookingRoutes } from "./site-booking/routes.ts";

/** Serves the web pages: sign-in, passwords, invitations, guides, payment and cleaning pages. */
export async function people(app: FastifyInstance, dependencies: WebDependencies): Promise<void> {
  const { database, secrets, baseUrl, files, clock, hashing = argon2id } = dependencies;
  await app.register(assets);
  await app.register(siteAssets);
  await app.register((instance) => consoleRoutes(instance, dependencies));
  await app.register(consolePages);
  await app.register(async (pages) => {
    pageHeaders(pages);
    errorPages(pages);
    await acceptForms(pages);
    pages.get("/", async (request, reply) =>
      goTo(reply, (await signedIn(database, request)) ? "/console/calendar" : "/docs"),
    );
    signInRoutes(pages, { database, secrets, hashing, clock });
    passwordRoutes(pages, database, hashing);
    resetRoutes(pages, database, secrets);
    invitationRoutes(pages, database);
    // An address of older versions, which people may have bookmarked.
    pages.get("/applications", async (_request, reply) => goTo(reply, "/console/settings/programs"));
    await pages.register(async (docs) => docsRoutes(docs, baseUrl));
    payRoutes(pages, dependencies);
    await cleaningRoutes(pages, { database, files, clock });
    siteRoutes(pages, dependencies);
    siteBookingRoutes(pages, dependencies);
  });
}
