import { beforeAll, describe, expect, test } from "vitest";
import { resources, routes } from "../../src/app/registry.ts";
import { readScopes } from "../../src/interfaces/mcp/caller.ts";
import { agentResources } from "../../src/kernel/agent-schema.ts";
import { ResourceRegistry } from "../../src/kernel/registry.ts";
import type { Route } from "../../src/kernel/route.ts";
import { signBogusReport } from "../../src/modules/money/gateways/bogus.ts";
import { hangUp, send } from "../fuzz/send.ts";
import { filledFixture, useFilledService } from "../harness/filled.ts";
import { type Fixture, idInPath, pathOf } from "../harness/fixture.ts";
import { aMember } from "../harness/people.ts";
import { StallWatch } from "../harness/stall-watch.ts";
import { anAgent, aToken } from "../mcp/fixture.ts";
import { aBogusGateway, webhookSecret } from "../payments/factories.ts";
import { strangeBodies, type WorstBody, worstBodies } from "./worst-bodies.ts";

/**
 * No request blocks other clients (operations.md). Sends every route the worst bodies that its bounds allow, and measures
 * the longest stretch of work between two turns of the event loop.
 */
const service = useFilledService();
let fixture: Fixture;

/** CPU time. A slow machine may need several times the limit that operations.md sets for a usual one. */
const maxStallMs = 250;
/** Garbage collection or a cold start may slow one attempt. The request's own work is in every attempt. */
const attempts = 4;

beforeAll(async () => {
  fixture = await filledFixture(service);
  await service.sql("update applications set rate_limit = 1000000000");
});

