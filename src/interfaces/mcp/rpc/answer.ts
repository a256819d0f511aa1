import type { FastifyReply, FastifyRequest } from "fastify";

/** Sends a JSON text as one SSE `message` event when the client accepts that, otherwise as JSON (agent.md, Transport). */
export function sendAnswer(request: FastifyRequest, reply: FastifyReply, json: string): FastifyReply {
  if (!acceptsEvents(request)) return sendJson(reply, json);
  return reply.type("text/event-stream; charset=utf-8").send(`event: message\ndata: ${oneLine(json)}\n\n`);
}

export function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.type("application/json; charset=utf-8").send(json);
}

/** A weight of 0 refuses a type (RFC 9110, 12.4.2). */
function acceptsEvents({ headers }: FastifyRequest): boolean {
  return /(^|,)\s*text\/event-stream\s*(;(?!\s*q=0(\.0*)?\s*(,|$))|,|$)/i.test(headers.accept ?? "");
}

/** Line breaks in JSON occur only between tokens, so a space replaces them; in an event they would start a new line. */
function oneLine(json: string): string {
  return /[\r\n]/.test(json) ? json.replace(/[\r\n]+/g, " ") : json;
}
