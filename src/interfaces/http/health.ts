import type { FastifyInstance } from "fastify";

/** What is served beside the API: the health of the process. */
export async function pages(app: FastifyInstance): Promise<void> {
  app.get("/health", async () => ({ status: "ok" }));
}
