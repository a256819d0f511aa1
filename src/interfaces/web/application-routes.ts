import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../database/connect/database.ts";
import { isScope } from "../../kernel/access/scopes.ts";
import { forbidden, RequestError } from "../../kernel/errors.ts";
import { installationsOf } from "../../modules/platform/access/applications/installations.ts";
import { registerApplication } from "../../modules/platform/access/applications/register-application.ts";
import { uninstallApplication } from "../../modules/platform/access/applications/uninstall-application.ts";
import { isManaging } from "../../modules/platform/access/roles.ts";
import { membershipsOf } from "../../modules/platform/people/memberships.ts";
import { deleteEndpoints } from "../../modules/records/webhooks/endpoint/delete-endpoints.ts";
import { countEndpoints } from "../../modules/records/webhooks/endpoint/endpoint-summary.ts";
import { type OneInstallation, ownInstallation } from "./own-installation.ts";
import { goTo, sendPage } from "./pages/answer.ts";
import { applicationsPage, uninstallPage } from "./pages/applications-page.ts";
import { Form } from "./pages/form.ts";
import { allowOwnScript } from "./pages/page-headers.ts";
import { registeredPage, registerPage } from "./pages/register-page.ts";
import type { SignedIn } from "./session.ts";
import { signedInOnly } from "./signed-in-only.ts";

/** The applications of a user's accounts. Owners and managers see them; owners register and uninstall them. */
export function applicationRoutes(app: FastifyInstance, database: Database, clock: () => number): void {
  app.get("/applications", signedInOnly(database, showApplications));
  app.get("/applications/new", signedInOnly(database, showRegistration));
  app.post("/applications", signedInOnly(database, register));
  app.get("/accounts/:account/applications/:application/uninstall", signedInOnly(database, askToUninstall));
  app.post("/accounts/:account/applications/:application/uninstall", signedInOnly(database, uninstall));

  async function showApplications(user: SignedIn, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const all = await membershipsOf(database, user.userId);
    const memberships = all.filter(({ role }) => isManaging(role));
    const accounts = memberships.map(({ accountId }) => accountId);
    const installations = await installationsOf(database, accounts);
    const webhooks = await countEndpoints(database.within(accounts), accounts);
    const news = newsOf[request.url.split("?")[1] ?? ""];
    const others = all.filter(({ role }) => !isManaging(role));
    return sendPage(
      reply,
      applicationsPage({ user, memberships, others, installations, webhooks, news, now: clock() }),
    );
  }

  async function showRegistration(
    user: SignedIn,
    _request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    await ownerSomewhere(user);
    return sendPage(reply, registerPage(user, { name: "", redirectUris: "", scopes: [] }));
  }

  async function register(user: SignedIn, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await ownerSomewhere(user);
    const form = new Form(request.body);
    const input = { name: form.text("name"), redirectUris: form.text("redirect_uris"), scopes: form.all("scopes") };
    const application = {
      name: input.name,
      redirectUris: [...new Set(input.redirectUris.split(/\s+/).filter((uri) => uri !== ""))],
      scopes: input.scopes.filter(isScope),
      registeredBy: user.userId,
    };
    try {
      const registered = await database.transaction((transaction) => registerApplication(transaction, application));
      allowOwnScript(reply);
      return sendPage(reply, registeredPage(user, application.name.trim(), registered), 201);
    } catch (error) {
      if (!(error instanceof RequestError) || !error.messages) throw error;
      return sendPage(reply, registerPage(user, input, error.messages), 422);
    }
  }

  async function askToUninstall(user: SignedIn, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { membership, installation } = await ofOwner(user, request);
    return sendPage(reply, uninstallPage(user, membership, installation));
  }

  async function uninstall(user: SignedIn, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { installation } = await ofOwner(user, request);
    const { accountId, applicationId } = installation;
    await database.within([accountId]).transaction(async (transaction) => {
      await uninstallApplication(transaction, accountId, applicationId);
      await deleteEndpoints(transaction, accountId, applicationId);
    });
    return goTo(reply, "/applications?uninstalled");
  }

  /** @throws RequestError 404, and 403 for managers */
  async function ofOwner(user: SignedIn, request: FastifyRequest): Promise<OneInstallation> {
    const one = await ownInstallation(database, user, request);
    if (one.membership.role !== "owner")
      throw forbidden("Only an owner of the account can uninstall its applications.");
    return one;
  }

  /** A new application belongs to no account, so the owner of any account may register one. @throws RequestError 403 for others */
  async function ownerSomewhere(user: SignedIn): Promise<void> {
    const memberships = await membershipsOf(database, user.userId);
    if (!memberships.some(({ role }) => role === "owner"))
      throw forbidden("Only an owner of an account can register applications.");
  }
}

/** The notice shown after a redirect, by its query. */
const newsOf: Readonly<Record<string, string | undefined>> = {
  uninstalled: "Application uninstalled.",
  joined: "Invitation accepted.",
  password_changed: "Password changed. All your other sessions are signed out.",
};
