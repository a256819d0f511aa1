import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Sends a JSON text as one SSE `message` event when the client accepts that, otherwise as JSON (agent.md, Transport). */
export function sendAnswer(request: FastifyRequest, reply: FastifyReply, json: string): FastifyReply {
  if (!acceptsEvents(request)) return sendJson(reply, json);
  return eventStream(reply).send(event(json));
}

/**
 * Sends messages as events while they arise, and the returned response as the last one. A client that accepts no events gets only
 * the response.
 */
export async function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  messages: AsyncGenerator<string, string, undefined>,
): Promise<FastifyReply> {
  if (acceptsEvents(request)) return eventStream(reply).send(Readable.from(events(messages), { objectMode: false }));
  let next = await messages.next();
  while (!next.done) next = await messages.next();
  return sendJson(reply, next.value);
}

export function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.type("application/json; charset=utf-8").send(json);
}

async function* events(messages: AsyncGenerator<string, string, undefined>): AsyncGenerator<string> {
  let next = await messages.next();
  while (!next.done) {
    yield event(next.value);
    next = await messages.next();
  }
  yield event(next.value);
}

/** Proxies must not hold events back. */
function eventStream(reply: FastifyReply): FastifyReply {
  return reply.header("x-accel-buffering", "no").type("text/event-stream; charset=utf-8");
}

/** A weight of 0 refuses a type (RFC 9110, 12.4.2). */
function acceptsEvents({ headers }: FastifyRequest): boolean {
  return /(^|,)\s*text\/event-stream\s*(;(?!\s*q=0(\.0*)?\s*(,|$))|,|$)/i.test(headers.accept ?? "");
}

/** Line breaks in JSON occur only between tokens, so a space replaces them; in an event they would start a new line. */
function event(json: string): string {
  return `event: message\ndata: ${/[\r\n]/.test(json) ? json.replace(/[\r\n]+/g, " ") : json}\n\n`;
}
