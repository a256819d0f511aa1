import type { FastifyRequest } from "fastify";
import { forbidden } from "../../kernel/errors.ts";
import { secretCookie } from "./cookies.ts";
import { csrfMatches } from "./pages/csrf.ts";

/**
 * Requires a session's change to come from our own page: `Origin` must match, and only our pages know the session's CSRF token. Reads are
 * exempt, because foreign pages cannot see their responses.
 * @param baseUrl the scheme, host and port where people reach the service
 * @throws RequestError 403
 */
export function assertOwnPage(request: FastifyRequest, baseUrl: string): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  if (request.headers.origin !== new URL(baseUrl).origin)
    throw forbidden("Changes with a session must come from this service's own pages. Origin is missing or wrong.");
  const session = secretCookie(request, "roost_session");
  if (!session || !csrfMatches(session, request.headers["x-csrf-token"]))
    throw forbidden("With a session, a change requires X-CSRF-Token. Get the token from GET /console/session.");
}
