import { describe, expect, test } from "vitest";
import { resources, routes } from "../../src/app/registry.ts";
import { scopes } from "../../src/kernel/access/scopes.ts";
import { ApiClient, type Json } from "../harness/client.ts";
import { baseUrl, useSharedService } from "../harness/service.ts";

const service = useSharedService();

async function theDocument(): Promise<Json> {
  const answer = await new ApiClient(service.url, undefined).get("/openapi.json");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  return answer.json;
}

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function objectAt(parent: unknown, ...path: string[]): Json {
  let value: unknown = parent;
  for (const name of path) value = isObject(value) ? value[name] : undefined;
  if (!isObject(value)) throw new Error(`No object at ${path.join(".")}`);
  return value;
}

/** Every object in a document, with its path. */
function* objectsIn(value: unknown, path: string): Generator<[string, Json]> {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* objectsIn(item, `${path}/${index}`);
  if (!isObject(value)) return;
  yield [path, value];
  for (const [name, item] of Object.entries(value)) yield* objectsIn(item, `${path}/${name}`);
}

/** Resolves a part of the document that may be a reference. */
function resolved(document: Json, part: unknown): Json {
  const { $ref } = objectAt(part);
  return $ref === undefined ? objectAt(part) : objectAt(document, ...String($ref).slice(2).split("/"));
}

/** Every operation of the document, with its path and method. */
function operationsOf(document: Json): [string, string, Json][] {
  return Object.entries(objectAt(document, "paths")).flatMap(([path, item]) =>
    Object.entries(objectAt(item)).map(([method, operation]): [string, string, Json] => [
      path,
      method,
      objectAt(operation),
    ]),
  );
}

/** Whether an operation requires a query parameter. */
function isRequired(method: string, path: string, name: unknown): boolean {
  const route = routes.find(
    (one) => one.path.replace(/:([a-z_]+)/g, "{$1}") === path && one.method === method.toUpperCase(),
  );
  if (route?.operation.kind === "write") return route.operation.parameters?.[String(name)]?.required === true;
  if (route?.operation.kind === "read") return route.operation.parameters[String(name)]?.required === true;
  return route?.operation.kind === "list" && route.resource.search[String(name)]?.required === true;
}

const types = ["object", "array", "string", "integer", "number", "boolean", "null"];

