import type { FastifyReply } from "fastify";

/**
 * Counts the requests that are under way, so that the end of the service waits for these and for nothing else: a connection that is
 * merely open (a browser makes some in advance) would otherwise keep the server for as long as its client likes.
 */
export class RequestsInFlight {
  private count = 0;
  private end: PromiseWithResolvers<void> | undefined;

  /** A request has begun; it is over when its answer has been handed to the system, or its connection is gone. */
  begins(reply: FastifyReply): void {
    this.count++;
    reply.raw.once("close", () => {
      this.count--;
      this.look();
    });
  }

  /** An answer is about to be sent. While the service ends, it is the last one on its connection. */
  answers(reply: FastifyReply): void {
    if (this.end) void reply.header("connection", "close");
  }

  /** Resolves when no request is under way. To be called when no new connections are taken. */
  over(): Promise<void> {
    this.end ??= Promise.withResolvers();
    this.look();
    return this.end.promise;
  }

  private look(): void {
    if (this.count === 0) this.end?.resolve();
  }
}
