import { beforeAll, describe, expect, test } from "vitest";
import { resources, routes } from "../../src/app/registry.ts";
import { isScope, mayAny, scopes as registry, type Scope, withWriters } from "../../src/kernel/access/scopes.ts";
import type { Attribute, Readers } from "../../src/kernel/attribute.ts";
import type { Relations } from "../../src/kernel/relation.ts";
import type { Resource } from "../../src/kernel/resource.ts";
import { type Route, requiredJson } from "../../src/kernel/route.ts";
import { type Answer, type ApiClient, errorsOf, type Json, recordsOf } from "../harness/client.ts";
import { linksOf } from "../harness/factories.ts";
import { filledFixture, useFilledService } from "../harness/filled.ts";
import {
  aFixture,
  type Fixture,
  idIn,
  listPath,
  pathOf,
  requiredQuery,
  resourceOfParameter,
  sharedRecords,
} from "../harness/fixture.ts";

/**
 * Route × scope × own or other application, generated from the declarations. The expectations are derived independently from
 * conventions.md: a write scope reads like its read scope, `_owned` covers the application's own records, and all else is in public form.
 */
const service = useFilledService();
const all = Object.keys(registry).filter(isScope);

/** An account whose records one application created, and clients with each single scope of that and of another application. */
interface Matrix {
  readonly fixture: Fixture;
  readonly own: ReadonlyMap<Scope, ApiClient>;
  readonly other: ReadonlyMap<Scope, ApiClient>;
}

let matrix: Matrix;

beforeAll(async () => {
  matrix = await aMatrix(await filledFixture(service));
});

async function aMatrix(fixture: Fixture): Promise<Matrix> {
  const withEach = async (application: number): Promise<ReadonlyMap<Scope, ApiClient>> => {
    await service.sql("update applications set rate_limit = 1000000 where id = $1", [application]);
    const clients = all.map(
      async (scope) => [scope, await service.aClient(fixture.account, { application, scopes: [scope] })] as const,
    );
    return new Map(await Promise.all(clients));
  };
  const own = await withEach(fixture.client.application);
  return { fixture, own, other: await withEach(await service.anApplication()) };
}

const named = (some: readonly Route[]) => some.map((route) => [`${route.method} ${route.path}`, route] as const);
const reads = (scope: Scope, readers: readonly Scope[]): boolean =>
  readers.some(
    (reader) => reader === scope || (reader.endsWith("_read") && scope === reader.replace(/_read$/, "_write")),
  );

describe("a route admits its declared scopes, and names them when it refuses others", () => {
  const missing = 9_999_999;

  /** Statuses of an admitted request without a valid record, body or required parameter. */
  function admittedStatus(route: Route): number {
    if (route.path.includes(":")) return 404;
    return route.operation.kind === "write" || requiredQuery(route, matrix.fixture.ids) !== "" ? 400 : 200;
  }

  /** Booking an inquiry needs two scopes: to read it and to write bookings. */
  const takesTwo = new Set(["/inquiries/:id/book"]);

  test("each route admits exactly the scopes that read or write it", () => {
    for (const { method, path, scopes } of routes)
      for (const scope of all)
        expect(mayAny(new Set([scope]), withWriters(scopes)), `${method} ${path} ${scope}`).toBe(reads(scope, scopes));
  });

  // Tries every admitted scope and a varying sample of the others on each route.
  test.each(routes.map((route, index) => [`${route.method} ${route.path}`, route, index] as const))(
    "%s",
    async (_, route, number) => {
      const path = pathOf(route, () => missing);
      const body = emptyBody(route);
      const admitted = all.filter((scope) => reads(scope, route.scopes));
      expect(admitted).not.toEqual([]);
      const some = (every: number) => (scope: Scope, index: number) =>
        admitted.includes(scope) || (index + number) % every === 0;
      // For a refused scope, the application does not matter.
      const [own, other] = [some(15), some(60)];
      for (const clients of [
        [...matrix.own].filter(([scope], index) => own(scope, index)),
        [...matrix.other].filter(([scope], index) => other(scope, index)),
      ]) {
        await Promise.all(
          clients.map(async ([scope, client]) => {
            const answer = await client.send(route.method, path, body);
            const expected = admitted.includes(scope) && !takesTwo.has(route.path) ? admittedStatus(route) : 403;
            expect(answer.status, `${scope}: ${answer.text}`).toBe(expected);
            if (expected !== 403 || admitted.includes(scope)) return;
            const [error] = [errorsOf(answer)].flat();
            expect(error).toEqual({
              code: "forbidden",
              details: expect.stringMatching(/^This needs one of these scopes: /),
            });
            const told = /: (.*)\.$/.exec(String(Object(error).details))?.[1]?.split(", ") ?? [];
            expect(told.toSorted()).toEqual(admitted.toSorted());
            expect(answer.headers.get("www-authenticate")).toBe(
              `Bearer realm="api", error="insufficient_scope", scope="${told.join(" ")}"`,
            );
          }),
        );
      }
    },
  );
});

/** An empty body, which is refused only after all other checks. */
function emptyBody({ operation, path }: Route): Json | undefined {
  if (operation.kind !== "write" || !operation.body) return undefined;
  return path.endsWith("/add_bookings_fee") ? { bookings_fees: [{}] } : {};
}

