import type { ResourceRegistry } from "../registry.ts";
import type { Resource } from "../resource.ts";
import type { Route } from "../route.ts";
import { envelopeSchemas, sharedEnvelope } from "./answers.ts";
import { bodySchemas } from "./bodies.ts";
import { bulkPaths, bulkSchemas, bulkTag } from "./bulk.ts";
import { type Examples, exampleComponents, noExamples } from "./examples.ts";
import { errorSchemas, failureComponents } from "./failures.ts";
import { headers } from "./headers.ts";
import type { Json } from "./json-schema.ts";
import { operationOf } from "./operation.ts";
import { readParameters, sharedParameters } from "./parameters.ts";
import { embeddedSchemas, recordSchema } from "./record-schema.ts";
import { securitySchemes } from "./security.ts";
import { webhookAnswers, webhookBodies, webhookHeaders, webhookSchemas, webhooks } from "./webhooks.ts";

const description = `Rentals, bookings, guests, prices and everything around them.

Bodies are \`{ "<resource>": [ { … } ] }\` with one element; responses contain a list under the same root, with \`links\` and \`meta\`. Decimals
are strings, except for the prices of a search, which are numbers. Times are UTC. Reads are paged; synchronize with \`updated_since\` and
\`meta.deleted_ids\`. You can write a whole record back: read-only attributes are ignored. This document is generated from the declarations that the
service runs on.`;

/**
 * Generates the API's OpenAPI 3.1 document from the declarations of its routes.
 * @param server the API's root URL, which ends in /api/v3
 * @param examples executed requests for the documentation
 */
export function openApi(
  registry: ResourceRegistry,
  routes: readonly Route[],
  server: string,
  examples: Examples = noExamples,
): Json {
  const executed = exampleComponents(examples);
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:([a-z_]+)/g, "{$1}");
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = operationOf(route, registry, executed.namesOf(route));
  }
  const tagged = registry.all().filter((resource) => routes.some((route) => route.resource === resource));
  return {
    openapi: "3.1.0",
    info: {
      title: "Roost API v3",
      version: "3",
      description,
      contact: { name: "Documentation", url: server.replace(/\/api\/v3$/, "/docs") },
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: server }],
    tags: [...tagged.map((resource) => ({ name: resource.name, description: resource.description })), bulkTag],
    paths: { ...paths, ...bulkPaths },
    webhooks: webhooks(registry),
    components: {
      securitySchemes: securitySchemes(server.replace(/\/api\/v3$/, "")),
      parameters: { ...sharedParameters, ...webhookHeaders, ...ofAll(read(routes), readParameters) },
      headers,
      requestBodies: webhookBodies(registry),
      responses: { ...failureComponents(examples.failures), ...webhookAnswers },
      examples: executed.components,
      schemas: {
        ...errorSchemas,
        ...envelopeSchemas,
        ...ofAll(answered(registry, routes), (resource) => ({ [resource.name]: wholeSchema(resource, registry) })),
        ...Object.fromEntries(routes.map(sharedEnvelope).filter((shared) => shared !== undefined)),
        ...bodySchemas(routes),
        ...bulkSchemas,
        ...webhookSchemas(registry),
      },
    },
  };
}

/** A record's schema with its embeddable records. */
function wholeSchema(resource: Resource, registry: ResourceRegistry): Json {
  const schema = recordSchema(resource, registry);
  return { ...schema, properties: { ...Object(schema.properties), ...embeddedSchemas(resource, registry) } };
}

/** The resources with a list or a read by id. */
function read(routes: readonly Route[]): Resource[] {
  const reading = routes.filter(({ operation }) => operation.kind === "list" || operation.kind === "get");
  return [...new Set(reading.map(({ resource }) => resource))];
}

/** The resources whose records some operation returns. */
function answered(registry: ResourceRegistry, routes: readonly Route[]): Resource[] {
  const answersAnother = ({ operation }: Route) => operation.kind === "write" && operation.answers !== undefined;
  return registry.all().filter((resource) => {
    const own = routes.filter((route) => route.resource === resource);
    return own.length === 0 || !own.every(answersAnother);
  });
}

const ofAll = (resources: readonly Resource[], create: (resource: Resource) => Json): Json =>
  Object.assign({}, ...resources.map(create));
