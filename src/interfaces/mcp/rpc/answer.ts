import type { FastifyReply, FastifyRequest } from "fastify";

/** Sends the JSON text of an answer: as one SSE `message` event to who accepts that, else as JSON (agent.md, Transport). */
export function sendAnswer(request: FastifyRequest, reply: FastifyReply, json: string): FastifyReply {
  if (!acceptsEvents(request)) return sendJson(reply, json);
  return reply.type("text/event-stream; charset=utf-8").send(`event: message\ndata: ${oneLine(json)}\n\n`);
}

export function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.type("application/json; charset=utf-8").send(json);
}

/** A weight of nothing refuses a type by its name (RFC 9110, 12.4.2). */
function acceptsEvents({ headers }: FastifyRequest): boolean {
  return /(^|,)\s*text\/event-stream\s*(;(?!\s*q=0(\.0*)?\s*(,|$))|,|$)/i.test(headers.accept ?? "");
}

/** A line break in JSON stands between its parts only, where a blank does as well; in an event it would begin another line. */
function oneLine(json: string): string {
  return /[\r\n]/.test(json) ? json.replace(/[\r\n]+/g, " ") : json;
}
