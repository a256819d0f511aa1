import { describe, expect, test } from "vitest";
import { resources, routes } from "../../src/app/registry.ts";
import { withWriters } from "../../src/kernel/access/scopes.ts";
import { locales } from "../../src/kernel/locales.ts";
import type { Nested } from "../../src/kernel/nested.ts";
import type { Relation } from "../../src/kernel/relation.ts";
import type { Route } from "../../src/kernel/route.ts";
import type { Json } from "../harness/client.ts";
import { documentOf } from "./document.ts";
import { propertiesOf, resolved } from "./sampler.ts";

const document: Json = documentOf("https://roost.example");
const components = resolved(document, document.components);
const schemas = resolved(document, components.schemas);
const schema = (name: string): Json => resolved(document, schemas[name]);

/** Every operation, with its route. */
const operations = routes.map((route) => {
  const path = resolved(document, resolved(document, document.paths)[route.path.replace(/:([a-z_]+)/g, "{$1}")]);
  return { route, operation: resolved(document, path[route.method.toLowerCase()]) };
});
const operation = (method: string, path: string): Json => {
  const found = operations.find(({ route }) => route.method === method && route.path === path);
  if (!found) throw new Error(`There is no ${method} ${path}.`);
  return found.operation;
};
const parametersOf = ({ parameters }: Json): Json[] => [parameters].flat().map((one) => resolved(document, one));
const bodyOf = ({ requestBody }: Json): Json =>
  resolved(document, Object(requestBody).content["application/vnd.api+json"].schema);
const elementOf = (body: Json, root: string): Json =>
  resolved(document, resolved(document, propertiesOf(body)[root]).items);
const descriptionOf = (relation: Relation) => relation.traits.description;

/** A real sentence that does not just repeat the name. */
const sentence = expect.stringMatching(/^\S.{3,}[.…]$/s);

describe("the document describes", () => {
  test("every resource and every operation", () => {
    for (const { name, description } of resources) expect(description, name).toEqual(sentence);
    for (const { route, operation: described } of operations) {
      expect(described.summary, route.path).toEqual(sentence);
      expect(described.description, route.path).toEqual(sentence);
    }
  });

  test("every attribute and every relation", () => {
    for (const { name, attributes, relations } of resources) {
      for (const [key, { traits }] of Object.entries(attributes))
        expect(traits.description, `${name}.${key}`).toEqual(sentence);
      for (const [key, relation] of Object.entries(relations))
        expect(descriptionOf(relation), `${name}.${key}`).toEqual(sentence);
    }
  });

  test("every parameter", () => {
    for (const { route, operation: described } of operations)
      for (const { name, description } of parametersOf(described))
        expect(description, `${route.path} ${name}`).toEqual(sentence);
  });

  test("every nested body and its members", () => {
    const describedAll = (nested: Nested, where: string): number =>
      Object.entries(nested).reduce((count, [name, body]) => {
        expect(body.description, `${where}.${name}`).toEqual(sentence);
        for (const [key, { traits }] of Object.entries(body.attributes))
          expect(traits.description, `${where}.${name}.${key}`).toEqual(sentence);
        return count + 1 + describedAll(body.nested ?? {}, `${where}.${name}`);
      }, 0);
    let nested = 0;
    for (const { method, path, operation: declared } of routes) {
      if (declared.kind !== "write") continue;
      nested += describedAll(declared.body?.media === "json" ? declared.body.nested : {}, `${method} ${path}`);
    }
    expect(nested).toBeGreaterThan(7);
  });
});

describe("bodies", () => {
  test("contain every nested body and its members", () => {
    const booking = elementOf(bodyOf(operation("POST", "/rentals/:rental_id/bookings")), "bookings");
    const fee = elementOf(booking, "bookings_fees");
    expect(propertiesOf(fee)).toMatchObject({ rentals_fee_id: {}, price: {}, times_booked: {}, name_en: {} });
    expect(propertiesOf(booking).comments).toMatchObject({
      anyOf: [{ items: { required: ["content"] } }, { type: "string" }],
    });
    expect(elementOf(booking, "bookings_taxes").required).toEqual(["amount"]);
    const tax = elementOf(bodyOf(operation("POST", "/taxes")), "taxes");
    expect(elementOf(tax, "tax_rules").required).toEqual(["compared_attribute", "comparator", "value"]);
    const client = elementOf(bodyOf(operation("POST", "/clients")), "clients");
    expect(elementOf(client, "phones").required).toEqual(["label", "number"]);
    const strict = elementOf(bodyOf(operation("POST", "/strict_bookings")), "bookings");
    expect(Object.keys(propertiesOf(resolved(document, propertiesOf(strict).client)))).toEqual([
      "firstname",
      "lastname",
      "email",
      "phone_number",
      "country_code",
    ]);
  });

  test("of add_bookings_fee are a list of fees, under no other root", () => {
    const body = bodyOf(operation("PATCH", "/bookings/:id/add_bookings_fee"));
    expect(Object.keys(propertiesOf(body))).toEqual(["id", "dry_run", "bookings_fees"]);
    expect(body.required).toEqual(["bookings_fees"]);
    expect(resolved(document, propertiesOf(body).bookings_fees)).toMatchObject({ type: "array", minItems: 1 });
  });

  test("require the required attributes on creation, and nothing on update", () => {
    expect(schema("bookings_create").required).toEqual(["start_at", "end_at"]);
    expect(schema("rentals_create").required).toEqual(["name"]);
    expect(schema("fees_create").required).toEqual(["kind", "rate", "rate_kind", "downpayment_percentage"]);
    const updates = Object.keys(schemas).filter((name) => name.endsWith("_update"));
    expect(updates.length).toBeGreaterThan(20);
    for (const name of updates) expect(schema(name), name).not.toHaveProperty("required");
  });

  test("have a text per locale for translated attributes", () => {
    const names = Object.keys(propertiesOf(schema("rentals_create")));
    expect(names).toEqual(expect.arrayContaining(locales.map((locale) => `headline_${locale}`)));
    expect(names).not.toContain("name_en");
  });
});

