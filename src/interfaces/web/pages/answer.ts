import type { FastifyReply } from "fastify";

/** Sends an HTML page. */
export function sendPage(reply: FastifyReply, document: string, status = 200): FastifyReply {
  return reply.code(status).type("text/html; charset=utf-8").send(document);
}

/** Redirects after a form with 303, so that going back or reloading does not submit it again. */
export function goTo(reply: FastifyReply, path: string): FastifyReply {
  return reply.redirect(path, 303);
}