describe("the OpenAPI document", () => {
  test("is an OpenAPI 3.1 document of this API that requires a token with scopes", async () => {
    const document = await theDocument();
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(objectAt(document, "info")).toMatchObject({ title: expect.any(String), version: expect.any(String) });
    expect(document.servers).toEqual([{ url: `${baseUrl}/api/v3` }]);
    const scheme = objectAt(document, "components", "securitySchemes", "oauth2");
    expect(scheme.type).toBe("oauth2");
    expect(objectAt(scheme, "flows", "authorizationCode")).toEqual({
      authorizationUrl: `${baseUrl}/oauth/authorize`,
      tokenUrl: `${baseUrl}/oauth/token`,
      refreshUrl: `${baseUrl}/oauth/token`,
      scopes,
    });
    expect(objectAt(scheme, "flows", "clientCredentials").scopes).toEqual({ public: scopes.public });
    const members = [
      "openapi",
      "info",
      "servers",
      "security",
      "paths",
      "components",
      "tags",
      "webhooks",
      "jsonSchemaDialect",
      "externalDocs",
    ];
    expect(members).toEqual(expect.arrayContaining(Object.keys(document)));
  });

  test("has every route, and no other", async () => {
    const documented = operationsOf(await theDocument()).map(([path, method]) => `${method.toUpperCase()} ${path}`);
    const served = routes.map(({ method, path }) => `${method} ${path.replace(/:([a-z_]+)/g, "{$1}")}`);
    // Bulk requests belong to no resource: they contain requests to the others.
    expect(documented.sort()).toEqual([...served, "POST /bulk"].sort());
  });

  test("describes each operation with a unique id, a summary, path parameters and answers", async () => {
    const document = await theDocument();
    const operations = operationsOf(document);
    const names = operations.map(([, , { operationId }]) => operationId);
    expect(new Set(names).size).toBe(names.length);
    for (const [path, method, operation] of operations) {
      const where = `${method} ${path}`;
      expect(operation, where).toMatchObject({
        operationId: expect.stringMatching(/^[a-z]+_\w+$/),
        summary: expect.stringMatching(/\.$/),
      });
      const parameters = [operation.parameters].flat().map((parameter) => resolved(document, parameter));
      const inPath = parameters.filter((parameter) => parameter.in === "path");
      expect(
        inPath.map(({ name }) => `{${name}}`),
        where,
      ).toEqual(path.match(/\{\w+\}/g) ?? []);
      for (const parameter of parameters) {
        expect(["path", "query", "header"], where).toContain(parameter.in);
        expect(parameter.required === true, where).toBe(
          parameter.in === "path" || isRequired(method, path, parameter.name),
        );
        expect(isObject(parameter.schema), where).toBe(true);
      }
      const keys = parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
      expect(new Set(keys).size, where).toBe(keys.length);
      const responses = objectAt(operation, "responses");
      expect(
        Object.keys(responses).filter((status) => status.startsWith("2")),
        where,
      ).toHaveLength(1);
      for (const [status, response] of Object.entries(responses)) {
        expect(status).toMatch(/^[2-5]\d\d$/);
        expect(resolved(document, response).description, where).toEqual(expect.any(String));
      }
      if (method === "get") expect(operation, where).not.toHaveProperty("requestBody");
    }
  });

  test("uses the API's envelope roots", async () => {
    const document = await theDocument();
    for (const { method, path, resource, operation } of routes) {
      if (operation.kind !== "list" && operation.kind !== "get") continue;
      const documented = objectAt(document, "paths", path.replace(/:([a-z_]+)/g, "{$1}"), method.toLowerCase());
      const content = objectAt(documented, "responses", "200", "content", "application/vnd.api+json");
      const schema = objectAt(resolved(document, content.schema), "properties");
      expect(Object.keys(schema), path).toEqual([resource.root, "links", "meta"]);
      expect(schema[resource.root], path).toEqual({
        type: "array",
        items: { $ref: `#/components/schemas/${resource.name}` },
      });
    }
  });

  test("has no dangling reference, and a schema for every answered resource", async () => {
    const document = await theDocument();
    const components = objectAt(document, "components");
    const answered = resources.map(({ name }) => name).filter((name) => name !== "strict_bookings");
    expect(Object.keys(objectAt(components, "schemas"))).toEqual(expect.arrayContaining(answered));
    let references = 0;
    for (const [path, { $ref }] of objectsIn(document, "")) {
      if ($ref === undefined) continue;
      references++;
      const [, kind = "", name = ""] = /^#\/components\/(\w+)\/([\w-]+)$/.exec(String($ref)) ?? [];
      expect(components, path).toHaveProperty([kind, name]);
    }
    expect(references).toBeGreaterThan(routes.length);
  });

  test("contains only valid JSON Schema 2020-12", async () => {
    const document = await theDocument();
    let typed = 0;
    for (const [path, schema] of objectsIn(objectAt(document, "components", "schemas"), "")) {
      if (path.endsWith("/properties") || path.endsWith("/patternProperties")) continue;
      expect(schema, path).not.toHaveProperty("nullable");
      if (schema.type !== undefined) {
        typed++;
        for (const type of [schema.type].flat()) expect(types, path).toContain(type);
      }
      if (schema.type === "array") expect(isObject(schema.items), path).toBe(true);
      if (schema.pattern !== undefined) expect(() => new RegExp(String(schema.pattern), "u"), path).not.toThrow();
      if (schema.required !== undefined)
        expect(Object.keys(objectAt(schema, "properties")), path).toEqual(
          expect.arrayContaining([schema.required].flat()),
        );
      for (const bound of ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"]) {
        if (schema[bound] !== undefined) expect(Number.isFinite(schema[bound]), `${path}/${bound}`).toBe(true);
      }
    }
    expect(typed).toBeGreaterThan(200);
  });

  test("is shown on a page", async () => {
    const page = await fetch(`${service.url}/docs/reference`);
    expect(page.status).toBe(200);
    expect(page.headers.get("content-type")).toMatch(/^text\/html/);
    expect(await page.text()).toContain("Roost API v3");
  });
});
