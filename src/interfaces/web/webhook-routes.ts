import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../database/connect/database.ts";
import type { AccountTransaction } from "../../kernel/write/context.ts";
import { replayMessage } from "../../modules/records/webhooks/deliver/replay-messages.ts";
import { endpointSummaries } from "../../modules/records/webhooks/endpoint/endpoint-summary.ts";
import { setEndpointEnabled } from "../../modules/records/webhooks/endpoint/set-enabled.ts";
import { idInPath, type OneInstallation, ownInstallation } from "./own-installation.ts";
import { goTo, sendPage } from "./pages/answer.ts";
import { webhooksPage, webhooksPath } from "./pages/webhooks-page.ts";
import type { SignedIn } from "./session.ts";
import { signedInOnly } from "./signed-in-only.ts";

const path = "/accounts/:account/applications/:application/webhooks";

/** An application's webhook endpoints, which the account's owners and managers may enable and disable. */
export function webhookRoutes(app: FastifyInstance, database: Database, clock: () => number): void {
  app.get(path, signedInOnly(database, show));
  app.post(`${path}/:endpoint/enable`, signedInOnly(database, setEnabled(true)));
  app.post(`${path}/:endpoint/disable`, signedInOnly(database, setEnabled(false)));
  app.post(`${path}/deliveries/:delivery/replay`, signedInOnly(database, replay));

  async function show(user: SignedIn, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { membership, installation } = await ownInstallation(database, user, request);
    const { accountId, applicationId } = installation;
    const endpoints = await endpointSummaries(database.within([accountId]), accountId, applicationId);
    const news = newsOf[request.url.split("?")[1] ?? ""];
    return sendPage(reply, webhooksPage({ user, membership, installation, endpoints, news, now: clock() }));
  }

  async function replay(user: SignedIn, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const one = await ownInstallation(database, user, request);
    await within(one, (context) => replayMessage(context, idInPath(request, "delivery")));
    return goTo(reply, `${webhooksPath(one.installation)}?replayed`);
  }

  function setEnabled(enabled: boolean) {
    return async (user: SignedIn, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const one = await ownInstallation(database, user, request);
      await within(one, (context) => setEndpointEnabled(context, idInPath(request, "endpoint"), enabled));
      return goTo(reply, `${webhooksPath(one.installation)}?${enabled ? "enabled" : "disabled"}`);
    };
  }

  function within(
    { installation: { accountId } }: OneInstallation,
    work: (context: AccountTransaction) => Promise<void>,
  ): Promise<void> {
    return database.within([accountId]).transaction((transaction) => work({ transaction, account: { id: accountId } }));
  }
}

/** The notice shown after a redirect, by its query. */
const newsOf: Readonly<Record<string, string | undefined>> = {
  enabled: "Endpoint enabled. Queued messages are being sent.",
  replayed: "Message queued again, with the same webhook-id.",
  disabled: "Endpoint disabled. It receives no more messages.",
};
