import { Client, SdkHttpError, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Json } from "../harness/client.ts";
import { filledFixture, useFilledService } from "../harness/filled.ts";
import { type Fixture, staysToReview } from "../harness/fixture.ts";
import { aToken, objectIn, recordsIn, type TestToken } from "./fixture.ts";

/** Uses the official third-party client library as an agent's program does. */
const service = useFilledService();

let fixture: Fixture;
let token: TestToken;

beforeAll(async () => {
  fixture = await filledFixture(service);
  token = await aToken(service, [fixture.account]);
});

const transportWith = (headers: Record<string, string>, query = "") =>
  new StreamableHTTPClientTransport(new URL(`${service.url}/mcp${query}`), { requestInit: { headers } });

async function connected(transport = transportWith({ authorization: `Bearer ${token.token}` })) {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, transport };
}

/** Calls a tool and returns its structured content, which the text repeats. */
async function call(client: Client, name: string, args: Json = {}, meta?: Json): Promise<Json> {
  const result = await client.callTool({ name, arguments: args, ...(meta ? { _meta: meta } : {}) });
  const [content, ...others] = "content" in result && Array.isArray(result.content) ? result.content : [];
  expect(others).toEqual([]);
  expect(JSON.parse(String(objectIn(content).text))).toEqual(result.structuredContent);
  return objectIn(result.structuredContent);
}

