import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kill, postmasterOn } from "../crash/processes.ts";
import { ApiClient, recordOf } from "../harness/client.ts";
import { runSql } from "../harness/databases.ts";
import { until } from "../harness/until.ts";
import { aToken, plainSettings, Service } from "../start/service.ts";
import { Replication, type Server } from "./replication.ts";

let replication: Replication;
let standby: Server;

beforeAll(async () => {
  replication = await Replication.begin();
  standby = await replication.follow("heir");
  const { address } = replication.primary.running;
  await runSql(address, "alter system set synchronous_standby_names = 'heir'");
  await runSql(address, "select pg_reload_conf()");
});

afterAll(() => replication.end());

/** One URL with several hosts, as in libpq. */
function urlOfAll(servers: readonly Server[]): string {
  const [first] = servers;
  if (!first) throw new Error("There is a server.");
  const { user, password, database } = first.running.address;
  const hosts = servers.map(({ running: { address } }) => `${encodeURIComponent(address.host)}:${address.port}`);
  return `postgres://${user}:${encodeURIComponent(password)}@${hosts.join(",")}/${database}?target_session_attrs=read-write`;
}

/** Books night after night, retrying each until it gets a response. */
class Booker {
  readonly acknowledged: number[] = [];
  readonly unavailable: { readonly at: number; readonly retryAfter: string | null }[] = [];
  readonly #client: ApiClient;
  readonly #rental: number;
  #stopped = false;

  constructor(client: ApiClient, rental: number) {
    this.#client = client;
    this.#rental = rental;
  }

  stop(): void {
    this.#stopped = true;
  }

  async book(): Promise<void> {
    for (let night = 0; !this.#stopped; night++) {
      const [start_at, end_at] = [night, night + 1].map((days) => new Date(Date.UTC(2031, 0, 1 + days)).toISOString());
      await this.#untilBooked({ bookings: [{ start_at, end_at }] }, randomUUID());
    }
  }

  async #untilBooked(body: unknown, key: string): Promise<void> {
    for (;;) {
      const headers = { "idempotency-key": key };
      const answer = await this.#client.post(`/rentals/${this.#rental}/bookings`, body, headers);
      if (answer.status === 201) return void this.acknowledged.push(Number(recordOf(answer, "bookings").id));
      expect(answer.status, answer.text).toBe(503);
      this.unavailable.push({ at: performance.now(), retryAfter: answer.headers.get("retry-after") });
      await wait(50);
    }
  }
}

test("the service continues on a promoted standby with every acknowledged booking, without a restart", async () => {
  const { primary } = replication;
  const settings = await plainSettings();
  const service = await new Service({
    ...settings,
    DATABASE_URL: urlOfAll([standby, primary]),
  }).ready();
  const { token } = await aToken(primary.running.address);
  const client = new ApiClient(`http://127.0.0.1:${settings.ROOST_HTTP_PORT}`, token);
  const rentals = await Promise.all(
    [1, 2, 3].map(async (number) =>
      Number(recordOf(await client.post("/rentals", { rentals: [{ name: `Cottage ${number}` }] }), "rentals").id),
    ),
  );
  const bookers = rentals.map((rental) => new Booker(client, rental));
  const acknowledged = (): number => bookers.reduce((sum, booker) => sum + booker.acknowledged.length, 0);
  const booking = bookers.map((booker) => booker.book());
  await until(() => acknowledged() > 20);

  kill(await postmasterOn(primary.directory));
  await primary.running.exited;
  const before = acknowledged();
  await until(() => bookers.every(({ unavailable }) => unavailable.length > 0));
  expect((await client.get("/rentals")).status).toBe(503);
  await runSql(standby.running.address, "select pg_promote()");
  const promoted = performance.now();
  await until(() => acknowledged() > before + 20);
  for (const booker of bookers) booker.stop();
  await Promise.all(booking);

  const unavailable = bookers.flatMap((booker) => booker.unavailable);
  expect(unavailable.map(({ retryAfter }) => retryAfter)).toEqual(unavailable.map(() => "5"));
  const times = unavailable.map(({ at }) => at);
  const [first, last] = [Math.min(...times), Math.max(...times)].map((time) => (time - promoted) / 1000);
  process.stderr.write(
    `503 for ${((last ?? 0) - (first ?? 0)).toFixed(1)} s, ${Math.max(0, last ?? 0).toFixed(2)} s of them after the promotion; ${acknowledged()} bookings acknowledged.\n`,
  );
  const stored = await runSql(standby.running.address, "select id::int from bookings where canceled_at is null");
  const ids = new Set(stored.rows.map(({ id }) => id));
  expect(bookers.flatMap((booker) => booker.acknowledged).filter((id) => !ids.has(id))).toEqual([]);
  expect(ids.size).toBe(acknowledged());
  // Jobs continue too: a hold expires.
  const expiresAt = new Date(1000 * Math.ceil(Date.now() / 1000 + 1)).toISOString();
  const hold = { start_at: "2035-01-01", end_at: "2035-01-02", tentative_expires_at: expiresAt };
  const held = recordOf(await client.post(`/rentals/${rentals[0]}/bookings`, { bookings: [hold] }), "bookings").id;
  const ended = "select from bookings where id = $1 and canceled_at is not null";
  await until(async () => (await runSql(standby.running.address, ended, [held])).rowCount === 1);
  expect(service.lives).toBe(true);
  expect(await service.signal("SIGTERM")).toEqual({ code: 0, signal: null });
});