describe("records", () => {
  test("require the attributes that every token sees, including an id", () => {
    for (const { name, attributes } of resources.filter((resource) => resource.name in schemas)) {
      const { required } = schema(name);
      for (const [key, { traits }] of Object.entries(attributes)) {
        if (traits.readers === "all") expect(required, `${name}.${key}`).toContain(key);
        else expect(required ?? [], `${name}.${key}`).not.toContain(key);
      }
      const id = Object(propertiesOf(schema(name)).id);
      expect(JSON.stringify(id), name).not.toContain("null");
    }
  });
});

/** Whether a write changes one record, rather than create one. */
const isConditional = ({ method, path, resource }: Route): boolean =>
  method !== "POST" || (path.includes(":") && !path.endsWith(`/${resource.path}`) && !path.endsWith("/draft"));

describe("operations", () => {
  test("list the sufficient scopes", () => {
    for (const { route, operation: described } of operations)
      expect(described.security, route.path).toEqual(
        [...withWriters(route.scopes)].map((scope) => ({ oauth2: [scope] })),
      );
  });

  test("accept comma-separated lists", () => {
    let lists = 0;
    for (const { route, operation: described } of operations) {
      for (const parameter of parametersOf(described)) {
        if (Object(parameter.schema).type !== "array") continue;
        lists++;
        const simple = { style: "simple" };
        const form = { style: "form", explode: false };
        expect(parameter, route.path).toMatchObject(parameter.in === "path" ? simple : form);
      }
    }
    expect(lists).toBeGreaterThan(100);
  });

  test("accept an idempotency key for writes, and an ETag for reads and for writes of one record", () => {
    for (const { route, operation: described } of operations) {
      const names = parametersOf(described)
        .filter((parameter) => parameter.in === "header")
        .map(({ name }) => name);
      const isWrite = route.operation.kind === "write";
      expect(names, route.path).toEqual(
        isWrite
          ? ["Idempotency-Key", ...(isConditional(route) ? ["If-Match"] : [])]
          : route.method === "GET"
            ? ["If-None-Match"]
            : [],
      );
    }
  });

  test("list their statuses and headers", () => {
    const all = [
      "304",
      "400",
      "401",
      "403",
      "404",
      "406",
      "409",
      "410",
      "412",
      "413",
      "415",
      "422",
      "429",
      "500",
      "503",
    ];
    // Two more responses belong to webhook receivers.
    expect(Object.keys(resolved(document, components.responses))).toHaveLength(all.length + 2);
    const always = ["400", "401", "403", "406", "429", "500", "503"];
    for (const { route, operation: described } of operations) {
      const isWrite = route.operation.kind === "write";
      const statuses = Object.keys(Object(described.responses));
      // 415 also applies where no body is expected: a client may send one, and its type counts.
      const own = [...(isWrite ? ["409", "415", "422"] : []), ...(route.path.includes(":") ? ["404"] : [])];
      expect(statuses, route.path).toEqual(expect.arrayContaining([...always, ...own]));
      for (const response of Object.values(Object(described.responses)))
        expect(Object.keys(Object(resolved(document, response).headers)), route.path).toEqual(
          expect.arrayContaining(["X-Request-Id", "X-RateLimit-Remaining"]),
        );
    }
    const headersOf = (method: string, path: string, status: number) =>
      Object.keys(Object(operation(method, path).responses)[status].headers);
    expect(headersOf("GET", "/bookings", 200)).toEqual(expect.arrayContaining(["ETag", "Link", "X-Total-Count"]));
    expect(headersOf("POST", "/fees", 201)).toContain("Location");
  });
});
