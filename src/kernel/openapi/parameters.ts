import type { TSchema } from "typebox";
import type { Attributes } from "../attribute.ts";
import { wideningParameters } from "../read/query.ts";
import type { ResourceRegistry } from "../registry.ts";
import { defaultPerPage, type Resource } from "../resource.ts";
import type { Route } from "../route.ts";
import type { SearchParameter } from "../search.ts";
import { type Json, reference } from "./json-schema.ts";

/** A query parameter; lists are comma-separated. */
const query = (name: string, schema: object, description: string): Json => ({
  name,
  in: "query",
  ...("type" in schema && schema.type === "array" ? { style: "form", explode: false } : {}),
  description,
  schema,
});

const pageSize = (maximum: number): Json =>
  query("per_page", { type: "integer", minimum: 1, maximum }, `Records per page. Default and maximum: ${maximum}.`);

/** Parameters that many operations share, as components. */
export const sharedParameters: Readonly<Record<string, Json>> = {
  page: query(
    "page",
    { type: "integer", minimum: 1 },
    "The page number, from 1. Follow meta.Link.next to read all pages.",
  ),
  per_page: pageSize(defaultPerPage),
  after: query(
    "after",
    { type: "string" },
    "The start of the page, from meta.Link.next; takes precedence over `page`. Following that URL neither misses nor repeats a record, whatever changes meanwhile.",
  ),
  updated_since: query(
    "updated_since",
    { type: "string", format: "date-time" },
    "Records that changed at or after this time; meta.deleted_ids lists records that were deleted, canceled or archived since. Send the previous response's X-Updated-Since-Request-Synced-At.",
  ),
  idempotency_key: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "A UUID that you choose. Repeating the request with the same key within a week returns the stored response without repeating the request.",
    schema: { type: "string", format: "uuid" },
  },
  if_match: {
    name: "If-Match",
    in: "header",
    description:
      "The ETag from reading this record alone. If the record has changed since, the response is 412 and nothing changes. `*` accepts any version.",
    schema: { type: "string" },
  },
  if_none_match: {
    name: "If-None-Match",
    in: "header",
    description: "The ETag of an earlier response. The response is 304 without a body until the content changes.",
    schema: { type: "string" },
  },
};

const shared = (name: string): Json => reference("parameters", name);

/** `fields` and `include` of readable resources, as components. */
export function readParameters(resource: Resource): Readonly<Record<string, Json>> {
  const include = includeParameter(resource);
  return {
    [`${resource.name}_fields`]: fieldsParameter(resource, {}),
    ...(include ? { [`${resource.name}_include`]: include } : {}),
  };
}

/** All parameters of an operation: in its path, query and headers. */
export function parametersOf(route: Route, registry: ResourceRegistry): Json[] {
  const { resource, operation } = route;
  const path = pathParameters(route, registry);
  if (operation.kind === "write") {
    const queryParameters = Object.entries(operation.parameters ?? {}).map(([name, parameter]) =>
      computingParameter(name, parameter, resource, {}),
    );
    return [...path, ...queryParameters, shared("idempotency_key"), ...(operation.onOne ? [shared("if_match")] : [])];
  }
  const declared =
    operation.kind === "read"
      ? Object.entries(operation.parameters).map(([name, parameter]) =>
          computingParameter(name, parameter, resource, operation.additional ?? {}),
        )
      : [
          ...readingParameters(resource),
          ...(operation.kind === "list"
            ? listParameters(resource)
            : Object.entries(wideningParameters(resource)).map(searchParameter)),
        ];
  return [...path, ...declared, ...(route.method === "GET" ? [shared("if_none_match")] : [])];
}

function readingParameters(resource: Resource): Json[] {
  return [
    shared(`${resource.name}_fields`),
    ...(includeParameter(resource) ? [shared(`${resource.name}_include`)] : []),
    ...Object.entries(resource.options).map(([name, { type, description }]) =>
      query(name, type.readSchema, description),
    ),
  ];
}

function listParameters({ search, maxPerPage }: Resource): Json[] {
  const perPage = maxPerPage === defaultPerPage ? shared("per_page") : pageSize(maxPerPage);
  return [
    shared("page"),
    perPage,
    shared("after"),
    shared("updated_since"),
    ...Object.entries(search).map(searchParameter),
  ];
}

function searchParameter([name, { type, description, scopes, required }]: [string, SearchParameter]): Json {
  const text = scopes ? `${description} Needs one of the scopes ${scopes.join(", ")}.` : description;
  return { ...query(name, type.readSchema, text), ...(required ? { required } : {}) };
}

/** A computing read's parameter as declared; `fields` and `include` follow from the resource. */
function computingParameter(
  name: string,
  {
    schema,
    description,
    required,
  }: { readonly schema: TSchema; readonly description: string; readonly required?: true },
  resource: Resource,
  additional: Attributes,
): Json {
  if (name === "page" || name === "after") return shared(name);
  if (name === "fields") return fieldsParameter(resource, additional);
  if (name === "include") return includeParameter(resource) ?? query(name, schema, description);
  return { ...query(name, schema, description), ...(required ? { required } : {}) };
}

function fieldsParameter(resource: Resource, additional: Attributes): Json {
  const attributes = Object.entries({ ...resource.attributes, ...additional });
  const names = attributes.filter(([, { traits }]) => traits.readers !== "nobody").map(([name]) => name);
  const withLinks = Object.keys(resource.relations).length > 0 && !resource.linkless;
  const known = { type: "string", enum: [...(withLinks ? ["links"] : []), ...names] };
  return query(
    "fields",
    { type: "array", items: known, minItems: 1 },
    "Only these attributes, separated by commas. All others are omitted, even those that the schema requires.",
  );
}

/** The parameter `include`; undefined for a resource without relations. */
function includeParameter(resource: Resource): Json | undefined {
  const names = Object.keys(resource.relations);
  if (names.length === 0) return undefined;
  return query(
    "include",
    { type: "array", items: { type: "string", pattern: `^(${names.join("|")})(\\.[a-z_]+)?$` }, minItems: 1 },
    `Relations whose records are embedded under the relation's name, separated by commas. A dot adds one more level. Relations: ${names.join(", ")}.`,
  );
}

function pathParameters(route: Route, registry: ResourceRegistry): Json[] {
  return [...route.path.matchAll(/:([a-z_]+)/g)].map(([, name = ""]) => {
    const named = registry.all().find(({ singular }) => name === `${singular}_id`) ?? route.resource;
    const words = named.singular.replaceAll("_", " ");
    const parameter = { name, in: "path", required: true };
    if (route.operation.kind === "write")
      return { ...parameter, description: `The id of the ${words}.`, schema: named.key.schema };
    return {
      ...parameter,
      style: "simple",
      description: `The id of the ${words}, or several ids separated by commas. Records come in this order; unknown ids are skipped.`,
      schema: { anyOf: [named.key.schema, { type: "array", items: named.key.schema, minItems: 1 }] },
    };
  });
}
