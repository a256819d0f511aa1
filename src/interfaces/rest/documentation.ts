import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { openApi } from "../../kernel/openapi/openapi.ts";
import { compressAnswers } from "../http/compression.ts";
import { generated } from "../web/docs/contents.ts";
import { countAnyone } from "./admission/admit.ts";
import { apiExamples } from "./api-examples.ts";
import type { RestDependencies } from "./dependencies.ts";
import { resourcePages } from "./resource-pages/routes.ts";

/** The page may load from this service only: no external fonts, telemetry or services. */
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

/** Serves the OpenAPI document, generated from the declarations, and the page that shows it. */
export async function documentation(app: FastifyInstance, dependencies: RestDependencies): Promise<void> {
  compressAnswers(app);
  const { registry } = dependencies.queries;
  // Generated on first use: it takes megabytes and startup time.
  const document = () => openApi(registry, dependencies.routes, `${dependencies.baseUrl}/api/v3`, apiExamples);
  let text: string | undefined;
  app.get("/api/v3/openapi.json", async (request, reply) => {
    await countAnyone(dependencies, request, reply);
    text ??= JSON.stringify(document());
    return reply.type("application/json; charset=utf-8").send(text);
  });
  const reference = { registry, routes: dependencies.routes, examples: apiExamples };
  await resourcePages(app, reference, dependencies.baseUrl);
  const page = referencePage(document);
  const serve = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const answer = await (await page()).inject({ method: "GET", url: request.url, headers: request.headers });
    void reply.headers(answer.headers).header("content-security-policy", contentSecurity);
    return reply.code(answer.statusCode).send(answer.rawPayload);
  };
  app.get(generated.operations.path, serve);
  app.get(`${generated.operations.path}/*`, serve);
}

/** Loads the page's library, four megabytes of script, on first use. */
function referencePage(document: () => Record<string, unknown>): () => Promise<FastifyInstance> {
  let opened: Promise<FastifyInstance> | undefined;
  const open = async (): Promise<FastifyInstance> => {
    const { default: scalar } = await import("@scalar/fastify-api-reference");
    const page: FastifyInstance = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
    await page.register(scalar, {
      routePrefix: generated.operations.path,
      configuration: {
        content: document(),
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
    return page;
  };
  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}
