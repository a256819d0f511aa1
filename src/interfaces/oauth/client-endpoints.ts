import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isUnreachable } from "../../database/errors.ts";
import { UnreadableBody } from "../http/utf8-body.ts";
import type { Transaction } from "../../database/transaction.ts";
import type { Application } from "../../modules/access/registered-application.ts";
import type { OAuthDependencies } from "./dependencies.ts";
import { authenticateClient, credentialsOf } from "./client-authentication.ts";
import { introspectToken } from "./introspect-token.ts";
import { formParameters, OAuthParameters, queryParameters } from "./oauth-parameters.ts";
import { OAuthError, oauthErrorOrThrow } from "../../modules/access/oauth-error.ts";
import { clientAttempt, TooManyAttempts } from "./client-throttle.ts";
import { chargeAttempt, waitOf } from "../../modules/access/throttle.ts";
import { acceptForms } from "../web/pages/form.ts";
import { issueToken } from "./provider.ts";
import { revokeToken } from "../../modules/access/revoke-token.ts";

/**
 * The endpoints that an application calls itself, with its credentials: token, revocation, introspection. Answers and errors are
 * JSON as RFC 6749, 5 says, and nobody keeps them. The token endpoint takes its parameters from the query too (service.md,
 * Authentication 3); the others, which know no such custom, take forms only.
 */
export async function clientEndpoints(app: FastifyInstance, dependencies: OAuthDependencies): Promise<void> {
  await acceptForms(app);
  app.addHook("onRequest", async (_request, reply) => {
    void reply.headers({ "cache-control": "no-store", pragma: "no-cache", "x-content-type-options": "nosniff" });
  });
  app.setErrorHandler(answerOAuthError);

  endpoint(app, "/oauth/token", async (request, reply) => {
    const parameters = new OAuthParameters(queryParameters(request.url), formParameters(request.body));
    return reply.send(
      await asClient(dependencies, request, parameters, (transaction, application) =>
        issueToken(transaction, application, parameters),
      ),
    );
  });
  endpoint(app, "/oauth/revoke", async (request, reply) => {
    const parameters = new OAuthParameters(formParameters(request.body));
    const token = (transaction: Transaction, application: Application) =>
      revokeToken(transaction, application, parameters.need("token"));
    await asClient(dependencies, request, parameters, token);
    return reply.send();
  });
  endpoint(app, "/oauth/introspect", async (request, reply) => {
    const parameters = new OAuthParameters(formParameters(request.body));
    return reply.send(
      await asClient(dependencies, request, parameters, (transaction, application) =>
        introspectToken(transaction, dependencies.baseUrl, application, parameters.need("token")),
      ),
    );
  });
}

/** RFC 6749, 3.2: POST and nothing else. */
function endpoint(
  app: FastifyInstance,
  url: string,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  app.post(url, handler);
  app.route({
    method: ["GET", "PUT", "PATCH", "DELETE"],
    url,
    handler: async (_request, reply) => {
      void reply.header("allow", "POST");
      throw new OAuthError("invalid_request", "This endpoint takes POST only.", 405);
    },
  });
}

/**
 * Runs `work` for the application that authenticates, in one transaction. A refusal commits what was done until then: a replayed
 * code or refresh token revokes its family although, and because, it is refused.
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
      return { oauthError: oauthErrorOrThrow(error) };
    }
  });
  if (!("oauthError" in outcome)) return outcome.answer;
  // Only a wrong secret is charged: an application asks for many tokens at one moment, and a secret is too long to be guessed in one.
  if (outcome.oauthError.error === "invalid_client") await chargeAttempt(database, attempt);
  throw outcome.oauthError;
}

/** RFC 6749, 5.2. What is unexpected is logged, and never shown. */
export function answerOAuthError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const oauthError = requestErrorOf(error, request);
  if (oauthError.status === 401) void reply.header("www-authenticate", 'Basic realm="oauth", charset="UTF-8"');
  if (oauthError instanceof TooManyAttempts) void reply.header("retry-after", String(oauthError.seconds));
  if (oauthError.status === 503) void reply.header("retry-after", "5");
  return reply.code(oauthError.status).send({ error: oauthError.error, error_description: oauthError.message });
}

function requestErrorOf(error: unknown, request: FastifyRequest): OAuthError {
  if (error instanceof OAuthError) return error;
  if (error instanceof UnreadableBody) return new OAuthError("invalid_request", error.message, error.statusCode);
  if (isUnreachable(error)) {
    request.log.error({ err: error }, "the database cannot be reached");
    return new OAuthError("temporarily_unavailable", "The database cannot be reached at the moment.", 503);
  }
  const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
  if (status === 415) return new OAuthError("invalid_request", "The body must be application/x-www-form-urlencoded.");
  if (status === 413) return new OAuthError("invalid_request", "The body is too large.", 413);
  if (status >= 400 && status < 500) return new OAuthError("invalid_request", "The request is malformed.");
  request.log.error({ err: error }, "unexpected error");
  return new OAuthError("server_error", `Something went wrong on our side (request ${request.id}).`, 500);
}