interface Request {
  readonly what: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/** Sends requests one by one. @returns the requests that blocked the event loop too long */
async function stalls(requests: Iterable<Request>): Promise<string[]> {
  const found: string[] = [];
  const watch = new StallWatch();
  for (const { what, body, ...request } of requests) {
    const waits: number[] = [];
    while (waits.length < attempts && waits.every((wait) => wait > maxStallMs)) {
      watch.begin();
      const { status, text } = await send(service.url, { ...request, body });
      waits.push(watch.end());
      if (status >= 500) found.push(`${request.method} ${request.path.slice(0, 100)}, ${what}: ${text}`);
    }
    const least = Math.min(...waits);
    if (least > maxStallMs)
      found.push(`${request.method} ${request.path.slice(0, 100)}, ${what}: ${Math.round(least)} ms`);
  }
  hangUp();
  return found;
}

const authorized = () => ({ authorization: `Bearer ${fixture.client.token}` });
const json = { "content-type": "application/json" };

/** A route's path with the fixture's ids. A DELETE path names a missing record. */
const existingPath = (route: Route): string =>
  `/api/v3${pathOf(route, (name) => (route.method === "DELETE" ? 999_999_999 : idInPath(fixture.ids, route, name)))}`;

/** One function refuses all bodies before parsing, so a single such body shows that a route uses it. */
function bodiesOf({ operation }: Route): readonly WorstBody[] {
  const body = operation.kind === "write" ? operation.body : undefined;
  return body?.media === "json" ? worstBodies(body) : strangeBodies.slice(0, 1);
}

/** PATCH is PUT under another name. */
function* writes(): Generator<Request> {
  for (const route of routes.filter(({ method }) => method !== "GET" && method !== "PATCH"))
    for (const [what, body] of bodiesOf(route))
      yield { what, method: route.method, path: existingPath(route), headers: { ...authorized(), ...json }, body };
}

function* reads(): Generator<Request> {
  const ids = Array.from({ length: 1000 }, (_, n) => n + 1).join();
  const queries = {
    "many parameters": Array.from({ length: 6000 }, (_, n) => `k${n}=1`).join("&"),
    "one parameter, many times": "page=1&".repeat(8000),
    "many fields": `fields=${"id,".repeat(20_000)}id`,
    "many relations": `include=${"rental.rental,".repeat(4000)}rental`,
    "a thousand ids": `id=${ids}&ids=${ids}`,
    "many escapes": `page=${"%41".repeat(20_000)}`,
  };
  // One function reads every query, so each route gets two of them in turn.
  const inTurn = Object.entries(queries);
  for (const [nth, route] of routes.filter(({ method }) => method === "GET").entries()) {
    const { method } = route;
    for (const [what, query] of inTurn.filter((_, index) => index % 3 === nth % 3))
      yield { what, method, path: `${existingPath(route)}?${query}`, headers: authorized() };
    if (route.operation.kind === "get")
      yield { what: "a thousand ids", method, path: `/api/v3${pathOf(route, () => ids)}`, headers: authorized() };
  }
}

describe("no request delays another client by 100 ms", () => {
  test("none of the writes", async () => {
    expect(await stalls(writes())).toEqual([]);
  }, 3_600_000);

  test("none of the reads", async () => {
    expect(await stalls(reads())).toEqual([]);
  }, 3_600_000);

  test("no bulk request", async () => {
    const names = Object.fromEntries(Array.from({ length: 70_000 }, (_, n) => [`k${n}`, 1]));
    const few = Object.fromEntries(Array.from({ length: 199 }, (_, n) => [`k${n}`, 1]));
    const operation = { method: "POST", path: "/clients", body: { clients: [few] } };
    const bodies: Record<string, unknown> = {
      "70,000 unknown names": { operations: [names] },
      "70,000 unknown names in a body": { operations: [{ ...operation, body: { clients: [names] } }] },
      "100 operations of 199 unknown names": { operations: Array.from({ length: 100 }, () => operation) },
      "the same in one transaction": { atomic: true, operations: Array.from({ length: 100 }, () => operation) },
    };
    const [method, path] = ["POST", "/api/v3/bulk"];
    const requests = Object.entries(bodies).map(([what, body]) => ({
      ...{ what, method, path, headers: { ...authorized(), ...json }, body: Buffer.from(JSON.stringify(body)) },
    }));
    const strange = strangeBodies.map(([what, body]) => ({
      ...{ what, method, path, headers: { ...authorized(), ...json }, body },
    }));
    expect(await stalls([...requests, ...strange])).toEqual([]);
  }, 3_600_000);

  test("no agent request", async () => {
    const agent = await anAgent(service, await aToken(service, [fixture.account]));
    const rentals = agentResources(new ResourceRegistry(resources), routes, readScopes).get("rentals");
    const numbers = [...(rentals?.filterables ?? [])].filter(([, { comparison }]) => comparison === "number");
    const values = Array.from({ length: 1000 }, (_, id) => id);
    const names = Array.from({ length: 20_000 }, (_, n) => `k${n}`);
    const unknown = (count: number) => Object.fromEntries(names.slice(0, count).map((name) => [name, 1]));
    const calls: [string, unknown][] = [
      ["20 attributes of 1000 values", Object.fromEntries(numbers.slice(0, 20).map(([name]) => [name, values]))],
      [
        "one attribute, 20 times of 1000 values",
        { id: Array.from({ length: 20 }, () => ({ op: "in", value: values })) },
      ],
      ["a comma list of 300,000 values", { id: "1,".repeat(300_000) }],
      ["1900 unknown attributes", unknown(1900)],
      ["20,000 unknown attributes, as a text", JSON.stringify(unknown(20_000))],
      ["400,000 nested arrays, as a text", `${"[".repeat(400_000)}${"]".repeat(400_000)}`],
      ["a long pattern", { name: { op: "matches", value: "%a".repeat(300_000) } }],
    ];
    const body = (filter: unknown) =>
      JSON.stringify({
        ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
        params: { name: "api_v3_list", arguments: { resource: "rentals", filter } },
      });
    const batch = `[${Array.from({ length: 50 }, () => body({ id: values })).join()}]`;
    const bodies: WorstBody[] = [
      ...calls.map(([what, filter]): WorstBody => [what, Buffer.from(body(filter))]),
      ["a batch", Buffer.from(batch)],
      ...strangeBodies,
    ];
    const headers = { ...agent.headers, ...json, accept: "application/json, text/event-stream" };
    const requests = bodies.map(([what, bytes]) => ({ what, method: "POST", path: "/mcp", headers, body: bytes }));
    expect(numbers.length).toBeGreaterThanOrEqual(20);
    expect(await stalls(requests)).toEqual([]);
  }, 3_600_000);

  test("no form and no console request", async () => {
    const { headers } = await aMember(service, fixture.account, "owner");
    const room = 64 * 1024 - 100;
    const forms: Record<string, string> = {
      "many fields": Array.from({ length: 8000 }, (_, n) => `k${n}=`)
        .join("&")
        .slice(0, room),
      "one field, many times": "a=&".repeat(room / 3),
      "many escapes": `password=${"%41".repeat(room / 3)}&email=${"x".repeat(100)}`,
      "a long word": `password=${"x".repeat(room)}`,
    };
    const type = { "content-type": "application/x-www-form-urlencoded" };
    const pages = [
      ...["/oauth/authorize", "/oauth/token", "/oauth/revoke", "/oauth/introspect"],
      ...["/mcp/oauth/authorize", "/mcp/oauth/token", "/sign_in", "/sign_in/code", "/sign_out", "/password"],
      "/password/forgot",
    ];
    const taking = pages.flatMap((path) =>
      Object.entries(forms).map(([what, body]) => ({
        ...{ what, method: "POST", path, headers: { ...headers, ...type }, body: Buffer.from(body) },
      })),
    );
    const programs = [
      ["PUT", "/console/me"],
      ["POST", "/console/me/password"],
      ["POST", "/mcp/oauth/register"],
    ].flatMap(([method = "", path = ""]) =>
      strangeBodies.map(([what, body]) => ({ what, method, path, headers: { ...headers, ...json }, body })),
    );
    expect(await stalls([...taking, ...programs])).toEqual([]);
  }, 3_600_000);

  test("no signed gateway report", async () => {
    const gateway = await aBogusGateway(fixture.client);
    const path = `/webhooks/gateways/${fixture.account}/${gateway.id}`;
    const room = 256 * 1024 - 100;
    const bodies: WorstBody[] = [
      ["deep metadata", Buffer.from(`{"metadata":${"[".repeat(room / 2)}${"]".repeat(room / 2)}}`)],
      [
        "many names",
        Buffer.from(
          JSON.stringify({ metadata: Object.fromEntries(Array.from({ length: 18_000 }, (_, n) => [`k${n}`, 1])) }),
        ),
      ],
      ["a long text", Buffer.from(JSON.stringify({ id: "x".repeat(room - 10) }))],
    ];
    const requests = bodies.map(([what, report]) => ({
      ...{ what, method: "POST", path, body: report },
      headers: { ...json, "bogus-signature": signBogusReport(report, webhookSecret) },
    }));
    expect(await stalls(requests)).toEqual([]);
  }, 3_600_000);
});
