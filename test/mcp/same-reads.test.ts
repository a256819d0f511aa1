import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { resources, routes } from "../../src/app/registry.ts";
import { PooledScope } from "../../src/database/sql/account-scope.ts";
import { type Statement, Transaction } from "../../src/database/sql/transaction.ts";
import { agentCaller, readScopes } from "../../src/interfaces/mcp/caller.ts";
import { Arguments } from "../../src/interfaces/mcp/tools/arguments.ts";
import { listTool } from "../../src/interfaces/mcp/tools/records/list.ts";
import { propertiesOf } from "../../src/interfaces/mcp/tools/tools.ts";
import { agentResources } from "../../src/kernel/agent-schema.ts";
import { ApplicationCache } from "../../src/kernel/application-cache.ts";
import { readFilter } from "../../src/kernel/read/filter/filter-query.ts";
import { listQuery } from "../../src/kernel/read/query.ts";
import { QueryCache } from "../../src/kernel/read/query-cache.ts";
import { readPage } from "../../src/kernel/read/read.ts";
import { ResourceRegistry } from "../../src/kernel/registry.ts";
import { publicOnly } from "../../src/kernel/write/context.ts";
import type { AgentToken } from "../../src/modules/platform/access/agent-tokens/agent-tokens.ts";
import { publishAll } from "../../src/modules/records/events/publish-all.ts";
import { type ApiClient, type Json, recordsOf } from "../harness/client.ts";
import { filledFixture, useFilledService } from "../harness/filled.ts";
import { type Fixture, listPath } from "../harness/fixture.ts";
import { testSecrets } from "../harness/secrets.ts";
import { anAgent, aToken, objectIn, recordsIn, type WireAgent } from "./fixture.ts";

/** agent.md: the same resource definitions serve the REST API. */
const service = useFilledService();

let agent: WireAgent;
let client: ApiClient;
let fixture: Fixture;
// Calendar feeds and cleaning links require write access to rentals (conventions.md): their addresses reveal stays.
// Webhook endpoints belong to their application. Rules and their actions are for those who write them. Files to import hold what their importer may write.
const forWriters = [
  "calendar_feeds",
  "cleaning_links",
  "webhook_endpoints",
  "webhook_deliveries",
  "automations",
  "scheduled_actions",
  "imports",
  "exports",
];
const lists = routes.filter(
  ({ operation, resource }) => operation.kind === "list" && !forWriters.includes(resource.name),
);
const listed = lists.map(({ resource }) => resource);

beforeAll(async () => {
  fixture = await filledFixture(service);
  const { account } = fixture;
  client = await service.aClient(account, { scopes: [...readScopes] });
  agent = await anAgent(service, await aToken(service, [account]));
});

test("lists the resources with a readable list, in route order, each with one line", async () => {
  const told = recordsIn(await agent.content("api_v3_resources"), "resources");
  expect(told.map(({ name }) => name)).toEqual(listed.map(({ name }) => name));
  for (const [index, { description }] of listed.entries()) {
    const shown = String(told[index]?.description).replace(/ …$/, "");
    expect(shown.length).toBeGreaterThan(10);
    expect(description.startsWith(shown)).toBe(true);
    expect(description).not.toContain("\n");
  }
});

/** Attributes that depend on the calling application. The API client has one; an agent has none. */
const ofTheApplication = new Set(["owned_by_app", "editable", "map_with_price_variation"]);

function withoutApplication(record: Json): Json {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !ofTheApplication.has(name)));
}

describe("an agent sees exactly the attributes that a token of the account with all read scopes sees", () => {
  test.each(lists.map((route) => [route.resource.name, route] as const))("%s", async (name, route) => {
    const { resource } = route;
    // An agent is no application, so it has no agreement with an account.
    if (name === "accounts_applications") return expect(await agent.list(name)).toEqual([]);
    const theirs = recordsOf(await client.get(listPath(route, fixture.ids)), resource.root);
    const ours = await agent.list(name, { limit: 100 });
    expect(ours.map(withoutApplication)).toEqual(theirs.map(withoutApplication));
    expect(ours.map((record) => Object.keys(record))).toEqual(theirs.map((record) => Object.keys(record)));
    const schema = await agent.content("api_v3_resource_schema", { resource: name });
    const [record] = ours;
    if (!record) return;
    const { links, ...attributes } = record;
    expect(Object.keys(objectIn(schema.attributes))).toEqual(Object.keys(attributes));
    expect(Object.keys(objectIn(schema.relationships))).toEqual(Object.keys(objectIn(links)));
    if (attributes.id === undefined) return;
    const one = recordsIn(await agent.content("api_v3_get", { resource: name, id: attributes.id, fields: "*" }), name);
    expect(one).toEqual([record]);
  });

  test("an agent owns nothing that belongs to a calling application", async () => {
    // The database never assigns a negative id. Null would match records without an application.
    expect(agentCaller(client.account, ofOwner()).application).toBeLessThan(0);
    const [comment] = await agent.list("booking_comments");
    expect(comment?.editable).toBe(false);
    await service.sql("update booking_comments set created_by_application_id = null");
    expect((await agent.list("booking_comments"))[0]?.editable).toBe(false);
    for (const { owned_by_app: owned } of await agent.list("bookings", { filter: { from: "2000-01-01T00:00:00Z" } })) {
      expect(owned).toBe(false);
    }
  });
});

