import type { FastifyReply, FastifyRequest } from "fastify";
import { OAuthError, type OAuthErrorCode } from "../../modules/platform/access/tokens/oauth-error.ts";
import { type Failure, failureOf, retrySeconds, statuses } from "../http/failure.ts";
import { TooManyAttempts } from "./client-throttle.ts";

/** Sends any error in the form of RFC 6749, 5.2. @param mediaType the media type that the endpoint accepts */
export function answerOAuthError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  mediaType: string,
): FastifyReply {
  const oauthError = error instanceof OAuthError ? error : asOAuthError(failureOf(error, request), mediaType);
  if (oauthError.status === 401) void reply.header("www-authenticate", 'Basic realm="oauth", charset="UTF-8"');
  if (oauthError instanceof TooManyAttempts) void reply.header("retry-after", String(oauthError.seconds));
  if (oauthError.status === statuses.unavailable) void reply.header("retry-after", retrySeconds);
  return reply.code(oauthError.status).send({ error: oauthError.error, error_description: oauthError.message });
}

function asOAuthError({ reason, code, sentence }: Failure, mediaType: string): OAuthError {
  // RFC 6749 treats a wrong media type like any other invalid request.
  if (reason === "media_type") return new OAuthError("invalid_request", `The body must be ${mediaType}.`, 400);
  return new OAuthError(oauthCodeOf(code), sentence, reason === "collided" ? 400 : statuses[code]);
}

function oauthCodeOf(code: Failure["code"]): OAuthErrorCode {
  if (code === "internal_error") return "server_error";
  return code === "unavailable" ? "temporarily_unavailable" : "invalid_request";
}
