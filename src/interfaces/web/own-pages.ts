import type { FastifyRequest } from "fastify";
import { forbidden } from "../../kernel/errors.ts";
import { secretCookie } from "./cookies.ts";
import { csrfMatches } from "./pages/csrf.ts";

/**
 * Lets what a browser writes with somebody's cookie through if a page of the service's own has sent it: the browser says where the page is from
 * (`Origin`), and only our own pages know the session's CSRF token. Reads change nothing, and no other page can see their answers.
 * @param baseUrl scheme, host and port under which people reach the service
 * @throws RequestError 403
 */
export function assertOwnPage(request: FastifyRequest, baseUrl: string): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  if (request.headers.origin !== new URL(baseUrl).origin)
    throw forbidden("With a session, changes are taken from pages of this service alone: its Origin is missing.");
  const session = secretCookie(request, "roost_session");
  if (!session || !csrfMatches(session, request.headers["x-csrf-token"]))
    throw forbidden("With a session, a change needs its token in X-CSRF-Token, which GET /console/session answers.");
}
