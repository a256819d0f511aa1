import { tracingChannel } from "node:diagnostics_channel";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** A request in progress, as published on the channels. */
export class RequestUnderway {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** From `performance.now()`. */
  readonly began = performance.now();

  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.request = request;
    this.reply = reply;
  }

  /** The route pattern, such as `/api/v3/bookings/:booking_id`; undefined for a 404. Never the concrete path. */
  get route(): string | undefined {
    return this.request.routeOptions.url;
  }

  /** The response status; undefined when the client disconnected before. */
  get status(): number | undefined {
    return this.reply.raw.headersSent ? this.reply.raw.statusCode : undefined;
  }
}

/**
 * Publishes requests: `start` on arrival, `asyncStart` when the body is complete, `asyncEnd` when the response is handed to the system or
 * the connection is closed. Handlers run in the stores that listeners bind to the first two.
 */
export const requestChannel = tracingChannel<unknown, RequestUnderway>("roost:http.request");

/**
 * Publishes an application's requests. Register it before other hooks, so they run inside the bound stores.
 * @param isInner whether the request is an operation of a bulk request
 */
export function traceRequests(app: FastifyInstance, isInner: () => boolean): void {
  const pending = new WeakMap<FastifyRequest, RequestUnderway>();
  app.addHook("onRequest", (request, reply, done) => {
    if (!requestChannel.hasSubscribers || isInner()) return done();
    const published = new RequestUnderway(request, reply);
    // Only for listeners that bind a store: the entry costs more than everything else here.
    if (requestChannel.asyncStart.hasSubscribers) pending.set(request, published);
    reply.raw.once("close", () => requestChannel.asyncEnd.publish(published));
    return requestChannel.start.runStores(published, done);
  });
  app.addHook("preValidation", (request, _reply, done) => {
    const published = requestChannel.asyncStart.hasSubscribers ? pending.get(request) : undefined;
    return published ? requestChannel.asyncStart.runStores(published, done) : done();
  });
}
