import Fastify from "fastify";
import { beforeAll, describe, expect, test } from "vitest";
import { sendAnswer } from "../../src/interfaces/mcp/rpc/answer.ts";
import { endSession } from "../../src/modules/platform/access/agent-tokens/sessions.ts";
import { anotherService } from "../access/services.ts";
import { LockWaits } from "../harness/lock-waits.ts";
import { ownerOf } from "../harness/own-objects.ts";
import { useService } from "../harness/service.ts";
import { anAgent, aToken, errorIn, objectIn, type RpcAnswer, type TestToken, WireAgent } from "./fixture.ts";

/** agent.md: Transport, Versions, Errors. */
const service = useService();

let token: TestToken;
let agent: WireAgent;

beforeAll(async () => {
  token = await aToken(service, [await service.anAccount()]);
  agent = await anAgent(service, token);
});

const outcome = (answer: RpcAnswer) => ({ status: answer.status, code: errorIn(answer).code });
const message = (more: object) => JSON.stringify({ jsonrpc: "2.0", ...more });
const ping = (id: unknown = 1) => message({ id, method: "ping" });
const notification = message({ method: "notifications/initialized" });

describe("POST takes one JSON-RPC object or a batch", () => {
  test("answers a request with its id", async () => {
    for (const id of [1, "a", 0, ""]) {
      expect((await agent.post(ping(id))).json).toEqual({ jsonrpc: "2.0", id, result: {} });
    }
  });

  test("answers a batch of at most 50 in order, without its notifications", async () => {
    const fifty = await agent.post(`[${Array.from({ length: 50 }, (_, id) => ping(id)).join(",")}]`);
    expect(fifty.json).toEqual(Array.from({ length: 50 }, (_, id) => ({ jsonrpc: "2.0", id, result: {} })));
    const mixed = await agent.post(`[${ping(1)},${notification},{"id":2},${message({ id: 3, method: "nope" })}]`);
    expect(mixed.json).toEqual([
      { jsonrpc: "2.0", id: 1, result: {} },
      { jsonrpc: "2.0", id: null, error: { code: -32600, message: expect.any(String) } },
      { jsonrpc: "2.0", id: 3, error: { code: -32601, message: "Unknown method nope." } },
    ]);
    expect(outcome(await agent.post(`[${Array.from({ length: 51 }, (_, id) => ping(id)).join(",")}]`))).toEqual({
      status: 400,
      code: -32600,
    });
    expect(outcome(await agent.post("[]"))).toEqual({ status: 400, code: -32600 });
  });

  test("refuses the rest of a batch whose response grows too large", async () => {
    const account = await service.anAccount();
    await service.sql(
      "insert into clients (account_id, fullname, notes) select $1, 'Ada', repeat('a', 65000) from generate_series(1, 100)",
      [account],
    );
    const mine = await anAgent(service, await aToken(service, [account]));
    const params = { name: "api_v3_list", arguments: { resource: "clients", limit: 100, fields: "*" } };
    const call = (id: number) => message({ id, method: "tools/call", params });
    const { status, json } = await mine.post(`[${[1, 2, 3, 4].map(call).join(",")},${notification},${ping(5)}]`);
    const answers = Array.isArray(json) ? json.map(objectIn) : [];
    expect([status, ...answers.map(({ id, error }) => [id, objectIn(error).code])]).toEqual([
      200,
      [1, undefined],
      [2, undefined],
      [3, undefined],
      [4, -32600],
      [5, -32600],
    ]);
    expect((await mine.post(`[${call(4)},${ping(5)}]`)).text).not.toContain("-32600");
  });

  test("answers notifications and unsolicited responses with 202 and no body", async () => {
    for (const body of [
      notification,
      `[${notification},${notification}]`,
      message({ id: 1, result: {} }),
      message({ id: 1, error: {} }),
    ]) {
      expect(await agent.post(body)).toMatchObject({ status: 202, text: "" });
    }
  });

  test("Accept: text/event-stream gets the reply as one SSE message event, otherwise JSON", async () => {
    const accepting = async (accept: string, body = ping()) => {
      const { headers, text } = await agent.post(body, { accept });
      return [headers.get("content-type"), text];
    };
    const json = ["application/json; charset=utf-8", '{"jsonrpc":"2.0","id":1,"result":{}}'];
    const event = ["text/event-stream; charset=utf-8", `event: message\ndata: ${json[1]}\n\n`];
    expect(await accepting("application/json")).toEqual(json);
    expect(await accepting("*/*")).toEqual(json);
    expect(await accepting("application/json, text/event-stream")).toEqual(event);
    expect(await accepting("text/event-stream;q=0.5, application/json")).toEqual(event);
    expect(await accepting("text/event-stream; q=0.01")).toEqual(event);
    expect(await accepting("text/event-stream;q=0, application/json")).toEqual(json);
    expect(await accepting("application/json, text/event-stream ; q=0.000")).toEqual(json);
    expect(await accepting("text/event-stream", `[${ping()}]`)).toEqual([
      event[0],
      `event: message\ndata: [${json[1]}]\n\n`,
    ]);
    expect((await agent.post(notification, { accept: "text/event-stream" })).status).toBe(202);
  });

  test("a line break in a record does not break the SSE event", async () => {
    const { account } = await service.aClient(token.accounts[0] ?? 0);
    await service.sql("insert into clients (account_id, fullname, notes) values ($1, 'Ada', $2)", [
      account,
      "a\r\nb\n\ndata: c",
    ]);
    const params = { name: "api_v3_list", arguments: { resource: "clients", fields: "*" } };
    const call = { id: 1, method: "tools/call", params };
    const answer = await agent.post(message(call), { accept: "text/event-stream" });
    const { structuredContent } = objectIn(objectIn(answer.json).result);
    expect(objectIn(structuredContent).clients).toMatchObject([{ notes: "a\r\nb\n\ndata: c" }]);
  });
});

