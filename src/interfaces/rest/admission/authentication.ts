import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../../../kernel/access/caller.ts";
import { RequestError } from "../../../kernel/errors.ts";
import type { Reader } from "../../../kernel/read/visible/read-scope.ts";
import { AnonymousRateLimiter } from "../../../modules/platform/access/throttling/anonymous-rate-limiter.ts";
import { apiTokens, type PresentedApiToken } from "../../../modules/platform/access/tokens/api-tokens.ts";
import { TokenVerifier } from "../../../modules/platform/access/tokens/token-verifier.ts";
import { type PresentedSession, sessionCallers } from "../../../modules/platform/people/session-callers.ts";
import { TokenAuthenticator } from "../../http/token-authenticator.ts";
import { secretCookie } from "../../web/cookies.ts";
import { bearerToken } from "./bearer.ts";

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
}

/** Authenticates API requests. */
export type ApiAuthenticator = Pick<
  TokenAuthenticator<PresentedApiToken, Caller>,
  "authenticate" | "authenticateAgain" | "identify" | "headersOf"
>;

const limitExceeded = (): Error => new RequestError("rate_limit_exceeded", "API v3 rate limit exceeded.");

/**
 * Authenticates by access token, or by browser session for the console: 401 without a valid one, 429 over the limit.
 * @param reader commits the rate-limit counts
 */
export function apiAuthenticator(reader: Reader): ApiAuthenticator {
  const anonymous = new AnonymousRateLimiter();
  const tokens = new TokenAuthenticator<PresentedApiToken, Caller>(
    new TokenVerifier(reader, apiTokens),
    {
      presented: (request) => ({
        token: bearerToken(request),
        reads: request.method === "GET" || request.method === "HEAD",
      }),
      unauthorized: () => new RequestError("unauthorized", "The access token is missing, unknown, expired or revoked."),
      limitExceeded,
    },
    anonymous,
  );
  const sessions = new TokenAuthenticator<PresentedSession, Caller>(
    new TokenVerifier(reader, sessionCallers),
    {
      presented: presentedSession,
      unauthorized: () =>
        new RequestError("unauthorized", "You are not signed in, or are not a member of the account in Roost-Account."),
      limitExceeded,
    },
    anonymous,
  );
  const of = (request: FastifyRequest) => (usesSession(request) ? sessions : tokens);
  return {
    authenticate: (request: FastifyRequest, reply: FastifyReply) => of(request).authenticate(request, reply),
    authenticateAgain: (request: FastifyRequest, reply: FastifyReply) => of(request).authenticateAgain(request, reply),
    identify: (request: FastifyRequest, reply: FastifyReply) => of(request).identify(request, reply),
    headersOf: (address: string, now: number) => tokens.headersOf(address, now),
  };
}

/** A foreign page can make a browser send the cookie, but not this header. */
const accountHeader = "roost-account";

/** Whether a request uses a session instead of a token. */
function usesSession({ headers }: FastifyRequest): boolean {
  return headers.authorization === undefined && headers[accountHeader] !== undefined;
}

function presentedSession(request: FastifyRequest): PresentedSession {
  const header = request.headers[accountHeader];
  const account = typeof header === "string" && /^[1-9]\d{0,14}$/.test(header) ? Number(header) : undefined;
  const session = account === undefined ? undefined : secretCookie(request, "roost_session");
  return { token: session?.toString("base64url"), account: account ?? 0 };
}
