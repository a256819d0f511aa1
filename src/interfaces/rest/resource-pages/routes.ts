import type { FastifyInstance, FastifyReply } from "fastify";
import { notFound } from "../../../kernel/errors.ts";
import { sendPage } from "../../web/pages/answer.ts";
import { errorPages } from "../../web/pages/error-page.ts";
import { allowOwnScript, pageHeaders } from "../../web/pages/page-headers.ts";
import { resourcesPath } from "./attributes.ts";
import { type Reference, resourceIndex, resourcePage } from "./resource-page.ts";

/** Serves a page for each resource, generated from its declaration on first use. */
export async function resourcePages(app: FastifyInstance, reference: Reference): Promise<void> {
  const made = new Map<string, string>();
  const serve = (reply: FastifyReply, name: string, make: () => string): FastifyReply => {
    const document = made.get(name) ?? make();
    made.set(name, document);
    allowOwnScript(reply);
    return sendPage(reply, document);
  };
  await app.register(async (pages) => {
    pageHeaders(pages);
    errorPages(pages);
    pages.get(resourcesPath, async (_request, reply) => serve(reply, "", () => resourceIndex(reference)));
    pages.get<{ Params: { name: string } }>(`${resourcesPath}/:name`, async ({ params }, reply) => {
      const resource = reference.registry.find(params.name);
      if (!resource) throw notFound("Resource not found.");
      return serve(reply, resource.name, () => resourcePage(reference, resource));
    });
  });
}
