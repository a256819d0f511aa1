import scalar from "@scalar/fastify-api-reference";
import type { FastifyInstance } from "fastify";
import { openApi } from "../../kernel/openapi.ts";
import { referencePath } from "../web/pages/guide-page.ts";
import { apiExamples } from "./api-examples.ts";
import type { RestDependencies } from "./dependencies.ts";

/** The page loads from this service alone: no fonts, telemetry or services from elsewhere, whatever its script would like to load. */
const contentSecurity = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

/** Serves the OpenAPI document, made from the declarations, and the page that shows it. */
export async function documentation(app: FastifyInstance, dependencies: RestDependencies): Promise<void> {
  const document = openApi(
    dependencies.queries.registry,
    dependencies.routes,
    `${dependencies.baseUrl}/api/v3`,
    apiExamples,
  );
  const text = JSON.stringify(document);
  app.get("/api/v3/openapi.json", async (request, reply) => {
    await dependencies.authenticator.identify(request, reply);
    return reply.type("application/json; charset=utf-8").send(text);
  });
  await app.register(async (page) => {
    page.addHook("onRequest", async (_request, reply) => {
      void reply.header("content-security-policy", contentSecurity);
    });
    await page.register(scalar, {
      routePrefix: referencePath,
      configuration: {
        content: document,
        metaData: { title: "Roost API v3" },
        pageTitle: "Roost API v3",
        withDefaultFonts: false,
        telemetry: false,
        showDeveloperTools: "never",
        hideClientButton: true,
        agent: { disabled: true },
        mcp: { disabled: true },
      },
    });
  });
}
