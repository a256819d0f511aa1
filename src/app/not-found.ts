import type { FastifyReply, FastifyRequest } from "fastify";
import { answerError } from "../interfaces/rest/errors.ts";
import { sendErrorPage } from "../interfaces/web/pages/error-page.ts";
import { setPageHeaders } from "../interfaces/web/pages/page-headers.ts";
import { speechOf } from "../interfaces/web/pages/speech.ts";
import { RequestError } from "../kernel/errors.ts";

/** Answers an unknown path: with a page for browsers, JSON for programs. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  void reply.header("vary", "accept, accept-language");
  if (!wantsPage(request)) {
    return answerError(new RequestError("not_found", "Path not found."), request, reply);
  }
  setPageHeaders(reply);
  const speech = speechOf(request);
  const { t } = speech;
  return sendErrorPage(reply, {
    status: 404,
    title: t("pages.errors.titles.404"),
    sentence: t("pages.errors.fullLink"),
    speech,
  });
}

/** Browsers accept HTML explicitly; programs do not. */
function wantsPage({ method, headers }: FastifyRequest): boolean {
  return (method === "GET" || method === "HEAD") && /(^|[,\s])text\/html\b/i.test(headers.accept ?? "");
}
