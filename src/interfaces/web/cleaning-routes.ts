import type { FastifyInstance } from "fastify";
import { acceptedLanguage } from "../../core/guest-languages.ts";
import type { Database } from "../../database/connect/database.ts";
import { openCleaningLink } from "../../modules/stays/cleaning-links/open-link.ts";
import { chargeWrongSecret, waitAfterWrongSecrets } from "../../modules/stays/cleaning-links/wrong-secrets.ts";
import { sendPage } from "./pages/answer.ts";
import { cleaningPage } from "./pages/cleaning-page.ts";
import { cleaningTexts } from "./pages/cleaning-texts.ts";
import { deadLinkPage } from "./pages/dead-link-page.ts";

interface Path {
  readonly Params: { readonly secret: string };
}

/** The turnovers behind a cleaning link: read-only, for anyone with the link (docs/concepts/cleaning.md). */
export function cleaningRoutes(
  app: FastifyInstance,
  { database, clock }: { readonly database: Database; readonly clock: () => number },
): void {
  app.get<Path>("/cleaning/:secret", async (request, reply) => {
    void reply.header("x-robots-tag", "noindex, nofollow");
    const texts = cleaningTexts[acceptedLanguage(request.headers["accept-language"])];
    const wait = await waitAfterWrongSecrets(database, request.ip);
    if (wait !== undefined) {
      void reply.header("retry-after", String(wait));
      return sendPage(reply, deadLinkPage({ title: texts.tooMany, sentence: texts.wait, language: texts }), 429);
    }
    const link = await openCleaningLink(database, request.params.secret, clock());
    if (link) return sendPage(reply, cleaningPage(link, texts));
    await chargeWrongSecret(database, request.ip);
    return sendPage(reply, deadLinkPage({ title: texts.dead, sentence: texts.ask, language: texts }), 404);
  });
}
