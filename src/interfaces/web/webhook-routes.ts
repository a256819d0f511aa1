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

/** The webhook endpoints of an application: for the owners and managers of the account, who may turn them off and on. */
export function webhookRoutes(app: FastifyInstance, database: Database, clock: () => number): void {
  app.get(path, signedInOnly(database, show));
  app.post(`${path}/:endpoint/enable`, signedInOnly(database, turning(true)));
  app.post(`${path}/:endpoint/disable`, signedInOnly(database, turning(false)));
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

  function turning(enabled: boolean) {
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

/** What has just happened, by the query that a form's redirect carries. */
const newsOf: Readonly<Record<string, string | undefined>> = {
  enabled: "The endpoint is enabled: what waited for it is sent now.",
  replayed: "The message is sent again, under the same webhook-id.",
  disabled: "The endpoint is disabled: nothing more is sent to it.",
};
