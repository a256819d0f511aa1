import { createHash, timingSafeEqual } from "node:crypto";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";

/** What is measured, as text in the form that its content type says. */
export interface MetricsText {
  readonly contentType: string;
  readonly text: string;
}

/** What is served at `/metrics`, and to whom. */
export interface ServedMetrics {
  read(): Promise<MetricsText>;
  /** The bearer token that is asked for; undefined where whoever reaches the port may read. */
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

/** A server for `/metrics` alone; it does not listen yet. */
export async function metricsServer(metrics: ServedMetrics): Promise<FastifyInstance> {
  const app = Fastify({ logger: false, forceCloseConnections: true });
  await metricsRoute(app, metrics);
  return app;
}

function refuse(reply: FastifyReply): FastifyReply {
  return reply.code(401).header("www-authenticate", "Bearer").type("text/plain").send("A bearer token is needed.\n");
}

/** Takes as long for a token that is nearly right as for any other, whatever its length. */
function bears({ headers }: FastifyRequest, token: string): boolean {
  const [, given = ""] = /^bearer +(\S+)$/i.exec(headers.authorization ?? "") ?? [];
  return timingSafeEqual(digest(given), digest(token));
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
