import type { FastifyInstance } from "fastify";
import type { Database } from "../../database/database.ts";
import { goTo } from "../pages/answer.ts";
import { errorPages } from "../pages/error-page.ts";
import { acceptForms } from "../pages/form.ts";
import { pageHeaders } from "../pages/page-headers.ts";
import { assets } from "../pages/styles.ts";
import { applicationRoutes } from "./application-routes.ts";
import { argon2id, type Hashing } from "./password.ts";
import { signedIn } from "./session.ts";
import { signInRoutes } from "./sign-in-routes.ts";

/** What the pages work with. */
export interface PeopleParts {
  readonly database: Database;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Argon2id, unless a test counts. */
  readonly hashing?: Hashing;
}

/** Serves what signed-in people need: signing in and out, and the applications of their accounts. */
export async function people(app: FastifyInstance, parts: PeopleParts): Promise<void> {
  const { database, clock, hashing = argon2id } = parts;
  await app.register(assets);
  await app.register(async (pages) => {
    pageHeaders(pages);
    errorPages(pages);
    await acceptForms(pages);
    pages.get("/", async (request, reply) =>
      goTo(reply, (await signedIn(database, request)) ? "/applications" : "/docs"),
    );
    signInRoutes(pages, database, hashing);
    applicationRoutes(pages, database, clock);
  });
}
