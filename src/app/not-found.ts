import type { FastifyReply, FastifyRequest } from "fastify";
import { answerError } from "../interfaces/rest/errors.ts";
import { sendErrorPage } from "../interfaces/web/pages/error-page.ts";
import { setPageHeaders } from "../interfaces/web/pages/page-headers.ts";
import { RequestError } from "../kernel/errors.ts";

/** Answers an unknown path: with a page for browsers, JSON for programs. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  void reply.header("vary", "accept");
  if (!wantsPage(request)) {
    return answerError(new RequestError("not_found", "Path not found."), request, reply);
  }
  setPageHeaders(reply);
  return sendErrorPage(reply, {
    status: 404,
    title: "Page not found",
    sentence: "Check that you have the full link.",
  });
}

/** Browsers accept HTML explicitly; programs do not. */
function wantsPage({ method, headers }: FastifyRequest): boolean {
  return (method === "GET" || method === "HEAD") && /(^|[,\s])text\/html\b/i.test(headers.accept ?? "");
}