test("a plain list runs the REST list's statement, which also counts hidden records, and a filter adds conditions to it", async () => {
  const queries = new QueryCache(new ResourceRegistry(resources));
  const caller = agentCaller(client.account, ofOwner());
  const scope = { database: service.database.within([client.account]), queries, caller };
  await publishAll(scope.database, client.account, queries);
  const asked: (readonly [Statement, readonly unknown[]])[] = [];
  // Record statements on their way to the database. One may run alone or in a transaction.
  for (const { prototype } of [PooledScope, Transaction]) {
    const read = prototype.read;
    vi.spyOn(prototype, "read").mockImplementation(function (this: PooledScope & Transaction, statement, values) {
      // A read of the history publishes pending changes first.
      if (statement.name !== "changes to publish") asked.push([statement, values]);
      return read.call(this, statement, values);
    });
  }
  onTestFinished(() => void vi.restoreAllMocks());
  const dependencies = {
    database: service.database,
    cache: new ApplicationCache(),
    clock: Date.now,
    queries,
    routes,
    scopes: readScopes,
    resources: agentResources(queries.registry, routes, readScopes),
    ...{ secrets: testSecrets, files: service.files, outgoing: publicOnly, baseUrl: "https://roost.test" },
  };
  const token = ofOwner();
  const list = async (args: Json) => {
    await listTool.run({
      dependencies,
      token,
      account: client.account,
      args: new Arguments(args, propertiesOf(listTool), { now: Date.now() }),
      requestId: "a request",
    });
    return asked.splice(0)[0];
  };
  for (const resource of listed) {
    // An agent may omit parameters that a list requires, and chooses its own page size.
    const free = { ...resource, search: {}, maxPerPage: 100 };
    const query = listQuery(scope, free, new Map([["per_page", "25"]]));
    const hides = Object.values(resource.search).some(({ defaultCondition }) => defaultCondition !== undefined);
    await readPage(scope, resource, { ...query, countsHidden: hides });
    const [plain] = asked.splice(0);
    expect(plain?.[0].name).toMatch(/^SELECT \w+ [\w-]{16}$/);
    expect(await list({ resource: resource.name, fields: "*" })).toEqual(plain);
    if (resource.attributes.updated_at === undefined) continue;
    const filtered = await list({
      resource: resource.name,
      filter: { updated_at: { op: "gteq", value: "2000-01-01" } },
    });
    expect(filtered?.[0].text).toMatch(/\.(updated_at|occurred_at)\b[^;]*>= \$/);
    expect(filtered?.[0].text).not.toContain("2000");
    // The same attributes and operators share one prepared statement, regardless of the values.
    expect(
      (await list({ resource: resource.name, filter: { updated_at: { op: "gteq", value: "2050-01-01" } } }))?.[0],
    ).toEqual(filtered?.[0]);
  }
});

test("a list with its arguments in another order uses the same plan", () => {
  const known = agentResources(new ResourceRegistry(resources), routes, readScopes).get("bookings");
  if (!known) throw new Error("Agents are not served bookings.");
  const searchNames = (filter: Json) => readFilter(known.resource, known, filter).searchNames;
  const [from, until] = ["2027-01-01T00:00:00Z", "2027-02-01T00:00:00Z"];
  expect(searchNames({ until, include_canceled: true, from })).toEqual(["from", "until", "include_canceled"]);
  expect(searchNames({ include_canceled: true, from, until })).toEqual(["from", "until", "include_canceled"]);
});

/** The resolved token of an account owner. */
const ofOwner = (): AgentToken => ({
  tokenId: 1,
  prefix: "mcp_",
  accounts: [client.account],
  multi: false,
  mayPropose: false,
  user: 0,
  roles: new Map([[client.account, "owner"]]),
});
