import type { FastifyInstance } from "fastify";
import type { Database } from "../../database/connect/database.ts";
import { openCleaningLink } from "../../modules/stays/cleaning-links/open-link.ts";
import { chargeWrongSecret, waitAfterWrongSecrets } from "../../modules/stays/cleaning-links/wrong-secrets.ts";
import { sendPage } from "./pages/answer.ts";
import { cleaningPage } from "./pages/cleaning-page.ts";
import { deadLinkPage } from "./pages/dead-link-page.ts";
import { speechOf } from "./pages/speech.ts";

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
    const speech = speechOf(request);
    const { t } = speech;
    const wait = await waitAfterWrongSecrets(database, request.ip);
    if (wait !== undefined) {
      void reply.header("retry-after", String(wait));
      return sendPage(
        reply,
        deadLinkPage({ title: t("pages.cleaning.tooMany"), sentence: t("pages.cleaning.wait"), speech }),
        429,
      );
    }
    const link = await openCleaningLink(database, request.params.secret, clock());
    if (link) return sendPage(reply, cleaningPage(link, speech));
    await chargeWrongSecret(database, request.ip);
    return sendPage(
      reply,
      deadLinkPage({ title: t("pages.cleaning.dead"), sentence: t("pages.cleaning.ask"), speech }),
      404,
    );
  });
}
