import { tracingChannel } from "node:diagnostics_channel";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** A request that is under way, as the channels' listeners are told of it. */
export class RequestUnderway {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** By `performance.now()`. */
  readonly began = performance.now();

  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.request = request;
    this.reply = reply;
  }

  /** The pattern of its route, such as `/api/v3/bookings/:booking_id`; undefined where nothing is served. Never what stands in its place. */
  get route(): string | undefined {
    return this.request.routeOptions.url;
  }

  /** The status that was answered; undefined when the client went away before. */
  get status(): number | undefined {
    return this.reply.raw.headersSent ? this.reply.raw.statusCode : undefined;
  }
}

/**
 * Tells of requests: `start` when one has come, `asyncStart` when its body is there too, and `asyncEnd` when its answer has been handed to
 * the system, or its connection is gone. What follows of the first two runs in the stores that listeners bind: the body comes by the socket's events.
 */
export const requestChannel = tracingChannel<unknown, RequestUnderway>("roost:http.request");

/**
 * Tells of the requests of an application; before its other hooks, so that all that is done is within. Without listeners it costs nothing.
 * @param isInner whether a request is one that the service makes to itself within another one
 */
export function tellOfRequests(app: FastifyInstance, isInner: () => boolean): void {
  const underway = new WeakMap<FastifyRequest, RequestUnderway>();
  app.addHook("onRequest", (request, reply, done) => {
    if (!requestChannel.hasSubscribers || isInner()) return done();
    const told = new RequestUnderway(request, reply);
    // Nobody goes on with it but who binds a store: an entry of its own costs more than all else here.
    if (requestChannel.asyncStart.hasSubscribers) underway.set(request, told);
    reply.raw.once("close", () => requestChannel.asyncEnd.publish(told));
    return requestChannel.start.runStores(told, done);
  });
  app.addHook("preValidation", (request, _reply, done) => {
    const told = requestChannel.asyncStart.hasSubscribers ? underway.get(request) : undefined;
    return told ? requestChannel.asyncStart.runStores(told, done) : done();
  });
}
