import type { FastifyInstance } from "fastify";
import { retrySeconds } from "./failure.ts";

/** Why no requests should be sent here. */
export interface Unready {
  readonly check: "draining" | "disk" | "database" | "migrations" | "jobs";
  /** A sentence for whoever runs the service; anybody may read it. */
  readonly details: string;
}

/** Knows whether requests can be served. */
export interface Readiness {
  /** Undefined when they can. Cheap, however often it is asked. */
  whyUnready(): Promise<Unready | undefined>;
}

/**
 * What is served beside the API: the health of the process (operations.md, One process). None of it needs a token, or is counted.
 * @param readiness absent: ready as long as it answers
 */
export async function pages(app: FastifyInstance, readiness?: Readiness): Promise<void> {
  app.get("/health", async () => ({ status: "ok" }));
  // That the event loop turns, it says by answering.
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

/** Who looks after the health of a process asks it directly, and not through whatever ends TLS. */
export const isHealth = (url: string): boolean => /^\/health(\/|$|\?)/.test(url);
