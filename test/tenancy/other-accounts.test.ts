import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { resources, routes } from "../../src/app/registry.ts";
import { ResourceRegistry } from "../../src/kernel/registry.ts";
import type { Resource } from "../../src/kernel/resource.ts";
import type { Route } from "../../src/kernel/route.ts";
import { publishAll } from "../../src/modules/records/events/publish-all.ts";
import { type Answer, type Json, recordsOf } from "../harness/client.ts";
import { idsDrawn, idsFrom } from "../harness/drawn-ids.ts";
import { idsOf, linksOf } from "../harness/factories.ts";
import { filledFixture, useFilledService } from "../harness/filled.ts";
import {
  aFixture,
  digestOf,
  type Fixture,
  idIn,
  idInPath,
  isCreation,
  listPath,
  makeRoom,
  pathOf,
  readQuery,
  sampleOf,
  sharedIn,
} from "../harness/fixture.ts";
import { queries } from "../harness/queries.ts";
import { attempts, bodyOf } from "./attempts.ts";

/**
 * Two accounts with a record of every resource. On every route, one account tries to reach the other's records: by path, batch,
 * include, search, and every reference that a write can contain. The other account's ids start at 7,000,001, so that a leaked
 * id is easy to recognize.
 */
const service = useFilledService();
const theirFirstId = 7_000_001;
const theirIdsIn = (text: string) => idsDrawn(text, theirFirstId, theirFirstId + 1_000);

let ours: Fixture;
let theirs: Fixture;
let before: Json;

beforeAll(async () => {
  ours = await filledFixture(service);
  const { application } = ours.client;
  // The tests send more attempts than the hourly limit allows.
  await service.sql("update applications set rate_limit = 5000 where id = $1", [application]);
  await idsFrom(service, theirFirstId);
  theirs = await aFixture(
    service,
    sharedIn(ours.ids),
    await service.aClient(await service.anAccount(), { application }),
  );
  await service.aClient(theirs.account);
  await idsFrom(service, 5001);
  // Reading changes publishes and moves them, so publish them first.
  for (const { account } of [ours, theirs]) await publishAll(service.database.within([account]), account, queries);
  before = await digestOf(service, [ours.account, theirs.account]);
});

/** Tests since the last row comparison. Comparing all rows takes as long as a test, and no test would revert a change. */
let since = 0;

async function nothingHasChanged(): Promise<void> {
  since = 0;
  expect(await digestOf(service, [ours.account, theirs.account])).toEqual(before);
}

afterEach(async () => {
  if (++since === 20) await nothingHasChanged();
});

afterAll(nothingHasChanged);

const isOwned = (resource: Resource) => resource.tenancy !== "everyone";
const owned = (name: string) => resources.some((resource) => resource.name === name && isOwned(resource));
const ofKind = (kind: Route["operation"]["kind"]) =>
  routes
    .filter(({ operation }) => operation.kind === kind)
    .map((route) => [`${route.method} ${route.path}`, route] as const);

test("the two fixtures are in different accounts and complete", () => {
  for (const [name, id] of theirs.ids)
    if (owned(name) && typeof id === "number") expect(theirIdsIn(String(id)), name).toEqual([id]);
  for (const [name, id] of ours.ids) expect(theirIdsIn(String(id)), name).toEqual([]);
  expect(Object.values(before).filter((table) => Object(table).count > 0).length).toBeGreaterThan(15);
});

