import type { FastifyInstance } from "fastify";
import { retrySeconds } from "./failure.ts";

/** The reason why this process should receive no requests. */
export interface Unready {
  readonly check: "draining" | "disk" | "database" | "migrations" | "jobs";
  /** A sentence for the operator. It is public. */
  readonly details: string;
}

/** Checks whether this process can serve requests. */
export interface Readiness {
  /** Undefined when ready. Cheap, however often it is called. */
  whyUnready(): Promise<Unready | undefined>;
}

/**
 * Serves the health checks (operations.md, One process). They need no token and do not count against a rate limit.
 * @param readiness when absent, the process is always ready
 */
export async function pages(app: FastifyInstance, readiness?: Readiness): Promise<void> {
  app.get("/health", async () => ({ status: "ok" }));
  // A response proves that the event loop runs.
  app.get("/health/live", async (_request, reply) =>
    reply.header("cache-control", "no-store").send({ status: "live" }),
  );
  app.get("/health/ready", async (_request, reply) => {
    void reply.header("cache-control", "no-store");
    const why = await readiness?.whyUnready();
    if (!why) return reply.send({ status: "ready" });
    return reply.code(503).header("retry-after", retrySeconds).send({ status: "unready", reason: why });
  });
}

/** Health checks reach the process directly, without the proxy that terminates TLS. */
export const isHealth = (url: string): boolean => /^\/health(\/|$|\?)/.test(url);
