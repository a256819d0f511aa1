import { createHash, timingSafeEqual } from "node:crypto";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";

/** The metrics as text. */
export interface MetricsText {
  readonly contentType: string;
  readonly text: string;
}

/** The source of `/metrics` and its access token. */
export interface ServedMetrics {
  read(): Promise<MetricsText>;
  /** The required bearer token; undefined allows anyone who can reach the port. */
  readonly token: string | undefined;
}

/** Serves `GET /metrics` (operations.md). */
export async function metricsRoute(app: FastifyInstance, { read, token }: ServedMetrics): Promise<void> {
  app.get("/metrics", async (request, reply) => {
    void reply.header("cache-control", "no-store");
    if (token !== undefined && !bears(request, token)) return refuse(reply);
    const { contentType, text } = await read();
    return reply.type(contentType).send(text);
  });
}

/** Creates a server for `/metrics` alone, not yet listening. */
export async function metricsServer(metrics: ServedMetrics): Promise<FastifyInstance> {
  const app = Fastify({ logger: false, forceCloseConnections: true });
  await metricsRoute(app, metrics);
  return app;
}

function refuse(reply: FastifyReply): FastifyReply {
  return reply.code(401).header("www-authenticate", "Bearer").type("text/plain").send("A bearer token is required.\n");
}

/** Compares in constant time, whatever the token's length. */
function bears({ headers }: FastifyRequest, token: string): boolean {
  const [, presented = ""] = /^bearer +(\S+)$/i.exec(headers.authorization ?? "") ?? [];
  return timingSafeEqual(digest(presented), digest(token));
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
