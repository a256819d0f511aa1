import type { FastifyReply, FastifyRequest } from "fastify";
import { OAuthError, type OAuthErrorCode } from "../../modules/platform/access/tokens/oauth-error.ts";
import { type Failure, failureOf, retrySeconds, statuses } from "../http/failure.ts";
import { TooManyAttempts } from "./client-throttle.ts";

/** Any error as RFC 6749, 5.2 writes it. @param mediaType what the endpoint takes */
export function answerOAuthError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  mediaType: string,
): FastifyReply {
  const answered = error instanceof OAuthError ? error : asOAuthError(failureOf(error, request), mediaType);
  if (answered.status === 401) void reply.header("www-authenticate", 'Basic realm="oauth", charset="UTF-8"');
  if (answered instanceof TooManyAttempts) void reply.header("retry-after", String(answered.seconds));
  if (answered.status === statuses.unavailable) void reply.header("retry-after", retrySeconds);
  return reply.code(answered.status).send({ error: answered.error, error_description: answered.message });
}

function asOAuthError({ reason, code, sentence }: Failure, mediaType: string): OAuthError {
  // RFC 6749 answers a form of another type like any other wrong request.
  if (reason === "media_type") return new OAuthError("invalid_request", `The body must be ${mediaType}.`, 400);
  return new OAuthError(oauthCodeOf(code), sentence, reason === "collided" ? 400 : statuses[code]);
}

function oauthCodeOf(code: Failure["code"]): OAuthErrorCode {
  if (code === "internal_error") return "server_error";
  return code === "unavailable" ? "temporarily_unavailable" : "invalid_request";
}
