import scalar from "@scalar/fastify-api-reference";
import type { FastifyInstance } from "fastify";
import { openApi } from "../kernel/openapi.ts";
import type { ApiParts } from "./parts.ts";

/** Serves the OpenAPI document, made from the declarations, and the page that shows it. */
export async function documentation(app: FastifyInstance, parts: ApiParts): Promise<void> {
  const document = openApi(parts.plans.catalogue, parts.routes, `${parts.baseUrl}/api/v3`);
  const text = JSON.stringify(document);
  app.get("/api/v3/openapi.json", async (_request, reply) => reply.type("application/json; charset=utf-8").send(text));
  await app.register(scalar, { routePrefix: "/docs", configuration: { content: document, title: "Roost API v3" } });
}
