import { isScope, withWriters } from "../../src/kernel/access/scopes.ts";
import { bulkPaths } from "../../src/kernel/openapi/bulk.ts";
import { compareValue } from "./compare-value.ts";
import { type Declared, type DeclaredResource, declaredAs, resourceOf, routeOf } from "./declared.ts";
import { type AttributeFacts, attributeFacts, type Catalogue, type ResourceFacts } from "./facts.ts";
import { type Finding, finding } from "./finding.ts";
import { isInside } from "./inside.ts";

/** Lists where the declarations differ from the catalogue. Additions are not differences. */
export function differencesFrom({ resources, enums }: Catalogue): Finding[] {
  return Object.entries(resources).flatMap(([name, facts]) => {
    if (facts.root === "") return compareBare(name, facts);
    const declared = resourceOf(name, Object.keys(facts.endpoints));
    if (!declared) return [{ what: name, says: "the resource is missing" }];
    return [
      ...compareResource(name, facts, declared),
      ...compareEndpoints(name, facts, declared),
      ...compareSearch(name, facts, declared),
      ...compareLinks(name, facts, declared),
      ...Object.entries(facts.attributes).flatMap(([attribute, line]) =>
        isInside(name, attribute, declared)
          ? []
          : compareAttribute(
              `${name}.${attribute}`,
              attributeFacts(line),
              declaredAs(declared, attribute),
              declared,
              enums,
            ),
      ),
    ];
  });
}

/** Compares a resource without records, which has no root: only its endpoints must exist. */
function compareBare(name: string, { endpoints }: ResourceFacts): Finding[] {
  return Object.keys(endpoints)
    .filter((endpoint) => {
      const [method = "", path = ""] = endpoint.split(" ");
      return !Object.hasOwn(Object(bulkPaths[path]), method.toLowerCase());
    })
    .map((endpoint) => ({ what: `${name} ${endpoint}`, says: "the endpoint is missing" }));
}

function compareResource(name: string, facts: ResourceFacts, { resource }: DeclaredResource): Finding[] {
  const missing = facts.scopes.filter((scope) => !closure(resource.readScopes).has(scope));
  return [
    ...(resource.root === facts.root || facts.endpoints["GET /me"]
      ? []
      : [finding(`${name} root`, facts.root, resource.root)]),
    ...(missing.length === 0 ? [] : [finding(`${name} scopes`, missing.join(" "), resource.readScopes.join(" "))]),
  ];
}

function compareEndpoints(name: string, { endpoints }: ResourceFacts, { routes }: DeclaredResource): Finding[] {
  // Writing scopes imply reading.
  const writing = routes.filter(({ method }) => method !== "GET").flatMap(({ scopes }) => scopes);
  return Object.entries(endpoints).flatMap(([endpoint, scopes]) => {
    const route = routeOf(endpoint);
    if (!route) return [{ what: `${name} ${endpoint}`, says: "the endpoint is missing" }];
    const admitted = closure(route.scopes);
    const missing = scopes.filter((scope) => !admitted.has(scope));
    const expected = closure(route.method === "GET" ? [...scopes, ...writing] : scopes);
    // Every token may read public resources.
    const open = route.method === "GET" && scopes.includes("public");
    const beyond = open ? [] : route.scopes.filter((scope) => !expected.has(scope));
    return [
      ...(missing.length === 0
        ? []
        : [finding(`${name} ${endpoint} scopes`, missing.join(" "), route.scopes.join(" "))]),
      ...(beyond.length === 0
        ? []
        : [finding(`${name} ${endpoint} scopes beyond`, scopes.join(" "), beyond.join(" "))]),
    ];
  });
}

function compareSearch(name: string, facts: ResourceFacts, { resource, routes }: DeclaredResource): Finding[] {
  const computed = routes.flatMap(({ operation }) =>
    operation.kind === "read" ? Object.keys(operation.parameters) : [],
  );
  const known = new Set([
    ...Object.keys(resource.search),
    ...Object.keys(resource.options),
    ...computed,
    ...everywhere,
  ]);
  return Object.keys(facts.search)
    .filter((parameter) => !known.has(parameter))
    .map((parameter) => ({ what: `${name}?${parameter}`, says: "the search parameter is missing" }));
}

/** Parameters of every list. */
const everywhere = ["page", "per_page", "updated_since", "fields", "include"];

function compareLinks(name: string, facts: ResourceFacts, { resource }: DeclaredResource): Finding[] {
  return Object.entries(facts.links).flatMap(([link, kind]) => {
    const what = `${name}>${link}`;
    const relation = resource.relations[link];
    if (!relation) return [{ what, says: "the link is missing" }];
    if (relation.kind !== "oneOf" && relation.traits.planned) return [{ what, says: "the link is planned only" }];
    const declared = relation.kind === "many" ? "many" : "one";
    return declared === kind ? [] : [finding(what, kind, declared)];
  });
}

function compareAttribute(
  what: string,
  facts: AttributeFacts,
  declared: Declared | undefined,
  { resource }: DeclaredResource,
  enums: Catalogue["enums"],
): Finding[] {
  if (!declared) return [{ what, says: "the attribute is missing" }];
  return [
    ...compareReaders(what, facts, declared, resource.readScopes),
    ...compareWriters(what, facts, declared),
    ...compareValue(what, facts, declared, enums),
  ];
}

function compareReaders(
  what: string,
  { read }: AttributeFacts,
  { readers }: Declared,
  all: readonly string[],
): Finding[] {
  // Every token reads public attributes.
  const expected = closure(read.includes("all") || read.includes("public") ? all : read);
  const actual = readers === undefined ? new Set<string>() : closure(readers === "all" ? all : [...readers]);
  const equal = expected.size === actual.size && [...expected].every((scope) => actual.has(scope));
  return equal ? [] : [finding(`${what} read`, read.join(" ") || "nobody", [...actual].join(" ") || "nobody")];
}

function compareWriters(what: string, { write }: AttributeFacts, { writers }: Declared): Finding[] {
  const missing = write.filter((scope) => !writers.has(scope));
  if (missing.length > 0) return [finding(`${what} write`, write.join(" "), [...writers].join(" ") || "nobody")];
  return write.length === 0 && writers.size > 0 ? [finding(`${what} write`, "nobody", [...writers].join(" "))] : [];
}

/** Adds the scopes that may read because they may write (conventions.md, Reading). */
const closure = (scopes: readonly string[]): ReadonlySet<string> =>
  new Set([...scopes, ...withWriters(scopes.filter(isScope))]);
