import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@roost/embedded-postgres";
import { expect, onTestFinished, test } from "vitest";
import type { ServerAddress } from "../../src/database/connect/address.ts";
import { type Answer, ApiClient, recordOf } from "../harness/client.ts";
import { runSql, urlOf } from "../harness/databases.ts";
import { until } from "../harness/until.ts";
import { aMigratedDirectory } from "./migrated-directory.ts";
import { aToken, plainSettings, Service, serverOf } from "./service.ts";
import { aSmallDisk, noMounting } from "./small-disk.ts";

/** A running service and requests to it. */
async function aPlace(settings: Record<string, string>, address: () => Promise<ServerAddress>) {
  const service = await new Service(settings).ready();
  const url = `http://127.0.0.1:${settings.ROOST_HTTP_PORT}`;
  const client = new ApiClient(url, (await aToken(await address())).token);
  const isReady = async () => (await fetch(`${url}/health/ready`)).status === 200;
  /** Long random texts, a few of which exceed the free pages. */
  const write = () =>
    client.post("/rentals", { rentals: [{ name: "Cottage", notes: randomBytes(750).toString("base64") }] });
  const attach = (bytes: number) =>
    client.post("/inbox/attachments", {
      attachments: [{ name: "map.bin", file: randomBytes(bytes).toString("base64") }],
    });
  return { service, url, client, isReady, write, attach };
}

/** A write without space: 503 with Retry-After. */
function expectUnavailable(answers: readonly Answer[]): void {
  for (const { status, headers, text } of answers) {
    expect([status, headers.get("retry-after"), text]).toEqual([503, "5", expect.stringContaining("unavailable")]);
  }
}

/** Repeats a request until so many were refused. */
async function firstRefused(count: number, ask: () => Promise<Answer>): Promise<Answer[]> {
  const refused: Answer[] = [];
  await until(async () => {
    const answer = await ask();
    if (answer.status >= 300) refused.push(answer);
    return refused.length === count;
  });
  return refused;
}

/** The other interfaces' responses while the database is unavailable. */
async function expectUnavailableEverywhere(url: string): Promise<void> {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const grant = "grant_type=client_credentials&client_id=nobody&client_secret=none";
  const agent = { "content-type": "application/json", authorization: `Bearer roost_agent_${"A".repeat(43)}` };
  const answers = await Promise.all([
    fetch(`${url}/oauth/token`, { method: "POST", headers: form, body: grant }),
    fetch(`${url}/mcp`, { method: "POST", headers: agent, body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' }),
    fetch(`${url}/password/reset/${"A".repeat(43)}`),
  ]);
  expect(answers.map(({ status, headers }) => [status, headers.get("retry-after")])).toEqual(Array(3).fill([503, "5"]));
}

test("answers 503 for a full disk of another server, even while that server crashes, and for a full files disk", async (context) => {
  context.skip(noMounting !== undefined, noMounting);
  const [disk, files] = [await aSmallDisk(200), await aSmallDisk(48)];
  const directory = await aMigratedDirectory(disk.directory);
  const start = () => startEmbeddedPostgres({ directory });
  let server = await start();
  onTestFinished(() => server.stop());
  const settings = { DATABASE_URL: urlOf(server.address), ROOST_FILES_DIR: files.directory };
  const { service, url, client, isReady, write, attach } = await aPlace(
    { ...(await plainSettings()), ...settings },
    async () => server.address,
  );
  expect([(await write()).status, (await attach(1000)).status, await isReady()]).toEqual([201, 201, true]);

  const stored = async () =>
    (await readdir(files.directory, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;
  await files.fill();
  const before = await stored();
  expectUnavailable([await attach(200_000)]);
  expect(await stored()).toBe(before);
  await until(async () => !(await isReady()));
  await files.free();
  expect((await attach(200_000)).status).toBe(201);
  await until(isReady);

  await disk.fill();
  // Writes that fit into an existing page still succeed.
  expectUnavailable(await firstRefused(3, write));
  await until(async () => !(await isReady()));
  // It cannot write a new file and panics. After its recovery it refuses connections.
  await runSql(server.address, "checkpoint").catch(() => undefined);
  expectUnavailable(await firstRefused(3, () => client.get("/rentals")));
  await disk.free();
  await until(async () => (await write()).status === 201);
  await until(isReady);

  await server.stop();
  expectUnavailable([await client.get("/rentals"), await write()]);
  await expectUnavailableEverywhere(url);
  await until(async () => !(await isReady()));
  expect((await fetch(`${url}/health/live`)).status).toBe(200);
  server = await start();
  await until(isReady);
  expect((await write()).status).toBe(201);
  expect(service.err).not.toContain("unexpected error");
  expect(service.complaints).toEqual([]);
});

test("answers 503 for a full disk of the embedded server and recovers when there is space", async (context) => {
  context.skip(noMounting !== undefined, noMounting);
  const disk = await aSmallDisk(200);
  const directory = await aMigratedDirectory(join(disk.directory, "data"));
  const { service, client, isReady, write, attach } = await aPlace(await plainSettings(directory), () =>
    serverOf(directory),
  );
  const kept = recordOf(await write(), "rentals");
  expect([(await attach(1000)).status, await isReady()]).toEqual([201, true]);

  // Writes stop before PostgreSQL runs out of space for its log, which would end it.
  await disk.fill(16);
  await until(async () => (await write()).status !== 201);
  expectUnavailable([await write(), await attach(10)]);
  await until(async () => !(await isReady()));
  await disk.fill();
  expectUnavailable([await write(), await attach(1_000_000)]);
  await disk.free();
  await until(async () => (await write()).status === 201);
  await until(isReady);
  expect((await attach(1_000_000)).status).toBe(201);
  expect(recordOf(await client.get(`/rentals/${kept.id}`), "rentals")).toEqual(kept);
  expect(service.err).not.toContain("unexpected error");
  expect(await service.signal("SIGTERM")).toEqual({ code: 0, signal: null });
  expect(service.complaints).toEqual([]);
});
