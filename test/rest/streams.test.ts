import { once } from "node:events";
import { connect } from "node:net";
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildApp } from "../../src/app/http-app.ts";
import { resources } from "../../src/app/registry.ts";
import { Transport } from "../../src/interfaces/http/transport.ts";
import { apiAuthenticator } from "../../src/interfaces/rest/admission/authentication.ts";
import { QueryCache } from "../../src/kernel/read/query-cache.ts";
import { ResourceRegistry } from "../../src/kernel/registry.ts";
import type { Route } from "../../src/kernel/route.ts";
import { losRecord } from "../../src/modules/pricing/rates/los/los-record.ts";
import { ApiClient } from "../harness/client.ts";
import { noFiles } from "../harness/files.ts";
import { testSecrets } from "../harness/secrets.ts";
import { baseUrl, useService } from "../harness/service.ts";

/** Streamed responses over real HTTP. The record source counts the records that were requested. */
const service = useService();

const size = 1000;
const many = 200_000;
let made = 0;
let ended = false;
let app: FastifyInstance | undefined;
let client: ApiClient;

/** Generates records in chunks of 64 KiB. */
function* counted(count: number): Generator<Buffer> {
  let piece = "";
  try {
    for (let record = 0; record < count; record++) {
      made++;
      piece += `${record > 0 ? "," : ""}{"id":${record},"text":"${"x".repeat(size)}"}`;
      if (piece.length < 65_536 && record < count - 1) continue;
      yield Buffer.from(piece);
      piece = "";
    }
  } finally {
    ended = true;
  }
}

const routeOf = (path: string, count: number): Route => ({
  method: "GET",
  path,
  scopes: ["public"],
  resource: losRecord,
  operation: {
    kind: "read",
    parameters: {},
    run: async () => ({
      ...{ form: "stream", records: counted(count), tag: `of-${count}`, lasting: "until a change" },
      paging: { page: 1, perPage: 100, total: count },
    }),
  },
  summary: "Records that are counted.",
});

const short: Route = {
  ...routeOf("/looks", 0),
  operation: {
    kind: "read",
    parameters: {},
    run: async () => ({ form: "all", records: [String(made)] }),
  },
};

beforeAll(async () => {
  app = await buildApp({
    database: service.database,
    queries: new QueryCache(new ResourceRegistry(resources)),
    secrets: testSecrets,
    files: noFiles,
    routes: [routeOf("/many", many), routeOf("/few", 3), routeOf("/none", 0), short],
    authenticator: apiAuthenticator(service.database.counting),
    baseUrl,
    clock: Date.now,
    logger: pino({ level: "silent" }),
    transport: new Transport("off", baseUrl),
  });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const { token, account, application } = await service.aClient(await service.anAccount());
  await service.sql("update applications set rate_limit = 1000000 where id = $1", [application]);
  client = new ApiClient(url, token, account, application);
});
afterAll(() => app?.close());

/** Disable compression, because it changes the ETag. */
const asItIs = { "accept-encoding": "identity" };

describe("a stream of records", () => {
  test("a stream has the usual envelope", async () => {
    const [few, none] = [await client.get("/few", asItIs), await client.get("/none")];
    expect(few.json).toMatchObject({ los_records: [{ id: 0 }, { id: 1 }, { id: 2 }], meta: {} });
    expect(none.json).toMatchObject({ links: expect.any(Object), los_records: [], meta: {} });
    expect(few.headers.get("etag")).toBe('"of-3"');
  });

  test("a stream is not started for a client that has it already", async () => {
    made = 0;
    expect((await client.get("/many", { "if-none-match": '"of-200000"' })).status).toBe(304);
    expect(made).toBe(0);
  });

  test("a stream is not computed for HEAD", async () => {
    made = 0;
    const url = `${client.url}/api/v3/few`;
    const headers = { authorization: `Bearer ${client.token}`, ...asItIs };
    const asked = await fetch(url, { method: "HEAD", headers });
    expect([asked.status, asked.headers.get("etag"), await asked.text()]).toEqual([200, '"of-3"', ""]);
    expect(asked.headers.get("content-type")).toBe("application/vnd.api+json; charset=utf-8");
    expect(asked.headers.get("content-length")).toBeNull();
    await client.get("/looks");
    expect(made).toBe(0);
  });

  test("a stream waits for a slow client and ends with it", async () => {
    made = 0;
    ended = false;
    const { hostname, port } = new URL(client.url);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.pause();
    socket.write(`GET /api/v3/many HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${client.token}\r\n\r\n`);
    // Once both socket buffers are full, the service generates no more records, however long we wait.
    let before = -1;
    for (let quiet = 0; quiet < 200; quiet = made === before && made > 0 ? quiet + 1 : 0) {
      before = made;
      await client.get("/looks");
    }
    expect(made * size).toBeLessThan(20_000_000);
    expect(made).toBeLessThan(many / 10);
    expect(ended).toBe(false);
    socket.destroy();
    while (!ended) await setImmediate();
    expect(made).toBeLessThan(many / 10);
  });

  test("a stream yields to other requests while a fast client reads", async () => {
    made = 0;
    ended = false;
    const { hostname: host, port } = new URL(client.url);
    const taking = new Worker(new URL("./eager-client.ts", import.meta.url), {
      workerData: { host, port: Number(port), path: "/api/v3/many", token: client.token },
    });
    const taken = once(taking, "message");
    const counts: number[] = [];
    while (!ended) {
      await setImmediate();
      if (made > (counts.at(-1) ?? 0)) counts.push(made);
    }
    const [bytes] = await taken;
    expect(bytes).toBeGreaterThan(many * size);
    // Each turn of the event loop generates one chunk of some 64 records, not everything the client could read.
    const steps = counts.map((count, index) => count - (counts[index - 1] ?? 0));
    expect(Math.max(...steps)).toBeLessThan(1000);
  });
});
