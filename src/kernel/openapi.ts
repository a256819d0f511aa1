import Type, { type TSchema } from "typebox";
import type { Attribute } from "./attribute.ts";
import type { Catalogue } from "./catalogue.ts";
import type { Key } from "./key.ts";
import { type Resource, writtenRelations } from "./resource.ts";
import { wideningParameters } from "./read/query.ts";
import type { DocumentedParameters, Method, Route } from "./route.ts";
import { scopes } from "./scopes.ts";

type Json = { readonly [name: string]: unknown };

const nullable = (schema: TSchema): TSchema => Type.Union([schema, Type.Null()]);
const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const media = "application/vnd.api+json";

/**
 * The OpenAPI 3.1 document of the API, made from the same declarations as its routes: nothing in it is written by hand.
 * @param server the API's root URL
 */
export function openApi(catalogue: Catalogue, routes: readonly Route[], server: string): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:([a-z_]+)/g, "{$1}");
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = operationOf(route, catalogue);
  }
  const schemas: Record<string, unknown> = { errors: errorsSchema(), validation_errors: validationSchema() };
  for (const resource of catalogue.all()) {
    schemas[resource.name] = recordSchema(resource, catalogue);
    if (routes.some((route) => route.resource === resource && route.operation.kind === "write")) {
      schemas[`${resource.name}_input`] = inputSchema(resource);
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Roost API v3",
      version: "3",
      description:
        "Rentals, bookings, guests, prices and everything around them. Made from the declarations that the service runs on.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: server }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: `Scopes: ${Object.keys(scopes).join(", ")}.` },
      },
      schemas,
    },
  };
}

/** JSON Schema of a record as it is read: every attribute is optional, because a token sees what its scopes read. */
export function recordSchema(resource: Resource, catalogue: Catalogue): TSchema {
  const links: Record<string, TSchema> = {};
  for (const [name, relation] of Object.entries(resource.relations)) {
    if (relation.kind === "oneOf") {
      links[name] = nullable(Type.Object({ id: Type.Integer(), type: Type.Enum(Object.keys(relation.targets)) }));
      continue;
    }
    const { schema } = catalogue.keyOf(relation.traits.target);
    links[name] = relation.kind === "many" ? Type.Array(schema) : nullable(schema);
  }
  const properties: Record<string, TSchema> = {};
  if (Object.keys(links).length > 0)
    properties.links = Type.Optional(Type.Object(allOptional(links), { additionalProperties: false }));
  for (const [name, attribute] of Object.entries(resource.attributes)) {
    if (attribute.traits.readers !== "nobody")
      properties[name] = Type.Optional(described(attribute, nullable(attribute.type.readSchema)));
  }
  return Type.Object(properties, { description: resource.purpose });
}

/** JSON Schema of what a write may say. */
function inputSchema(resource: Resource): TSchema {
  const properties: Record<string, TSchema> = {};
  for (const [name, attribute] of Object.entries(resource.attributes)) {
    if (!attribute.traits.writable) continue;
    const schema =
      attribute.traits.never === "null" ? attribute.type.writeSchema : nullable(attribute.type.writeSchema);
    properties[name] = Type.Optional(described(attribute, schema));
  }
  for (const { name, relation } of writtenRelations(resource)) {
    if (relation.written) properties[name] = Type.Optional(nullable(relation.written.attribute.type.writeSchema));
  }
  return Type.Object(properties);
}

function operationOf(route: Route, catalogue: Catalogue): Json {
  const { resource, operation } = route;
  const pathParameters = [...route.path.matchAll(/:([a-z_]+)/g)].map(([, name = ""]) => {
    const { schema, pattern } = keyOfParameter(route, catalogue, name);
    const several = { type: "string", pattern: `^${pattern}(,${pattern})*$` };
    return { name, in: "path", required: true, schema: operation.kind === "write" ? schema : several };
  });
  const answered = ((operation.kind === "write" || operation.kind === "read") && operation.answers) || resource;
  const record = {
    type: "object",
    properties: {
      [answered.root]: { type: "array", items: recordOf({ ...route, resource: answered }) },
      links: { type: "object" },
      meta: { type: "object" },
    },
  };
  const success = operation.kind === "write" ? operation.success : 200;
  return {
    summary: route.summary,
    description: `Scopes, any of: ${route.scopes.join(", ")}.`,
    tags: [resource.name],
    operationId: operationId(route.method, route.path),
    parameters: [...pathParameters, ...queryParameters(route)],
    ...(operation.kind === "write" && operation.body !== "none"
      ? { requestBody: requestBody(resource, operation) }
      : {}),
    ...(operation.kind === "read" && route.method === "POST" ? { requestBody: flatBody(operation.parameters) } : {}),
    responses: {
      [success]:
        success === 204
          ? { description: "Done; no body." }
          : { description: "As asked.", content: { [media]: { schema: record } } },
      ...(operation.kind === "write" ? { 422: failure("What was wrong, by attribute.", "validation_errors") } : {}),
      400: failure("The request is malformed; the sentence names what."),
      401: failure("No valid access token."),
      403: failure("The token lacks a scope, or the record is locked."),
      404: failure("There is no such record in the account."),
    },
  };
}