test("JSON with line breaks between tokens stays one line of one event", async () => {
  const app = Fastify();
  app.get("/", (request, reply) => sendAnswer(request, reply, '{"a":\r\n[1,\n2]}'));
  const { body } = await app.inject({ url: "/", headers: { accept: "text/event-stream" } });
  expect(body).toBe('event: message\ndata: {"a": [1, 2]}\n\n');
});

describe("other methods", () => {
  test.each(["GET", "PUT", "PATCH"])("%s is 405", async (method) => {
    const answer = await agent.send(method);
    expect(outcome(answer)).toEqual({ status: 405, code: -32600 });
    expect(answer.headers.get("allow")).toBe("POST, DELETE");
  });

  test("DELETE with Mcp-Session-Id ends the session (204)", async () => {
    const mine = await anAgent(service, token);
    expect(await mine.send("DELETE")).toMatchObject({ status: 204, text: "" });
    expect(outcome(await mine.request("ping"))).toEqual({ status: 404, code: -32001 });
    expect(outcome(await mine.send("DELETE"))).toEqual({ status: 404, code: -32001 });
    expect(outcome(await new WireAgent(service.url, token.token).send("DELETE"))).toEqual({
      status: 404,
      code: -32001,
    });
    expect((await agent.request("ping")).status).toBe(200);
  });
});

describe("versions", () => {
  test.each([
    ["2025-11-25", "2025-11-25"],
    ["2025-06-18", "2025-06-18"],
    ["2025-03-26", "2025-03-26"],
    ["2024-11-05", "2024-11-05"],
    ["2099-01-01", "2025-11-25"],
    // It has no sessions, so `initialize` cannot begin one.
    ["2026-07-28", "2025-11-25"],
    [undefined, "2025-11-25"],
  ])("%s is answered with %s", async (asked, agreed) => {
    const params = asked === undefined ? {} : { protocolVersion: asked };
    const answer = await new WireAgent(service.url, token.token).request("initialize", params);
    expect(objectIn(answer.json).result).toMatchObject({
      protocolVersion: agreed,
      capabilities: { tools: {} },
      serverInfo: { name: "roost" },
      instructions: expect.any(String),
    });
    expect(answer.headers.get("mcp-session-id")).toMatch(/^[\w-]{43}$/);
  });

  test("refuses a later request with another version", async () => {
    expect((await agent.post(ping(), { "mcp-protocol-version": "2024-11-05" })).status).toBe(200);
    expect(outcome(await agent.post(ping(), { "mcp-protocol-version": "1999-01-01" }))).toEqual({
      status: 400,
      code: -32600,
    });
  });
});