describe("a list shows nothing of another account", () => {
  test.each(ofKind("list"))("%s", async (_, route) => {
    const { resource } = route;
    const answer = await ours.client.get(listPath(route, ours.ids));
    expect(answer.status).toBe(200);
    expect(theirIdsIn(answer.text)).toEqual([]);
    if ("id" in resource.attributes)
      expect(idsOf(recordsOf(answer, resource.root))).toContain(idIn(ours.ids, resource.name));
    else expect(recordsOf(answer, resource.root)).toHaveLength(1);
  });

  test.each(ofKind("list"))("%s, with everything embedded", async (_, route) => {
    const answer = await ours.client.get(listPath(route, ours.ids, `include=${includesOf(route.resource)}`));
    expect(answer.status, answer.text).toBe(200);
    expect(theirIdsIn(answer.text)).toEqual([]);
  });

  test.each(ofKind("list"))("%s, with updated_since: not even deleted ids", async (_, route) => {
    const { resource } = route;
    const answer = await ours.client.get(listPath(route, ours.ids, "updated_since=2020-01-01T00:00:00Z"));
    expect(answer.status).toBe(200);
    expect(answer.json.meta).toHaveProperty("deleted_ids");
    expect(theirIdsIn(JSON.stringify([answer.json[resource.root], answer.json.meta]))).toEqual([]);
    const gone = ours.gone.get(resource.name);
    if (gone !== undefined) expect(Object(answer.json.meta).deleted_ids).toContain(gone);
  });

  const searches = ofKind("list").flatMap(([name, { path, resource }]) =>
    Object.entries(resource.search)
      .filter(([, { type }]) => type.title === "Array")
      .map(([parameter]) => [name, parameter, path, resource] as const),
  );
  test.each(searches)("%s, searching by %s", async (_, parameter, path, resource) => {
    const ids = [...theirs.ids].filter(([name, id]) => owned(name) && typeof id === "number").map(([, id]) => id);
    const answer = await ours.client.get(`${path}?${parameter}=${ids}`);
    expect(answer.status, answer.text).toBe(200);
    // Excluding a stranger's record excludes none of the account's own.
    const own = ["rentals", "a linked rental", "another linked rental"].map((one) => idIn(ours.ids, one));
    const found = parameter === "excluded_amenities" ? own : [];
    expect(idsOf(recordsOf(answer, resource.root))).toEqual(found);
  });
});

describe("a read by id shows nothing of another account", () => {
  test.each(ofKind("get"))("%s", async (_, route) => {
    const { resource } = route;
    const at = (id: number | string) => ours.client.get(pathOf(route, () => id));
    const own = idIn(ours.ids, resource.name);
    const foreign = idIn(theirs.ids, resource.name);
    if (!isOwned(resource)) return expect(foreign).toBe(own);
    expect((await at(foreign)).status).toBe(404);
    const gone = theirs.gone.get(resource.name);
    if (gone !== undefined) expect((await at(gone)).status).toBe(404);
    if (typeof foreign === "number")
      expect((await at(`${foreign},${foreign - 1},${foreign + 1}`)).json[resource.root]).toEqual([]);
    const batch = await ours.client.get(`${pathOf(route, () => `${foreign},${own}`)}?include=${includesOf(resource)}`);
    expect(batch.status).toBe(200);
    expect(theirIdsIn(batch.text)).toEqual([]);
    expect(idsOf(recordsOf(batch, resource.root))).toEqual([own]);
  });

  test.each(ofKind("read"))("%s", async (_, route) => {
    // Computed resources have no records; they describe a rental.
    const about = route.resource.computed ? "rentals" : route.resource.name;
    const own = idIn(ours.ids, about);
    const foreign = idIn(theirs.ids, about);
    const ask = (path: string) => ours.client.send(route.method, path);
    const refuseTheirs = (answer: Answer) => {
      expect(answer.status, answer.text).toBe(200);
      // Event types contain no account's records.
      if (route.path === "/event_types") return expect(theirIdsIn(answer.text)).toEqual([]);
      // A page's links repeat the requested path.
      const text = JSON.stringify({ ...answer.json, meta: {} });
      // Reports of places and weeks name no record but the account.
      const named = ["pick_up_reports", "tourist_tax_reports"].includes(route.resource.name)
        ? ours.client.account
        : own;
      expect(text).toMatch(new RegExp(`\\b${named}\\b`));
      expect(theirIdsIn(text)).toEqual([]);
    };
    if (!route.path.includes(":")) {
      return refuseTheirs(await ask(route.path + readQuery(route, theirs.ids, ours.ids)));
    }
    expect((await ask(pathOf(route, () => foreign))).status).toBe(404);
    refuseTheirs(await ask(pathOf(route, () => `${foreign},${own}`)));
  });
});

describe("a write with another account's id in its path is 404", () => {
  const withIds = ofKind("write").filter(([, { path }]) => path.includes(":"));
  test.each(withIds)("%s", async (_, route) => {
    const names = [...route.path.matchAll(/:([a-z_]+)/g)].map(([, name = ""]) => name);
    for (let mask = 1; mask < 2 ** names.length; mask++) {
      const path = pathOf(route, (name) => {
        const { ids } = (mask >> names.indexOf(name)) & 1 ? theirs : ours;
        return idInPath(ids, route, name);
      });
      const answer = await ours.client.send(route.method, path, bodyOf(route, ours.ids));
      expect(answer.status, `${path}: ${answer.text}`).toBe(404);
      expect(theirIdsIn(answer.text)).toEqual([]);
    }
  });
});