/** A record as a route answers it: as its resource is read, and what a computing read says beside that. */
function recordOf({ resource, operation }: Route): Json {
  if (operation.kind !== "read" || !operation.further) return reference(resource.name);
  const further = Object.entries(operation.further).map(([name, attribute]) => [
    name,
    described(attribute, nullable(attribute.type.readSchema)),
  ]);
  return { allOf: [reference(resource.name), { type: "object", properties: Object.fromEntries(further) }] };
}

/** The kind of id that a path names: of the route's own resource, or of the one that the name says. */
function keyOfParameter(route: Route, catalogue: Catalogue, name: string): Key {
  const named = catalogue.all().find(({ singular }) => name === `${singular}_id`);
  return (named ?? route.resource).key;
}

function requestBody(
  resource: Resource,
  operation: { readonly body: string; readonly extras: readonly string[] },
): Json {
  const extras = Object.fromEntries(operation.extras.map((name) => [name, {}]));
  const item =
    operation.extras.length > 0
      ? { allOf: [reference(`${resource.name}_input`), { type: "object", properties: extras }] }
      : reference(`${resource.name}_input`);
  const schema = {
    type: "object",
    required: [resource.root],
    properties: { [resource.root]: { type: "array", minItems: 1, maxItems: 1, items: item } },
  };
  return { required: operation.body === "record", content: { [media]: { schema } } };
}

function queryParameters({ resource, operation }: Route): Json[] {
  const query = (name: string, schema: unknown, description: string): Json => ({
    name,
    in: "query",
    schema,
    description,
  });
  const reading = [
    query("fields", { type: "string" }, "Comma list of the attributes to answer."),
    query("include", { type: "string" }, "Comma list of relations to embed, two levels at most."),
  ];
  const options = Object.entries(resource.options).map(([name, { type, meaning }]) =>
    query(name, type.readSchema, meaning),
  );
  if (operation.kind === "get") {
    const widening = Object.entries(wideningParameters(resource));
    return [
      ...reading,
      ...options,
      ...widening.map(([name, { type, meaning }]) => query(name, type.readSchema, meaning)),
    ];
  }
  if (operation.kind === "read") {
    return Object.entries(operation.parameters).map(([name, { schema, meaning, required }]) => ({
      ...query(name, schema, meaning),
      ...(required ? { required } : {}),
    }));
  }
  if (operation.kind !== "list") return [];
  return [
    ...reading,
    query("page", { type: "integer", minimum: 1 }, "From 1."),
    query("per_page", { type: "integer", minimum: 1, maximum: 100 }, "100 unless told; never more."),
    query(
      "updated_since",
      { type: "string", format: "date-time" },
      "Records changed at or after; meta.deleted_ids lists what has gone.",
    ),
    ...Object.entries(resource.search).map(([name, parameter]) =>
      query(name, parameter.type.readSchema, parameter.meaning),
    ),
    ...options,
  ];
}

/** The parameters of a reading POST in its body: one flat object, arrays or comma lists. */
function flatBody(parameters: DocumentedParameters): Json {
  const properties = Object.fromEntries(
    Object.entries(parameters).map(([name, { schema, meaning }]) => [name, { ...schema, description: meaning }]),
  );
  return { required: false, content: { [media]: { schema: { type: "object", properties } } } };
}

function failure(description: string, schema = "errors"): Json {
  return { description, content: { [media]: { schema: reference(schema) } } };
}

function errorsSchema(): TSchema {
  return Type.Object({ errors: Type.Array(Type.Object({ code: Type.String(), details: Type.String() })) });
}

function validationSchema(): TSchema {
  return Type.Object({ errors: Type.Record(Type.String(), Type.Array(Type.String())) });
}

function operationId(method: Method, path: string): string {
  return `${method.toLowerCase()}${path.replace(/:/g, "by_").replace(/\//g, "_")}`;
}

function described(attribute: Attribute<unknown>, schema: TSchema): TSchema {
  return attribute.traits.purpose === undefined ? schema : { ...schema, description: attribute.traits.purpose };
}

function allOptional(properties: Record<string, TSchema>): Record<string, TSchema> {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)]));
}