describe("every other call needs a live session", () => {
  const fresh = () => new WireAgent(service.url, token.token);

  test("is 404 and JSON-RPC -32001 without one", async () => {
    for (const headers of [{}, { "mcp-session-id": "x" }, { "mcp-session-id": "A".repeat(43) }]) {
      for (const method of ["ping", "tools/list", "tools/call", "nope"]) {
        const answer = await new WireAgent(service.url, token.token, headers).request(method, {});
        expect(outcome(answer)).toEqual({ status: 404, code: -32001 });
        expect(objectIn(answer.json).id).toBe(1);
      }
    }
    expect(outcome(await fresh().post(notification))).toEqual({ status: 404, code: -32001 });
    expect(outcome(await fresh().post(`[${ping()}]`))).toEqual({ status: 404, code: -32001 });
  });

  test("initialize starts a session, but not in a batch", async () => {
    const initialize = message({ id: 1, method: "initialize", params: {} });
    expect(outcome(await fresh().post(`[${initialize}]`))).toEqual({ status: 404, code: -32001 });
    expect((await agent.post(`[${initialize}]`)).json).toEqual([
      expect.objectContaining({ error: expect.objectContaining({ code: -32600 }) }),
    ]);
  });

  test("sessions are bound to their token", async () => {
    const stranger = await aToken(service, token.accounts);
    const stolen = new WireAgent(service.url, stranger.token, {
      "mcp-session-id": agent.headers["mcp-session-id"] ?? "",
    });
    expect(outcome(await stolen.request("ping"))).toEqual({ status: 404, code: -32001 });
    expect(outcome(await stolen.send("DELETE"))).toEqual({ status: 404, code: -32001 });
    // A stranger who sends the session's id does not keep it alive either.
    const session = [agent.headers["mcp-session-id"]];
    await service.sql(
      "update agent_sessions set expires_at = now() + interval '10 minutes' where digest = sha256($1::bytea)",
      session,
    );
    await stolen.request("ping");
    const [row] = await service.sql(
      "select expires_at < now() + interval '20 minutes' as ending from agent_sessions where digest = sha256($1::bytea)",
      session,
    );
    expect(row).toEqual({ ending: true });
    expect((await agent.request("ping")).status).toBe(200);
  });

  test("an ended session is not revived by a request that started before", async () => {
    const mine = await anAgent(service, token);
    const waits = new LockWaits(await ownerOf(service));
    const begun = await service.database.transaction(async (transaction) => {
      await transaction.run("select from agent_tokens where id = $1 for update", [token.id]);
      const waiting = mine.request("ping");
      await expect.poll(() => waits.count()).toBeGreaterThan(0);
      await endSession(service.database, token.id, mine.headers["mcp-session-id"] ?? "");
      return { waiting };
    });
    expect(outcome(await begun.waiting)).toEqual({ status: 404, code: -32001 });
    expect(outcome(await mine.request("ping"))).toEqual({ status: 404, code: -32001 });
  });

  test("sessions live in the database, so another process serves them", async () => {
    const elsewhere = new WireAgent(await anotherService(service), token.token, agent.headers);
    expect((await elsewhere.request("ping")).status).toBe(200);
    const [row] = await service.sql("select count(*)::integer from agent_sessions where digest = sha256($1::bytea)", [
      agent.headers["mcp-session-id"],
    ]);
    expect(row).toEqual({ count: 1 });
  });

  test("sessions slide for one hour", async () => {
    const mine = await anAgent(service, token);
    const digest = [mine.headers["mcp-session-id"]];
    const left = async () =>
      Number(
        (
          await service.sql(
            "select extract(epoch from expires_at - now())::float as seconds from agent_sessions where digest = sha256($1::bytea)",
            digest,
          )
        )[0]?.seconds,
      );
    const set = (seconds: number) =>
      service.sql(
        "update agent_sessions set expires_at = now() + make_interval(secs => $2) where digest = sha256($1::bytea)",
        [...digest, seconds],
      );
    expect(await left()).toBeGreaterThan(3560);
    await set(60);
    expect((await mine.request("ping")).status).toBe(200);
    expect(await left()).toBeGreaterThan(3560);
    expect(await left()).toBeLessThanOrEqual(3600);
    await set(0);
    expect(outcome(await mine.request("ping"))).toEqual({ status: 404, code: -32001 });
    expect(await left()).toBeLessThanOrEqual(0);
  });

  test("the job deletes expired sessions and keeps live ones", async () => {
    const ended = await anAgent(service, token);
    await ended.send("DELETE");
    const count = async (of: WireAgent) =>
      (await service.sql("select from agent_sessions where digest = sha256($1::bytea)", [of.headers["mcp-session-id"]]))
        .length;
    expect(await count(ended)).toBe(1);
    await service.database.read({ text: "select forget_ended_agent_sessions()" }, []);
    expect([await count(ended), await count(agent)]).toEqual([0, 1]);
  });
});

