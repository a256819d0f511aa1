import type { FastifyInstance, FastifyReply } from "fastify";
import { notFound } from "../../../kernel/errors.ts";
import { generated } from "../../web/docs/contents.ts";
import { type Passage, searchRoute } from "../../web/docs/search.ts";
import { sendPage } from "../../web/pages/answer.ts";
import { errorPages } from "../../web/pages/error-page.ts";
import { allowOwnScript, pageHeaders } from "../../web/pages/page-headers.ts";
import { pathOfResource } from "./attributes.ts";
import { anchorOfRoute } from "./operations.ts";
import { type Reference, resourceIndex, resourcePage, routesOf } from "./resource-page.ts";

/**
 * Serves a page for each resource, generated from its declaration on first use, and the search over all documentation.
 * @param baseUrl without a slash at the end
 */
export async function resourcePages(app: FastifyInstance, reference: Reference, baseUrl: string): Promise<void> {
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
    searchRoute(pages, baseUrl, () => passages(reference));
    pages.get(generated.resources.path, async (_request, reply) => serve(reply, "", () => resourceIndex(reference)));
    pages.get<{ Params: { name: string } }>(`${generated.resources.path}/:name`, async ({ params }, reply) => {
      const resource = reference.registry.find(params.name);
      if (!resource) throw notFound("Resource not found.");
      return serve(reply, resource.name, () => resourcePage(reference, resource));
    });
  });
}

/** Each resource and each of its operations and attributes, for the search. */
function passages(reference: Reference): Passage[] {
  return reference.registry.all().flatMap((resource) => {
    const path = pathOfResource(resource);
    const page = resource.name;
    const attributes = Object.entries(resource.attributes);
    return [
      { path, page, heading: page, text: resource.description },
      ...attributes.map(([name, { traits }]) => ({
        path: `${path}#attribute-${name}`,
        page,
        heading: name,
        text: traits.description ?? "",
      })),
      ...routesOf(reference, resource).map((route) => ({
        path: `${path}#${anchorOfRoute(route)}`,
        page,
        heading: `${route.method} ${route.path}`,
        text: route.summary,
      })),
    ];
  });
}