/** The attribute names that a token with one scope sees, in order; undefined if the record is hidden. */
function expectedOf(
  resource: Resource,
  scope: Scope,
  isOwn: boolean,
): { names: string[]; links: string[] } | undefined {
  const { ownership } = resource;
  const sees = (as: Scope) => (readers: Readers) => readers === "all" || (readers !== "nobody" && reads(as, readers));
  const form = (as: Scope) => ({
    names: Object.entries<Attribute<unknown>>(resource.attributes)
      .filter(([, { traits }]) => sees(as)(traits.readers))
      .map(([name]) => name),
    links: Object.entries<Relations[string]>(resource.relations)
      .filter(([, relation]) => sees(as)(relation.kind === "oneOf" ? relation.readers : relation.traits.readers))
      .map(([name]) => name)
      .toSorted(),
  });
  // These are visible only to their application.
  const isPrivate = resource.name.startsWith("webhook_") || ["exports", "imports"].includes(resource.name);
  if (isPrivate && !isOwn) return undefined;
  if (!ownership || reads(scope, ownership.fullReaders)) return form(scope);
  if (scope === ownership.scope && isOwn) return form(scope);
  const hasOpenRows = (ownership.openRows ?? "false") !== "false";
  return isOwn || ownership.others !== undefined || hasOpenRows ? form("public") : undefined;
}

describe("a record shows what the scope may read", () => {
  const lists = routes.filter(({ operation }) => operation.kind === "list");
  const cases = (["own", "other"] as const).flatMap((whose) =>
    named(lists).map(([name, route]) => [name, whose, route] as const),
  );

  test.each(cases)("%s with a token of the %s application", async (_, whose, route) => {
    const { resource } = route;
    const path = listPath(route, matrix.fixture.ids);
    const id = idIn(matrix.fixture.ids, resource.name);
    const readers = [...matrix[whose]].filter(([scope]) => reads(scope, resource.readScopes));
    for (const [scope, client] of readers) {
      const answer = await client.get(path);
      expect(answer.status).toBe(200);
      const records = recordsOf(answer, resource.root);
      const record = "id" in resource.attributes ? records.find((candidate) => candidate.id === id) : records[0];
      const expected = expectedOf(resource, scope, whose === "own");
      expect(record && expected && shown(record, expected.links, resource), scope).toEqual(expected);
      const single = await client.get(`${path}/${id}`);
      if (!routes.some((route) => route.path === `${path}/:${resource.singular}_id` && route.method === "GET"))
        continue;
      expect(single.status, scope).toBe(expected ? 200 : 404);
      if (!expected) continue;
      const singles = recordsOf(single, resource.root).map((one) => shown(one, expected.links, resource));
      expect(singles, scope).toEqual([expected]);
    }
  });

  // Records without relations have no links, and a link to an owned record may be omitted (links.test.ts).
  const shown = (record: Json, expected: readonly string[], resource: Resource) => ({
    names: Object.keys(record).filter((name) => name !== "links"),
    links: [...linkNames(record), ...expected.filter((name) => isLeftOut(record, resource, name))].toSorted(),
  });
  const linkNames = (record: Json) => ("links" in record ? Object.keys(linksOf(record)) : []);
  const isLeftOut = (record: Json, resource: Resource, name: string) =>
    !linkNames(record).includes(name) && leadsToOwned(resource, name);
  const leadsToOwned = ({ relations }: Resource, name: string): boolean => {
    const relation: Relations[string] | undefined = relations[name];
    const targets = relation?.kind === "oneOf" ? Object.values(relation.targets) : [relation?.traits.target];
    return resources.some(({ name: target, ownership }) => ownership && targets.includes(target));
  };
});

describe("an _owned scope writes only its application's own records", () => {
  const owned = routes.filter(
    ({ operation, resource: { ownership }, scopes, path }) =>
      operation.kind === "write" &&
      ownership &&
      scopes.includes(ownership.scope) &&
      path.includes("/:") &&
      !path.startsWith("/rentals/") &&
      // Refused for every application that is not the account's own (bookings.md, Personal data).
      !path.endsWith("/lift_restriction"),
  );
  test("applies to at least one route", () => {
    expect(new Set(owned.map(({ resource }) => resource.name))).toEqual(
      new Set(["bookings", "booking_comments", "inquiries", "payments"]),
    );
  });

  test("refuses another application's record with 403 if its public form is visible, else with 404", async () => {
    for (const [name, route] of named(owned)) {
      const answer = await attempt(matrix, matrix.other, route);
      const [, parameter = ""] = /:([a-z_]+)/.exec(route.path) ?? [];
      const { ownership, singular } = resourceOfParameter(route, parameter);
      expect(answer.status, name).toBe(ownership?.others === undefined ? 404 : 403);
      const details = `This ${singular} was created by another application.`;
      if (answer.status === 403) expect(errorsOf(answer)).toEqual([{ code: "forbidden", details }]);
    }
  });

  test("does not refuse the application's own record", async () => {
    const client = await service.aClient(await service.anAccount());
    const fresh = await aMatrix(await aFixture(service, await sharedRecords(service), client));
    for (const [name, route] of named(owned.toSorted((a, b) => rank(a) - rank(b)))) {
      const answer = await attempt(fresh, fresh.own, route);
      // An empty body is refused only after the record is found and locked.
      expect(requiredJson(route) ? [400, 422] : [200, 204], `${name}: ${answer.text}`).toContain(answer.status);
    }
  });

  /** Deletions come last, the booking's at the very end, after its cancelation. */
  const rank = ({ method, path, resource }: Route) => {
    if (path.endsWith("/cancel")) return 2;
    return method === "DELETE" ? (resource.name === "bookings" ? 3 : 1) : 0;
  };

  async function attempt({ fixture }: Matrix, clients: Matrix["own"], route: Route): Promise<Answer> {
    const client = clients.get(route.resource.ownership?.scope ?? "public");
    if (!client) throw new Error("There is no client with this scope.");
    const path = pathOf(route, (name) => idIn(fixture.ids, resourceOfParameter(route, name).name));
    return client.send(route.method, path, emptyBody(route));
  }
});
