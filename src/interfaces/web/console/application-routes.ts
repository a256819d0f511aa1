import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../../database/connect/database.ts";
import { isScope } from "../../../kernel/access/scopes.ts";
import { forbidden, notFound } from "../../../kernel/errors.ts";
import { namesValue } from "../../../kernel/values/structure.ts";
import { textValue } from "../../../kernel/values/text.ts";
import { booleanValue } from "../../../kernel/values/time.ts";
import { installationsOf } from "../../../modules/platform/access/applications/installations.ts";
import { registerApplication } from "../../../modules/platform/access/applications/register-application.ts";
import { uninstallApplication } from "../../../modules/platform/access/applications/uninstall-application.ts";
import { isManaging } from "../../../modules/platform/access/roles.ts";
import { groupsOf, type ScopeGroup, scopeGroups } from "../../../modules/platform/access/scope-groups.ts";
import { membershipsOf } from "../../../modules/platform/people/memberships.ts";
import { deleteEndpoints } from "../../../modules/records/webhooks/endpoint/delete-endpoints.ts";
import { endpointsByApplication } from "../../../modules/records/webhooks/endpoint/endpoints-by-application.ts";
import { setEndpointEnabled } from "../../../modules/records/webhooks/endpoint/set-enabled.ts";
import { idInPath } from "../id-in-path.ts";
import type { SignedIn } from "../session.ts";
import { BodyFields } from "./body-fields.ts";
import { type ConsoleHandler, causeOf, consoleHandler, ownedAccount } from "./console-person.ts";

/**
 * An account's installed applications (docs/design/tenancy.md). Owners and managers list them and enable or disable their webhook endpoints.
 * Owners register and uninstall.
 */
export function installationsRoutes(app: FastifyInstance, database: Database, baseUrl: string): void {
  const path = "/console/accounts/:account";
  const serve = (handler: ConsoleHandler) => consoleHandler(database, baseUrl, handler);
  app.get(`${path}/applications`, serve(list));
  app.post(`${path}/applications`, serve(register));
  app.delete(`${path}/applications/:application`, serve(uninstall));
  app.put(`${path}/webhook_endpoints/:endpoint`, serve(setEnabled));

  async function list(person: SignedIn, request: FastifyRequest): Promise<unknown> {
    const account = await managedAccount(person, request);
    const installations = await installationsOf(database, [account]);
    const endpoints = await endpointsByApplication(database.within([account]), account);
    return {
      applications: installations.map(({ applicationId, own, name, scopes, installedAt, lastUsedAt, authorized }) => ({
        ...{ id: applicationId, own, name },
        scopes: groupsOf(scopes).map(bySubject),
        installed_at: new Date(installedAt).toISOString(),
        last_used_at: lastUsedAt === undefined ? null : new Date(lastUsedAt).toISOString(),
        authorized: authorized ? { by: authorized.by, at: new Date(authorized.at).toISOString() } : null,
        webhook_endpoints: endpoints.get(applicationId) ?? [],
      })),
      requestable_scopes: scopeGroups.map(bySubject),
    };
  }

  /** Registers an application, which then asks accounts for access. The secret is shown this once. */
  async function register(owner: SignedIn, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    await ownedAccount(database, owner, request);
    const fields = new BodyFields(request.body, ["name", "redirect_uri", "scopes"]);
    const name = fields.optional("name", textValue()) ?? "";
    const uris = (fields.optional("redirect_uri", textValue()) ?? "").split(/\s+/).filter((uri) => uri !== "");
    const names = fields.optional("scopes", namesValue("scope")) ?? [];
    for (const unknown of names.filter((scope) => !isScope(scope)))
      fields.errors.add("scopes", `has an unknown scope: ${unknown}`);
    fields.errors.throwIfAny();
    const application = {
      ...{ name, redirectUris: [...new Set(uris)], scopes: names.filter(isScope) },
      registeredBy: owner.userId,
    };
    const { id, clientId, clientSecret } = await database.transaction((transaction) =>
      registerApplication(transaction, application),
    );
    void reply.code(201);
    return { application: { id, client_id: clientId, client_secret: clientSecret } };
  }

  async function uninstall(owner: SignedIn, request: FastifyRequest): Promise<undefined> {
    const account = await ownedAccount(database, owner, request);
    const application = idInPath(request, "application");
    await database.within([account], causeOf(owner, request)).transaction(async (transaction) => {
      await uninstallApplication(transaction, account, application);
      await deleteEndpoints(transaction, account, application);
    });
    return undefined;
  }

  async function setEnabled(person: SignedIn, request: FastifyRequest): Promise<undefined> {
    const account = await managedAccount(person, request);
    const enabled = new BodyFields(request.body, ["enabled"]).required("enabled", booleanValue());
    await database
      .within([account], causeOf(person, request))
      .transaction((transaction) =>
        setEndpointEnabled({ transaction, account: { id: account } }, idInPath(request, "endpoint"), enabled),
      );
    return undefined;
  }

  /** @throws RequestError 404 for non-members, 403 for roles that may not see applications */
  async function managedAccount({ userId }: SignedIn, request: FastifyRequest): Promise<number> {
    const account = idInPath(request, "account");
    const membership = (await membershipsOf(database, userId)).find(({ accountId }) => accountId === account);
    if (!membership) throw notFound("Account not found.");
    if (!isManaging(membership.role)) throw forbidden("Only owners and managers can see the account's applications.");
    return account;
  }
}

const bySubject = ({ title, scopes }: ScopeGroup) => ({ subject: title.toLowerCase(), scopes });