describe("the official client", () => {
  test("connects and negotiates a version", async () => {
    const { client, transport } = await connected();
    expect(client.getServerVersion()).toMatchObject({ name: "roost" });
    expect(client.getServerCapabilities()).toEqual({
      tools: { listChanged: false },
      resources: { listChanged: false },
      completions: {},
    });
    expect(client.getInstructions()).toContain("api_v3_resources");
    expect(transport.protocolVersion).toBe("2025-11-25");
    expect(transport.sessionId).toMatch(/^[\w-]{43}$/);
    await client.ping();
  });

  test("connects with the legacy token presentations", async () => {
    for (const transport of [
      transportWith({ "x-mcp-token": token.token }),
      transportWith({}, `?token=${token.token}`),
    ]) {
      const { client } = await connected(transport);
      expect(objectIn((await call(client, "api_v3_list", { resource: "rentals" })).meta).total_count).toBe(3);
    }
  });

  test("lists tools", async () => {
    const { client } = await connected();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "api_v3_resources",
      "api_v3_resource_schema",
      "api_v3_list",
      "api_v3_get",
      "find_stays",
      "quote_stay",
      "calendar",
      "arrivals",
      "report",
      "owner_statement",
      "find_guest",
      "who_is_waiting",
    ]);
    for (const { annotations, inputSchema, description } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
      expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
      expect(description?.length).toBeGreaterThan(30);
    }
    expect(tools[2]?.inputSchema.required).toEqual(["resource"]);
    expect(Object.keys(tools[2]?.inputSchema.properties ?? {})).toEqual([
      "resource",
      "ids",
      "updated_since",
      "filter",
      "sort",
      "limit",
      "offset",
      "fields",
      "account_id",
    ]);
    expect(Object.keys(tools[3]?.inputSchema.properties ?? {})).toEqual(["resource", "id", "fields", "account_id"]);
  });

  test("calls each tool", async () => {
    const { client } = await connected();
    const resources = recordsIn(await call(client, "api_v3_resources"), "resources");
    expect(resources.find(({ name }) => name === "bookings")).toEqual({
      name: "bookings",
      description: expect.stringContaining("guest's stay"),
    });
    const schema = await call(client, "api_v3_resource_schema", { resource: "bookings" });
    expect(schema).toMatchObject({
      resource: "bookings",
      types: {
        Time: { format: "date-time", filter_operators: ["eq", "not_eq", "gt", "gteq", "lt", "lteq", "in"] },
        Decimal: { format: "decimal" },
        Text: { filter_operators: ["eq", "not_eq", "in", "matches", "does_not_match"] },
      },
      attributes: {
        start_at: { type: "Time" },
        reference: { type: "String", filter_operators: ["eq", "not_eq", "in"] },
      },
      relationships: { rental: { kind: "one", target: "rentals" }, bookings_fees: { kind: "many" } },
      searches: { from: { type: "Time", description: expect.any(String) } },
    });
    const list = await call(client, "api_v3_list", { resource: "bookings", fields: ["id"], limit: 1, offset: 1 });
    expect(list).toEqual({
      bookings: [{ id: expect.any(Number) }],
      meta: {
        ...{ total_count: 3, limit: 1, offset: 1 },
        // The fixture's canceled booking and its past stays.
        hidden: {
          count: 1 + staysToReview,
          shown_by: { filter: { from: "1900-01-01T00:00:00Z", include_canceled: true } },
        },
      },
    });
    const one = await call(client, "api_v3_get", {
      resource: "bookings",
      id: fixture.ids.get("bookings") ?? 0,
      fields: ["id", "status"],
    });
    expect(one).toEqual({ bookings: [{ id: fixture.ids.get("bookings"), status: "Booked" }] });
  });

  test("calls the question tools", async () => {
    const { client } = await connected();
    const stay = { arrival: "2090-03-01", departure: "2090-03-04", adults: 2 };
    const rental = fixture.ids.get("rentals");
    expect(await call(client, "find_stays", stay)).toMatchObject({ rentals: [{ id: rental }] });
    expect(await call(client, "quote_stay", { ...stay, rental_id: rental })).toMatchObject({ rental: { id: rental } });
    const [row] = await service.sql(
      "select to_char(now() at time zone 'UTC' + interval '9 days', 'YYYY-MM-DD') as day",
    );
    const nights = await call(client, "calendar", { from: row?.day, to: row?.day, rental_ids: [rental] });
    expect(nights).toMatchObject({ rentals: [{ id: rental, nights: [{ night: row?.day, state: "free" }] }] });
    const report = await call(client, "report", { from: "2090-01-01", to: "2090-01-31" });
    expect(report).toMatchObject({ by: "rental", total: { nights: expect.any(Number) } });
    const found = await call(client, "find_guest", { email: "ADA@example.com" });
    expect(found).toMatchObject({ guests: [{ id: fixture.ids.get("clients"), name: "Ada Guest" }] });
  });

  test("can make the example calls of every schema", async () => {
    const { client } = await connected();
    let made = 0;
    for (const { name } of recordsIn(await call(client, "api_v3_resources"), "resources")) {
      const { examples } = await call(client, "api_v3_resource_schema", { resource: String(name) });
      for (const example of Array.isArray(examples) ? examples.map(objectIn) : []) {
        const args = objectIn(example.arguments);
        const own = fixture.ids.get(String(name));
        const given = example.tool === "api_v3_get" && own !== undefined ? { ...args, id: own } : args;
        expect(await call(client, String(example.tool), given), JSON.stringify(given)).toHaveProperty(String(name));
        made++;
      }
    }
    expect(made).toBeGreaterThan(80);
  });

  test("gets pages of 25 records by default and at most 100, as meta reports", async () => {
    await service.sql(
      "insert into sources (account_id, name) select $1, 'Source ' || number from generate_series(1, 130) as number",
      [fixture.account],
    );
    const { client } = await connected();
    const page = async (args: Json) => {
      const { sources, meta } = await call(client, "api_v3_list", { resource: "sources", fields: "*", ...args });
      return [Array.isArray(sources) ? sources.length : 0, meta];
    };
    const total = Number(objectIn((await page({}))[1]).total_count);
    expect(total).toBeGreaterThan(130);
    expect(await page({})).toEqual([25, { total_count: total, limit: 25, offset: 0 }]);
    expect(await page({ limit: 500 })).toEqual([100, { total_count: total, limit: 100, offset: 0 }]);
    expect(await page({ limit: 100, offset: 100 })).toEqual([
      total - 100,
      { total_count: total, limit: 100, offset: 100 },
    ]);
    expect(await page({ offset: 1000 })).toEqual([0, { total_count: total, limit: 25, offset: 1000 }]);
    for (const wrong of [{ limit: 0 }, { limit: -1 }, { limit: 1.5 }, { offset: -1 }, { limit: "many" }]) {
      await expect(page(wrong)).rejects.toMatchObject({ code: -32602 });
    }
  });

  test("gets a protocol error for an invalid call, and can continue", async () => {
    const { client } = await connected();
    await expect(client.callTool({ name: "api_v3_list", arguments: { resource: "cats" } })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("unknown resource cats. Known resources: accounts, "),
    });
    await expect(client.callTool({ name: "api_v3_delete", arguments: {} })).rejects.toMatchObject({ code: -32601 });
    for (const id of [999_999, "1,2", "x"]) {
      await expect(
        client.callTool({ name: "api_v3_get", arguments: { resource: "rentals", id } }),
      ).rejects.toMatchObject({ code: -32602 });
    }
    await client.ping();
  });

  test("names the account of a multi-account token in its _meta", async () => {
    const other = await service.anAccount({ business_name: "Other" });
    const several = await aToken(service, [fixture.account, other]);
    const { client } = await connected(transportWith({ authorization: `Bearer ${several.token}` }));
    const list = { resource: "accounts", fields: "business_name" };
    expect((await call(client, "api_v3_list", list, { "service/account-id": other })).accounts).toEqual([
      { business_name: "Other" },
    ]);
    await expect(client.callTool({ name: "api_v3_list", arguments: list })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("account_id is required for this token"),
    });
  });

  test("survives session expiry: it gets 404 and starts a new session", async () => {
    const { client, transport } = await connected();
    await call(client, "api_v3_list", { resource: "rentals" });
    await service.sql("update agent_sessions set expires_at = now() where digest = sha256($1::bytea)", [
      transport.sessionId,
    ]);
    const lost = await client
      .callTool({ name: "api_v3_list", arguments: { resource: "rentals" } })
      .catch((error: unknown) => error);
    expect(lost).toBeInstanceOf(SdkHttpError);
    expect(lost).toMatchObject({ status: 404, message: expect.stringContaining('"code":-32001') });
    await client.close();
    const again = transportWith({ authorization: `Bearer ${token.token}` });
    await client.connect(again);
    expect(again.sessionId).not.toBe(transport.sessionId);
    expect(objectIn((await call(client, "api_v3_list", { resource: "rentals" })).meta).total_count).toBe(3);
  });

  test("ends its session", async () => {
    const { client, transport } = await connected();
    const session = transport.sessionId;
    await transport.terminateSession();
    const [row] = await service.sql(
      "select expires_at <= now() as over from agent_sessions where digest = sha256($1::bytea)",
      [session],
    );
    expect(row).toEqual({ over: true });
    await client.close();
  });

  test("is refused without a token, and with one revoked during a session", async () => {
    await expect(connected(transportWith({}))).rejects.toMatchObject({ status: 401 });
    const short = await aToken(service, [fixture.account]);
    const { client } = await connected(transportWith({ authorization: `Bearer ${short.token}` }));
    await client.ping();
    await service.sql("update agent_tokens set revoked_at = now() where id = $1", [short.id]);
    await expect(client.ping()).rejects.toMatchObject({ status: 401 });
  });
});
