import type { FastifyInstance } from "fastify";

/** What is served beside the API: the way to the documentation, and the health of the process. */
export async function pages(app: FastifyInstance): Promise<void> {
  app.get("/", async (_request, reply) => reply.redirect("/docs", 302));
  app.get("/health", async () => ({ status: "ok" }));
}
