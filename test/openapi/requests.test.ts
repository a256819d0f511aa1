import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { resources, routes } from "../../src/app/registry.ts";
import type { Resource } from "../../src/kernel/resource.ts";
import type { Operation, Route } from "../../src/kernel/route.ts";
import { type Answer, ApiClient, type Json } from "../harness/client.ts";
import { aRental } from "../harness/factories.ts";
import { filledFixture, useFilledService } from "../harness/filled.ts";
import { type Fixture, idIn, idInPath, pathOf, resourceOfParameter, sampleOf } from "../harness/fixture.ts";
import { anOwner } from "../mcp/fixture.ts";
import { refusedBy, tooLargeFile } from "./refused.ts";
import { isLocalized, propertiesOf, resolved, Sampler } from "./sampler.ts";

/** The service accepts exactly the requests that the document describes. Bodies are generated from its schemas. */
const service = useFilledService();
const seed = 9;
/** Number of bodies sent to each route and values tried for each attribute; `ROOST_PROPERTY_RUNS` overrides it. */
const values = Number(process.env.ROOST_PROPERTY_RUNS ?? 1);

let document: Json;
let fixture: Fixture;
let sampler: Sampler;
/** A rental without other records, so changing it does not affect the fixture. */
let changedRental: number;

beforeAll(async () => {
  document = (await new ApiClient(service.url, undefined).get("/openapi.json")).json;
  fixture = await filledFixture(service);
  // The client acts for a member of the account: some operations are for members only.
  await service.sql("update applications set rate_limit = 1000000, registered_by_user_id = $2 where id = $1", [
    fixture.client.application,
    await anOwner(service, [fixture.client.account]),
  ]);
  changedRental = Number((await aRental(fixture.client)).id);
  const managed = await aRental(fixture.client, { nightly_rates_managed_externally: true });
  fixture = { ...fixture, ids: new Map([...fixture.ids, ["nightly_rate_maps", Number(managed.id)]]) };
  sampler = new Sampler(document, existingId);
});

/** The id of a fixture record, by the name of the property that refers to it. */
function existingId(property: string): number | string | undefined {
  const singular = /^(.+)_ids?$/.exec(property)?.[1];
  const found = resources.find((resource) => resource.singular === singular);
  return found && fixture.ids.has(found.name) ? idIn(fixture.ids, found.name) : undefined;
}

const writing = routes.filter(({ operation }) => operation.kind === "write" && operation.body !== undefined);
const jsonOf = (operation: Operation) =>
  operation.kind === "write" && operation.body?.media === "json" ? operation.body : undefined;
const named = (list: readonly Route[]) => list.map((route) => [`${route.method} ${route.path}`, route] as const);
// A body that only names other records is no update.
const updating = writing.filter(({ method, operation }) => method === "PUT" && !jsonOf(operation)?.flat);
const creating = writing.filter(
  ({ operation }) => operation.kind === "write" && operation.success === 201 && jsonOf(operation)?.own === false,
);

/** PATCH behaves like PUT where a route has both. */
const whole = writing.filter(
  ({ method, path }) => method !== "DELETE" && !(method === "PATCH" && updating.some((put) => put.path === path)),
);

/** The root key of the operation's element. An operation may accept another resource's element. */
const rootOf = ({ operation, resource }: Route): string => jsonOf(operation)?.of.root ?? resource.root;

/** The schema of an operation's element: the value under its root key, or the whole body. */
function elementSchema(route: Route): Json {
  const path = `/paths/${route.path.replace(/:([a-z_]+)/g, "{$1}").replaceAll("/", "~1")}`;
  const operation = resolved(document, Object(document.paths)[path.slice("/paths/".length).replaceAll("~1", "/")]);
  const { requestBody } = Object(operation[route.method.toLowerCase()]);
  const body = resolved(document, requestBody.content["application/vnd.api+json"].schema);
  const isFlat = jsonOf(route.operation)?.flat;
  return isFlat ? body : resolved(document, resolved(document, propertiesOf(body)[rootOf(route)]).items);
}

/** The properties to test. Translated ones only in the locale `en`. */
function propertiesAsked(schema: Json): [string, unknown][] {
  return Object.entries(propertiesOf(schema)).filter(([name]) => !isLocalized(schema, name) || name.endsWith("_en"));
}

function send(route: Route, element: unknown): Promise<Answer> {
  const changesRental = route.path === "/rentals/:rental_id";
  const path = pathOf(route, (name) => {
    if (changesRental) return changedRental;
    // An application changes itself and no other.
    const resource = resourceOfParameter(route, name).name;
    return resource === "applications" ? fixture.client.application : idInPath(fixture.ids, route, name);
  });
  const isFlat = jsonOf(route.operation)?.flat;
  return fixture.client.send(route.method, path, isFlat ? element : { [rootOf(route)]: [element] });
}

