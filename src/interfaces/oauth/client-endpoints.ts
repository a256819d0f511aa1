import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Transaction } from "../../database/sql/transaction.ts";
import type { Application } from "../../modules/platform/access/applications/registered-application.ts";
import { chargeAttempt, waitOf } from "../../modules/platform/access/throttling/attempts.ts";
import { oauthErrorOrThrow } from "../../modules/platform/access/tokens/oauth-error.ts";
import { revokeToken } from "../../modules/platform/access/tokens/revoke-token.ts";
import { authenticateClient, credentialsOf } from "./client-authentication.ts";
import { clientAttempt, TooManyAttempts } from "./client-throttle.ts";
import type { OAuthDependencies } from "./dependencies.ts";
import { introspectToken } from "./introspect-token.ts";
import { oauthEndpoint } from "./oauth-endpoint.ts";
import { formParameters, OAuthParameters, queryParameters } from "./oauth-parameters.ts";
import { issueToken } from "./provider.ts";

/**
 * The endpoints that an application calls with its credentials: token, revocation, introspection. Only the token endpoint also accepts
 * parameters in the query (service.md, Authentication 3).
 */
export async function clientEndpoints(app: FastifyInstance, dependencies: OAuthDependencies): Promise<void> {
  const takes = "application/x-www-form-urlencoded";
  await oauthEndpoint(app, {
    url: "/oauth/token",
    takes,
    async handler(request, reply) {
      const parameters = new OAuthParameters(queryParameters(request.url), formParameters(request.body));
      const issue = (transaction: Transaction, application: Application) =>
        issueToken(transaction, application, parameters);
      return reply.send(await asClient(dependencies, request, parameters, issue));
    },
  });
  await oauthEndpoint(app, {
    url: "/oauth/revoke",
    takes,
    async handler(request, reply) {
      const parameters = new OAuthParameters(formParameters(request.body));
      const revoke = (transaction: Transaction, application: Application) =>
        revokeToken(transaction, application, parameters.need("token"));
      await asClient(dependencies, request, parameters, revoke);
      return reply.send();
    },
  });
  await oauthEndpoint(app, {
    url: "/oauth/introspect",
    takes,
    async handler(request, reply) {
      const parameters = new OAuthParameters(formParameters(request.body));
      const introspect = (transaction: Transaction, application: Application) =>
        introspectToken(transaction, dependencies.baseUrl, application, parameters.need("token"));
      return reply.send(await asClient(dependencies, request, parameters, introspect));
    },
  });
}

/**
 * Authenticates the application and runs `work` in one transaction. An OAuthError still commits: refusing a replayed code must revoke the
 * tokens issued for it.
 */
async function asClient<T>(
  { database }: OAuthDependencies,
  request: FastifyRequest,
  parameters: OAuthParameters,
  work: (transaction: Transaction, application: Application) => Promise<T>,
): Promise<T> {
  const credentials = credentialsOf(request.headers.authorization, parameters);
  const attempt = clientAttempt(credentials.clientId, request.ip);
  const wait = await waitOf(database, attempt);
  if (wait !== undefined) throw new TooManyAttempts(wait);
  const outcome = await database.transaction(async (transaction) => {
    try {
      return { answer: await work(transaction, await authenticateClient(transaction, credentials)) };
    } catch (error) {
      return { error: oauthErrorOrThrow(error) };
    }
  });
  if (!("error" in outcome)) return outcome.answer;
  // Only wrong secrets count: an application may request many tokens at once, and a secret is too long to guess in parallel.
  if (outcome.error.error === "invalid_client") await chargeAttempt(database, attempt);
  throw outcome.error;
}
