import { describe, expect, test } from "vitest";
import { differencesFrom } from "../../tools/catalogue/compare.ts";
import { deliberateDifferences } from "../../tools/catalogue/differences.ts";
import { attributeFacts, type Catalogue, keptCatalogue, keptReference } from "../../tools/catalogue/facts.ts";
import { readReference } from "../../tools/catalogue/reference.ts";
import { report } from "../../tools/catalogue/report.ts";
import { readYaml } from "../../tools/catalogue/yaml.ts";

const reference = readReference();

test("the declarations match the catalogue except for deliberate differences", () => {
  const { lines, complete } = report(differencesFrom(keptCatalogue()), deliberateDifferences);
  expect(complete, lines.join("\n")).toBe(true);
});

test("the catalogue is complete", () => {
  const { resources, enums } = keptReference();
  expect(Object.keys(resources)).toHaveLength(57);
  expect(Object.values(resources).flatMap(({ endpoints }) => Object.keys(endpoints))).toHaveLength(221);
  expect(Object.keys(enums).length).toBeGreaterThan(30);
});

test.runIf(reference)("the stored reference equals the output of collect.ts", () => {
  expect(keptReference()).toEqual(reference);
});

/** The differences found when the catalogue's entry for sources has extra properties. */
function foundIn(more: Partial<Catalogue["resources"][string]>): string[] {
  const { resources, enums } = keptCatalogue();
  const { sources } = resources;
  if (!sources) throw new Error("The catalogue has no sources.");
  return differencesFrom({ resources: { sources: { ...sources, ...more } }, enums }).map(({ what }) => what);
}

describe("comparing declarations with the catalogue", () => {
  test("finds no difference between equal sources", () => expect(foundIn({})).toEqual([]));

  test.each<[string, Partial<Catalogue["resources"][string]>, string[]]>([
    ["an endpoint", { endpoints: { "GET /sources/:id/nowhere": ["public"] } }, ["sources GET /sources/:id/nowhere"]],
    [
      "the scopes of an endpoint",
      { endpoints: { "GET /sources": ["rates_read"] } },
      ["sources GET /sources scopes", "sources GET /sources scopes beyond"],
    ],
    ["the root", { root: "channels" }, ["sources root"]],
    ["a scope", { scopes: ["rates_read"] }, ["sources scopes"]],
    ["a search parameter", { search: { color: "String" } }, ["sources?color"]],
    ["a link", { links: { friend: "one" } }, ["sources>friend"]],
    ["the kind of a link", { links: { account: "many" } }, ["sources>account"]],
    ["an attribute", { attributes: { color: "String; read all" } }, ["sources.color"]],
    ["a type", { attributes: { id: "Time; read all" } }, ["sources.id type"]],
    ["who reads", { attributes: { id: "Integer; read rates_read" } }, ["sources.id read"]],
    ["who writes", { attributes: { id: "Integer; read all; write rates_write" } }, ["sources.id write"]],
    ["what is required", { attributes: { id: "Integer; read all; required" } }, ["sources.id required"]],
    ["a limit", { attributes: { created_at: "Time; read all; maxLength 7" } }, ["sources.created_at maxLength"]],
    ["an enumeration", { attributes: { id: "Integer; read all; oneOf genders" } }, ["sources.id values"]],
  ])("%s", (_, more, found) => expect(foundIn(more)).toEqual(found));

  test("finds an endpoint without a resource", () => {
    const bare = { root: "", scopes: [], search: {}, links: {}, attributes: {} };
    const bulk = { ...bare, endpoints: { "POST /bulk": ["public"], "PUT /bulk": ["public"] } };
    expect(differencesFrom({ resources: { bulk }, enums: {} }).map(({ what }) => what)).toEqual(["bulk PUT /bulk"]);
  });

  test("finds a missing resource", () => {
    const nothing = { root: "castles", scopes: [], endpoints: {}, search: {}, links: {}, attributes: {} };
    expect(differencesFrom({ resources: { castles: nothing }, enums: {} })).toEqual([
      { what: "castles", says: "the resource is missing" },
    ]);
  });
});

test("the check reports a listed difference that no longer exists or has no reason", () => {
  const found = [
    { what: "a", says: "is missing" },
    { what: "b", says: "is missing" },
  ];
  expect(report(found, { a: "It is meant.", c: "It was meant." })).toEqual({
    complete: false,
    lines: [
      "Missing or different: 1",
      "  b: is missing",
      "Listed as deliberate but no longer different:",
      "  c",
      "Deliberately different: 1",
      "  a: It is meant.",
    ],
  });
  expect(report(found.slice(0, 1), { a: "It is meant." }).complete).toBe(true);
});

test("the parser reads each part of an attribute's line", () => {
  expect(attributeFacts("String; read all; write a b; required; oneOf genders; maxLength 7; format email")).toEqual({
    type: "String",
    read: ["all"],
    write: ["a", "b"],
    required: true,
    oneOf: "genders",
    limits: { maxLength: "7", format: "email" },
  });
});

test("the parser reads only the reference's forms of YAML", () => {
  const page = "a:\n- x\n- y\nb:\n  'c': 'it''s\n    long'\n  d: plain\n    too\n  e: []\n";
  expect(readYaml(page)).toEqual({ a: ["x", "y"], b: { c: "it's long", d: "plain too", e: [] } });
  expect(() => readYaml("no key")).toThrow("Cannot parse this line of the reference: no key");
});