describe("errors", () => {
  test.each([
    ["no JSON", "{", 400, -32700],
    ["nothing", "", 400, -32700],
    ["a number", "1", 400, -32600],
    ["another version of JSON-RPC", '{"id":1,"method":"ping"}', 400, -32600],
    ["a method that is no text", message({ id: 1, method: 1 }), 400, -32600],
    ["no method", message({ id: 1 }), 400, -32600],
    ["an id that is null", message({ id: null, method: "ping" }), 400, -32600],
    ["an id that is an object", message({ id: {}, method: "ping" }), 400, -32600],
    ["params that are a list", message({ id: 1, method: "ping", params: [] }), 400, -32600],
    ["an unknown method", message({ id: 1, method: "prompts/list" }), 200, -32601],
    ["a method of every object", message({ id: 1, method: "constructor" }), 200, -32601],
    ["an unknown tool", message({ id: 1, method: "tools/call", params: { name: "api_v3_delete" } }), 200, -32601],
    ["no tool", message({ id: 1, method: "tools/call" }), 200, -32602],
    [
      "arguments that are a list",
      message({ id: 1, method: "tools/call", params: { name: "api_v3_list", arguments: [] } }),
      200,
      -32602,
    ],
    ["no resource", message({ id: 1, method: "tools/call", params: { name: "api_v3_list" } }), 200, -32602],
  ])("%s", async (_, body, status, code) => {
    expect(outcome(await agent.post(body))).toEqual({ status, code });
  });

  test("a body of another media type is 415, and a too large one 413", async () => {
    expect(outcome(await agent.post(ping(), { "content-type": "text/plain" }))).toEqual({ status: 415, code: -32600 });
    expect(outcome(await agent.post(`"${"a".repeat(1024 * 1024)}"`))).toEqual({ status: 413, code: -32600 });
  });

  test("an internal error is -32603 and reveals only the request id", async () => {
    await service.sql("alter table sources rename to hidden_sources");
    const answer = await agent.call("api_v3_list", { resource: "sources" });
    await service.sql("alter table hidden_sources rename to sources");
    expect(errorIn(answer)).toEqual({
      code: -32603,
      message: `Internal error: unexpected error (request ${answer.headers.get("x-request-id")}).`,
    });
  });
});

test("no response may be cached", async () => {
  for (const answer of [
    await agent.request("ping"),
    await agent.send("GET"),
    await new WireAgent(service.url, "x").request("ping"),
  ]) {
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("x-request-id")).toMatch(/^[\w-]{36}$/);
  }
});
