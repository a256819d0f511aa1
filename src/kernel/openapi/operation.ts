import type { ResourceRegistry } from "../registry.ts";
import { type Method, type Route, words } from "../route.ts";
import { isPaged, successOf } from "./answers.ts";
import { bodyName, uploadSchema } from "./bodies.ts";
import { type ExampleNames, shown } from "./examples.ts";
import { failuresWith } from "./failures.ts";
import { type Json, objectOf, reference, requestMediaTypes } from "./json-schema.ts";
import { parametersOf } from "./parameters.ts";
import { requirements } from "./security.ts";

const operationId = ({ method, path }: { readonly method: Method; readonly path: string }): string =>
  `${method.toLowerCase()}${path.replace(/:/g, "by_").replace(/\//g, "_")}`;

/** One operation of the document. */
export function operationOf(route: Route, registry: ResourceRegistry, example: ExampleNames): Json {
  const body = requestBody(route, example);
  return {
    operationId: operationId(route),
    summary: route.summary,
    description: descriptionOf(route),
    tags: [route.resource.name],
    security: requirements(route.scopes),
    parameters: parametersOf(route, registry),
    ...(body ? { requestBody: body } : {}),
    responses: {
      ...successOf(route, registry, example.response),
      ...failuresWith(...failureStatuses(route, body !== undefined)),
    },
  };
}

function failureStatuses(route: Route, hasBody: boolean): number[] {
  const reads = route.operation.kind !== "write";
  return [
    400,
    401,
    403,
    406,
    429,
    500,
    503,
    ...(reads && route.method === "GET" ? [304] : []),
    ...(route.path.includes(":") ? [404] : []),
    ...(route.operation.kind === "read" && route.operation.mayBeGone ? [410] : []),
    ...(route.operation.kind === "write" && route.operation.onOne ? [412] : []),
    413,
    ...(hasBody || !reads ? [415] : []),
    ...(route.method === "GET" ? [] : [409]),
    ...(reads ? [] : [422]),
  ];
}

function requestBody(route: Route, example: ExampleNames): Json | undefined {
  const { operation } = route;
  if (operation.kind === "read") {
    if (route.method !== "POST") return undefined;
    return { required: false, content: contentOf(reference("schemas", bodyName(route)), example) };
  }
  if (operation.kind !== "write" || !operation.body) return undefined;
  const { body } = operation;
  const element = reference("schemas", bodyName(route));
  if (body.media === "multipart") return { required: true, content: { "multipart/form-data": { schema: element } } };
  const { root } = body.of;
  const schema = body.flat
    ? element
    : objectOf({ [root]: { type: "array", minItems: 1, maxItems: 1, items: element } }, [root], { closed: true });
  const form = body.upload && { "multipart/form-data": { schema: uploadSchema(body, body.upload) } };
  return { required: !body.optional, content: { ...contentOf(schema, example), ...form } };
}

function contentOf(schema: Json, { request }: ExampleNames): Json {
  return Object.fromEntries(requestMediaTypes.map((type) => [type, { schema, ...shown(request) }]));
}

function descriptionOf(route: Route): string {
  if (route.description !== undefined) return route.description;
  const { operation, resource } = route;
  const name = words(resource.name);
  switch (operation.kind) {
    case "list":
      return `${resource.description} Returns a page, in ascending id order unless a parameter changes it.`;
    case "get":
      return `${resource.description} A single unknown id is 404; among several ids, unknown ones are skipped.`;
    case "read":
      return isPaged(operation) ? `${resource.description} Returns a page.` : resource.description;
    case "write":
      return operation.success === 204
        ? `Afterwards meta.deleted_ids contains its id when you list ${name} with updated_since.`
        : "The whole write succeeds or fails. A failure lists every problem by attribute.";
  }
}
