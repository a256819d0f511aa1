import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { lives } from "../../packages/embedded-postgres/test/fixture.ts";
import { kill, processesOn } from "../crash/processes.ts";
import { ApiClient, recordOf } from "../harness/client.ts";
import { aDatabase, runSql, urlOf } from "../harness/databases.ts";
import { until } from "../harness/until.ts";
import { aMigratedDirectory } from "./migrated-directory.ts";
import { aDirectory, aToken, type End, npmStart, plainSettings, Service, serverOf } from "./service.ts";

/** A service with an account and a rental whose requests can be slowed down, on its own server or the test server. */
async function aPlace(on: "embedded" | "test" = "test", command?: string[]) {
  const directory = on === "embedded" ? await aMigratedDirectory() : await aDirectory();
  const database = on === "test" ? await aDatabase() : undefined;
  onTestFinished(() => database?.drop());
  const choice: Record<string, string> = database ? { DATABASE_URL: urlOf(database.owner) } : {};
  const settings = { ...(await plainSettings(directory)), ...choice };
  const port = Number(settings.ROOST_HTTP_PORT);
  const service = await new Service(settings, undefined, command).ready();
  const address = database?.owner ?? (await serverOf(directory));
  const client = new ApiClient(`http://127.0.0.1:${port}`, (await aToken(address)).token);
  const rental = Number(recordOf(await client.post("/rentals", { rentals: [{ name: "Cottage" }] }), "rentals").id);

  /** Holds the rental's lock until released. `waits` resolves when a request waits for it. */
  async function slowRental(): Promise<{ waits: () => Promise<void>; release: () => Promise<void> }> {
    const holder = new pg.Client({ ...address });
    // The server may stop while this client is connected.
    holder.on("error", () => {});
    await holder.connect();
    onTestFinished(() => holder.end().catch(() => {}));
    await holder.query("begin");
    await holder.query("select from rentals where id = $1 for update", [rental]);
    const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    return {
      // On another connection: a transaction sees only its first snapshot of pg_stat_activity.
      waits: () => until(async () => ((await runSql(address, waiting)).rowCount ?? 0) > 0),
      release: async () => {
        await holder.query("rollback");
      },
    };
  }
  const stay = { start_at: "2031-03-01", end_at: "2031-03-04" };
  const book = () => client.post(`/rentals/${rental}/bookings`, { bookings: [stay] });
  /** New connections are refused. */
  const closed = () => until(() => refuses(port));
  return { service, directory, port, client, slowRental, book, closed };
}

async function refuses(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const outcome = await Promise.race([
    once(socket, "connect").then(() => false),
    new Promise<boolean>((resolve) => socket.once("error", () => resolve(true))),
  ]);
  socket.destroy();
  return outcome;
}

/** A raw connection. */
async function aConnection(port: number, bytes: string): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect(port, "127.0.0.1").setEncoding("utf8");
  let received = "";
  socket.on("data", (text: string) => {
    received += text;
  });
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(bytes);
  onTestFinished(() => void socket.destroy());
  return { socket, received: () => received };
}

const gracefully: End = { code: 0, signal: null };

// SIGTERM with the embedded server is tested below through npm, and SIGINT with open connections.
test("SIGHUP lets the request in flight finish", async () => {
  const { service, slowRental, book, closed } = await aPlace();
  const slow = await slowRental();
  const answer = book();
  await slow.waits();
  const end = service.signal("SIGHUP");
  await closed();
  expect(service.lives).toBe(true);
  await slow.release();
  expect((await answer).status).toBe(201);
  expect(await end).toEqual(gracefully);
  expect(service.complaints).toEqual([]);
});

/** A process and its descendants. */
function processesOf(pid: number | undefined): number[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const parents = new Map(
    stdout
      .trim()
      .split("\n")
      .map((line) => line.trim().split(/ +/).map(Number))
      .map(([own = 0, parent = 0]) => [own, parent]),
  );
  const descends = (own: number): boolean => own === pid || (parents.has(own) && descends(parents.get(own) ?? 0));
  return [...parents.keys()].filter(descends);
}

test.runIf(process.platform !== "win32")(
  "SIGTERM to npm lets the request in flight finish, ends npm with 0 and leaves nothing behind",
  async () => {
    const { service, directory, port, slowRental, book, closed } = await aPlace("embedded", npmStart);
    const processes = processesOf(service.process.pid);
    onTestFinished(() => processes.forEach(kill));
    // npm, the service, PostgreSQL and its processes.
    expect(processes.length).toBeGreaterThan(3);
    const slow = await slowRental();
    const answer = book();
    await slow.waits();
    service.process.kill("SIGTERM");
    await closed();
    await slow.release();
    expect((await answer).status).toBe(201);
    // Its output is closed: all of it has been read.
    expect(await service.ended).toEqual(gracefully);
    await until(() => !processes.some(lives));
    if (process.platform === "linux") expect(await processesOn(directory)).toEqual([]);
    expect(await refuses(port)).toBe(true);
    expect(service.complaints.filter((line) => !line.startsWith("npm "))).toEqual([]);
  },
);

test("SIGINT finishes requests in flight and does not wait for idle connections or one that sends another request", async () => {
  const { service, port, slowRental, book, closed, client } = await aPlace();
  await aConnection(port, "");
  const idle = await aConnection(port, "GET /api/v3/rentals HTTP/1.1\r\nhost: localhost\r\n\r\n");
  await until(() => idle.received().includes("401"));
  const slow = await slowRental();
  const answer = book();
  const slowBody = JSON.stringify({ bookings: [{ start_at: "2031-04-01", end_at: "2031-04-04" }] });
  const busy = await aConnection(
    port,
    `POST /api/v3/rentals/1/bookings HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${client.token}\r\n` +
      `content-type: application/json\r\ncontent-length: ${slowBody.length}\r\n\r\n${slowBody}`,
  );
  await slow.waits();
  const end = service.signal("SIGINT");
  await closed();
  busy.socket.write("GET /api/v3/rentals HTTP/1.1\r\nhost: localhost\r\n\r\n");
  await slow.release();
  expect((await answer).status).toBe(201);
  expect(await end).toEqual(gracefully);
  expect(service.complaints).toEqual([]);
  const statuses = [...busy.received().matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status);
  // The second request came during the shutdown: it is answered, or its connection was already closed.
  expect(["201", "201 401"]).toContain(statuses.join(" "));
});

test("a second signal after more than a second aborts a request that never finishes", async () => {
  const { service, port, closed, client } = await aPlace();
  const { socket, received } = await aConnection(
    port,
    `POST /api/v3/rentals HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${client.token}\r\n` +
      "content-type: application/json\r\ncontent-length: 99\r\n\r\n{",
  );
  // Its first bytes have arrived, since later requests on other connections are answered.
  await until(async () => (await fetch(`http://127.0.0.1:${port}/api/v3/rentals`)).status === 401);
  service.process.kill("SIGTERM");
  await closed();
  await wait(1_100);
  expect(service.lives).toBe(true);
  expect(await service.signal("SIGTERM")).toEqual({ code: 1, signal: null });
  expect(received()).toBe("");
  expect(service.complaints).toEqual([]);
  socket.destroy();
});
