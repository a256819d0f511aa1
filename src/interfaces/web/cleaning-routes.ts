import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../database/connect/database.ts";
import type { FileStore } from "../../kernel/files/files.ts";
import { type FoundLink, findCleaningLink, openCleaningLink } from "../../modules/stays/cleaning-links/open-link.ts";
import { chargeWrongSecret, waitAfterWrongSecrets } from "../../modules/stays/cleaning-links/wrong-secrets.ts";
import { readLinkTasks } from "../../modules/stays/tasks/link/link-tasks.ts";
import { chargeSend } from "../../modules/stays/tasks/link/take-send.ts";
import { cleaningSends, pathOf } from "./cleaning-sends.ts";
import { sendPage } from "./pages/answer.ts";
import { cleaningWorker } from "./pages/assets/cleaning-script.ts";
import { cleaningPage } from "./pages/cleaning-page.ts";
import { deadLinkPage } from "./pages/dead-link-page.ts";
import { allowOfflineScript } from "./pages/page-headers.ts";
import { speechOf } from "./pages/speech.ts";

interface Path {
  readonly Params: { readonly secret: string };
}

interface CleaningDependencies {
  readonly database: Database;
  readonly files: FileStore;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/**
 * The turnovers and tasks behind a cleaning link, for anyone with the link (docs/concepts/cleaning.md). The secret is the authorization, so
 * its forms need no CSRF token.
 */
export async function cleaningRoutes(app: FastifyInstance, dependencies: CleaningDependencies): Promise<void> {
  const { database, clock } = dependencies;

  app.get("/cleaning/worker.js", async (_request, reply) =>
    reply
      .headers({ "content-security-policy": "default-src 'none'; connect-src 'self'", "cache-control": "no-cache" })
      .type("text/javascript; charset=utf-8")
      .send(cleaningWorker),
  );

  app.get<Path>("/cleaning/:secret", async (request, reply) => {
    const link = await ofSecret(request, reply, (secret) => openCleaningLink(database, secret, clock()));
    if (!link) return reply;
    const tasks = await readLinkTasks(database, link);
    allowOfflineScript(reply);
    return sendPage(reply, cleaningPage({ link, tasks, path: pathOf(request) }, speechOf(request)));
  });

  await cleaningSends(app, dependencies, async (request: FastifyRequest<Path>, reply) => {
    const link = await ofSecret(request, reply, (secret) => findCleaningLink(database, secret));
    const wait = link && (await chargeSend(database, link));
    if (wait === undefined) return link;
    refuseForNow(request, reply, wait);
    return undefined;
  });

  /** Finds the link of a request's secret, or answers that there is none. Counts wrong secrets. */
  async function ofSecret<L extends FoundLink>(
    request: FastifyRequest<Path>,
    reply: FastifyReply,
    find: (secret: string) => Promise<L | undefined>,
  ): Promise<L | undefined> {
    void reply.header("x-robots-tag", "noindex, nofollow");
    const wait = await waitAfterWrongSecrets(database, request.ip);
    if (wait !== undefined) {
      refuseForNow(request, reply, wait);
      return undefined;
    }
    const link = await find(request.params.secret);
    if (link) return link;
    await chargeWrongSecret(database, request.ip);
    const speech = speechOf(request);
    const { t } = speech;
    void sendPage(
      reply,
      deadLinkPage({ title: t("pages.cleaning.dead"), sentence: t("pages.cleaning.ask"), speech }),
      404,
    );
    return undefined;
  }
}

function refuseForNow(request: FastifyRequest, reply: FastifyReply, seconds: number): void {
  const speech = speechOf(request);
  const { t } = speech;
  void reply.header("retry-after", String(seconds));
  const document = deadLinkPage({ title: t("pages.cleaning.tooMany"), sentence: t("pages.cleaning.wait"), speech });
  void sendPage(reply, document, 429);
}
