import type { FastifyReply } from "fastify";

/**
 * Counts requests in flight, so shutdown waits for them but not for idle connections, which browsers open in advance and keep open.
 */
export class RequestsInFlight {
  private count = 0;
  private end: PromiseWithResolvers<void> | undefined;

  /** Counts a request until its response is handed to the system or its connection is closed. */
  begins(reply: FastifyReply): void {
    this.count++;
    reply.raw.once("close", () => {
      this.count--;
      this.settleIfIdle();
    });
  }

  /** Called before a response is sent. During shutdown, closes the connection after it. */
  answers(reply: FastifyReply): void {
    if (this.end) void reply.header("connection", "close");
  }

  /** Resolves when no request is in flight. Call it after the server stops accepting connections. */
  over(): Promise<void> {
    this.end ??= Promise.withResolvers();
    this.settleIfIdle();
    return this.end.promise;
  }

  private settleIfIdle(): void {
    if (this.count === 0) this.end?.resolve();
  }
}
