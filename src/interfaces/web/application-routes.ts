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

/** The applications of the accounts that a person works for: for its owners and managers. Owners register and uninstall them. */
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
    const wanted = { name: form.text("name"), redirectUris: form.text("redirect_uris"), scopes: form.all("scopes") };
    const application = {
      name: wanted.name,
      redirectUris: [...new Set(wanted.redirectUris.split(/\s+/).filter((uri) => uri !== ""))],
      scopes: wanted.scopes.filter(isScope),
      registeredBy: user.userId,
    };
    try {
      const registered = await database.transaction((transaction) => registerApplication(transaction, application));
      allowOwnScript(reply);
      return sendPage(reply, registeredPage(user, application.name.trim(), registered), 201);
    } catch (error) {
      if (!(error instanceof RequestError) || !error.messages) throw error;
      return sendPage(reply, registerPage(user, wanted, error.messages), 422);
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
    if (one.membership.role !== "owner") throw forbidden("Only owners of an account uninstall its applications.");
    return one;
  }

  /** An application is nobody's before it is installed, so any account's owner may register one. @throws RequestError 403 for others */
  async function ownerSomewhere(user: SignedIn): Promise<void> {
    const memberships = await membershipsOf(database, user.userId);
    if (!memberships.some(({ role }) => role === "owner"))
      throw forbidden("Only owners of an account register applications.");
  }
}

/** What has just happened, by the query that a form's redirect carries. */
const newsOf: Readonly<Record<string, string | undefined>> = {
  uninstalled: "The application is uninstalled.",
  joined: "You have accepted the invitation.",
  password_changed: "Your password is changed. Everywhere else you have been signed out.",
};
