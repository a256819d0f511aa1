import type { FastifyReply, FastifyRequest } from "fastify";
import { answerError } from "../interfaces/rest/errors.ts";
import { sendErrorPage } from "../interfaces/web/pages/error-page.ts";
import { setPageHeaders } from "../interfaces/web/pages/page-headers.ts";
import { RequestError } from "../kernel/errors.ts";

/** Answers a path that nothing is served at: a page for a person's browser, JSON for a program. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  void reply.header("vary", "accept");
  if (!wantsPage(request)) {
    return answerError(new RequestError("not_found", "There is nothing at this path."), request, reply);
  }
  setPageHeaders(reply);
  return sendErrorPage(reply, {
    status: 404,
    title: "There is nothing here",
    sentence: "The address may be mistyped, or the page may have moved.",
  });
}

/** Browsers name HTML when somebody opens an address; programs do not. */
function wantsPage({ method, headers }: FastifyRequest): boolean {
  return (method === "GET" || method === "HEAD") && /(^|[,\s])text\/html\b/i.test(headers.accept ?? "");
}