/** A 422 response may name only the schema's properties or the record as a whole. */
function expectDocumented(route: Route, schema: Json, element: unknown, answer: Answer): void {
  const what = `${route.method} ${route.path} ${JSON.stringify(element)}: ${answer.status} ${answer.text.slice(0, 300)}`;
  const success = route.operation.kind === "write" ? route.operation.success : 200;
  expect([success, 422], what).toContain(answer.status);
  if (answer.status !== 422) return;
  const names = [...Object.keys(propertiesOf(schema)), "base"];
  expect(names, what).toEqual(expect.arrayContaining(Object.keys(Object(answer.json.errors))));
}

let years = 2200;

/** A body that creates a record, on nights that are still free. */
function elementOf(resource: Resource): Json {
  const sample = sampleOf(resource, fixture.ids);
  if (!("start_at" in sample)) return sample;
  years++;
  return { ...sample, start_at: `${years}-01-01`, end_at: `${years}-01-02` };
}

// The tests run in order: each one relies on the fixture as the previous one left it.
describe("the service accepts what the document allows, or names the problem", { shuffle: false }, () => {
  // Resets attributes that block changes to a rates table. The refused requests below need no reset.
  afterEach(async () => {
    const freed = { nightly_rates_managed_externally: false, rates_table_id: null };
    await fixture.client.put(`/rentals/${changedRental}`, { rentals: [freed] });
    // A changed rule or booking cancels its action.
    await service.sql(
      "update scheduled_actions set state = 'scheduled', reason = null where account_id = $1 and id = $2",
      [fixture.account, idIn(fixture.ids, "scheduled_actions")],
    );
    // A canceled booking accepts no agreement.
    const dates = { start_at: "2198-01-01", end_at: "2198-01-02" };
    await fixture.client.put(`/bookings/${idIn(fixture.ids, "bookings")}`, {
      bookings: [{ canceled_at: null, booked: true, ...dates }],
    });
  });

  test.each(named(updating))("%s, each attribute by itself", async (_, route) => {
    const schema = elementSchema(route);
    const properties = propertiesAsked(schema);
    let accepted = 0;
    for (const [name, property] of properties) {
      for (const value of sampler.sample(property, name, values, seed)) {
        const answer = await send(route, { [name]: value });
        expectDocumented(route, schema, { [name]: value }, answer);
        if (answer.status === 200) accepted++;
      }
    }
    expect(accepted).toBeGreaterThanOrEqual(Math.ceil((values * properties.length) / 4));
  });

  test.each(named(creating))("%s, each attribute with the required ones", async (_, route) => {
    const schema = elementSchema(route);
    for (const [name, property] of propertiesAsked(schema)) {
      const [value] = sampler.sample(property, name, 1, seed);
      const element = { ...elementOf(route.resource), [name]: value };
      expectDocumented(route, schema, element, await send(route, element));
    }
  });

  test.each(named(whole))("%s, whole bodies", async (_, route) => {
    const schema = elementSchema(route);
    for (const element of sampler.sample(schema, "", values, seed))
      expectDocumented(route, schema, element, await send(route, element));
  });
});

describe("the service refuses what the document does not allow, naming it", { shuffle: false }, () => {
  /** The same code reads attributes with the same schema. Each attribute is tested once, and each schema in every way. */
  const refused = new Set<string>();
  const isTooLarge = ({ what }: { readonly what: string }): boolean => what === tooLargeFile;

  function waysOf(property: unknown): [string, unknown][] {
    const schema = JSON.stringify(resolved(document, property), (key, value) => (key === "description" ? "" : value));
    const ways = refusedBy(document, property);
    const untried = ways.filter(([what]) => !refused.has(`${what} ${schema}`));
    for (const [what] of untried) refused.add(`${what} ${schema}`);
    return untried.length > 0 ? untried : ways.slice(0, 1);
  }

  test.each(named(updating))("%s", async (_, route) => {
    const schema = elementSchema(route);
    const ways = propertiesAsked(schema).flatMap(([name, property]) =>
      waysOf(property).map(([what, value], nth) => ({ name, what, value, nth })),
    );
    const [tooLarge, wrong] = [ways.filter(isTooLarge), ways.filter((way) => !isTooLarge(way))];
    for (const { name, value } of tooLarge) expect(await send(route, { [name]: value })).toMatchObject({ status: 413 });
    // A body is wrong in many attributes, and the answer must name them all.
    for (const body of Map.groupBy(wrong, ({ nth }) => nth).values()) {
      const answer = await send(route, Object.fromEntries(body.map(({ name, value }) => [name, value])));
      const names = Object.keys(Object(answer.json.errors));
      const unnamed = body.filter(({ name }) => !names.includes(name) && !names.includes(name.replace(/_en$/, "")));
      expect([answer.status, unnamed], answer.text).toEqual([422, []]);
    }
    const unknown = await send(route, { no_such_attribute: 1 });
    expect(unknown.json.errors).toHaveProperty("no_such_attribute");
  });

  test.each(named(creating))("%s without the required attributes", async (_, route) => {
    const schema = elementSchema(route);
    for (const name of [schema.required ?? []].flat().map(String)) {
      const { [name]: _left, ...rest } = elementOf(route.resource);
      const answer = await send(route, rest);
      expect(answer.status, name).toBe(422);
      expect(answer.json.errors, name).toHaveProperty(name);
    }
  });
});