test("a bulk request reaches nothing of another account, on any route", async () => {
  await service.sql("update applications set rate_limit = 1000000 where id = $1", [ours.client.application]);
  const withIds = routes.filter(({ path, resource }) => path.includes(":") && isOwned(resource));
  const operations = withIds.map((route) => ({
    method: route.method,
    path: pathOf(route, (name) =>
      route.resource.computed ? idIn(theirs.ids, "rentals") : idInPath(theirs.ids, route, name),
    ),
    ...(route.method === "GET" ? {} : { body: bodyOf(route, ours.ids) ?? {} }),
  }));
  expect(operations.length).toBeGreaterThan(100);
  for (let from = 0; from < operations.length; from += 50) {
    const some = operations.slice(from, from + 50);
    const answer = await ours.client.post("/bulk", { operations: some });
    const results: unknown[] = Array.isArray(answer.json.results) ? answer.json.results : [];
    expect(results.map((result, index) => [some[index]?.path, Object(result).status])).toEqual(
      some.map(({ path }) => [path, 404]),
    );
    expect(theirIdsIn(answer.text)).toEqual([]);
    const [first] = some;
    expect((await ours.client.post("/bulk", { operations: [first], atomic: true })).status).toBe(422);
  }
});

describe("a write that refers to another account's record is 422", () => {
  const trying = ofKind("write").flatMap(([name, route]) =>
    attempts(route).map((attempt) => [name, attempt.what, route, attempt] as const),
  );
  test.each(trying)("%s: %s", async (_, __, route, attempt) => {
    const path = pathOf(route, (name) => idInPath(ours.ids, route, name));
    const answer = await ours.client.send(route.method, path, attempt.body(ours.ids, theirs.ids));
    expect(answer.status, answer.text).toBe(422);
    expect(answer.json.errors).toHaveProperty([attempt.refusedAs]);
  });

  test("the attempts cover many references", () => {
    expect(trying.length).toBeGreaterThan(30);
  });
});

describe("a creation stays in the token's account, whatever the body contains", () => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await aFixture(service, sharedIn(ours.ids), await service.aClient(await service.anAccount()));
  });

  test.each(ofKind("write").filter(([, route]) => isCreation(route)))("%s", async (_, route) => {
    const { resource } = route;
    const foreign = { account_id: theirs.account, account: theirs.account, links: { account: theirs.account } };
    const taken = resource.name === "bookings" ? { start_at: "2091-01-01", end_at: "2091-01-02" } : {};
    if (["rentals_amenities", "rentals_taxes", "fees_taxes", "rentals_contents_overrides"].includes(resource.name))
      await fixture.client.delete(`/${resource.name}/${idIn(fixture.ids, resource.name)}`);
    await makeRoom(fixture.client, route);
    const name = resource.name === "sources" ? { name: "Channel B" } : {};
    const member =
      resource.name === "participants" ? { member_type: "Client", member_id: idIn(fixture.ids, "clients") } : {};
    const path = pathOf(route, (parameter) => idInPath(fixture.ids, route, parameter));
    const answer = await fixture.client.post(path, {
      [resource.root]: [{ ...sampleOf(resource, fixture.ids), ...taken, ...name, ...member, ...foreign }],
    });
    expect(answer.status, answer.text).toBe(201);
    expect(recordsOf(answer, resource.root).map((record) => linksOf(record).account)).toEqual([fixture.account]);
  });
});

/** Every relation that the resource can embed, and each of their relations. */
function includesOf(resource: Resource): string {
  const registry = new ResourceRegistry(resources);
  const embeddable = (of: Resource) => Object.entries(of.relations).filter(([, relation]) => relation.kind !== "oneOf");
  const paths = embeddable(resource).flatMap(([name, relation]) => {
    if (relation.kind === "oneOf" || relation.traits.planned) return [name];
    const deeper = embeddable(registry.get(relation.traits.target)).map(([second]) => `${name}.${second}`);
    return [name, ...deeper];
  });
  return paths.join(",");
}
