import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { ServerAddress } from "@roost/embedded-postgres";
import { expect, onTestFinished, test } from "vitest";
import type { Database } from "../../src/database/connect/database.ts";
import type { Scope } from "../../src/kernel/access/scopes.ts";
import { issueAccessToken } from "../../src/modules/platform/access/access-token.ts";
import { publishAll } from "../../src/modules/records/events/publish-all.ts";
import { Random } from "../concurrency/load.ts";
import { openApplicationDatabase } from "../harness/application-database.ts";
import { ApiClient, type Json } from "../harness/client.ts";
import { aDatabase, runSql, urlOf } from "../harness/databases.ts";
import { aRental } from "../harness/factories.ts";
import { serversOf, spreadTable } from "../harness/own-objects.ts";
import { queries } from "../harness/queries.ts";
import { fullScopes } from "../harness/service.ts";
import { aPeriod, aRatesTable, aSeason } from "../rates/factories.ts";
import { plainSettings, Service } from "../start/service.ts";
import { brokenChains } from "./chains.ts";
import { FeedReader } from "./feed-reader.ts";
import { type Ground, Writer, type Written } from "./feed-writers.ts";
import { watch, watchedEvents, witnessed } from "./witness.ts";

const seed = Number(process.env.ROOST_PROPERTY_SEED ?? 41);
/** The number of kills of service and worker; `ROOST_CRASH_ROUNDS` overrides it. */
const kills = Number(process.env.ROOST_CRASH_ROUNDS ?? 1);
const [accounts, writersOfAll, stepsOfEach] = [2, 8, 12 * kills];

/** Terminates connections that are publishing. On a cluster, this includes the workers, which do the publishing. */
const endPublishing = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and state = 'active' and query ~* 'select publish_range' and pid <> pg_backend_pid()`;

const roost = join(import.meta.dirname, "..", "..", "bin", "roost.js");

/** A service and a worker on a database that survives their kills. */
class Place {
  readonly server: ServerAddress;
  readonly database: Database;
  private readonly settings: Record<string, string>;
  private service: Service | undefined;
  private worker: Service | undefined;

  static async open(): Promise<Place> {
    const { owner, application, drop } = await aDatabase();
    onTestFinished(drop);
    const database = await openApplicationDatabase(application, 4);
    onTestFinished(() => database.close());
    // The test terminates other publishers on purpose.
    database.onConnectionLost(() => undefined);
    const place = new Place(owner, database, {
      ...(await plainSettings()),
      DATABASE_URL: urlOf(owner),
      ROOST_SECRETS_KEY: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
    });
    await watch(owner, spreadTable);
    await place.start();
    return place;
  }

  private constructor(server: ServerAddress, database: Database, settings: Record<string, string>) {
    this.server = server;
    this.database = database;
    this.settings = settings;
  }

  sql = async (text: string, values: unknown[] = []): Promise<Json[]> => (await runSql(this.server, text, values)).rows;

  private async start(): Promise<void> {
    this.worker = new Service(this.settings, undefined, [process.execPath, roost, "worker"]);
    this.service = await new Service(this.settings).ready();
  }

  /** Kills both in the middle of their work. */
  async kill(): Promise<void> {
    await Promise.all([this.service?.signal("SIGKILL"), this.worker?.signal("SIGKILL")]);
    await this.start();
  }

  /** Waits for the condition without a timeout; fails if the service exits by itself. */
  async whileItLives(isSo: () => boolean): Promise<void> {
    while (!isSo()) {
      if (this.service?.lives !== true) throw new Error(`The service has ended: ${this.service?.err.slice(-2000)}`);
      await wait(20);
    }
  }

  async end(): Promise<void> {
    for (const one of [this.worker, this.service])
      expect(await one?.signal("SIGTERM"), one?.err).toEqual({ code: 0, signal: null });
  }

  async anAccount(): Promise<number> {
    const [row] = await this.sql("insert into accounts (business_name) values ('Les Robles') returning id::int");
    return Number(row?.id);
  }

  /** A client of a separate application, effectively without a rate limit. */
  async aClient(account: number, scopes: readonly Scope[] = fullScopes): Promise<ApiClient> {
    const [made] = await this.sql(
      `insert into applications (name, client_id, client_secret_digest, scopes, rate_limit)
       values ('Test', gen_random_uuid()::text, '\\x00', $1, 1000000) returning id::int`,
      [scopes],
    );
    const application = Number(made?.id);
    await this.sql("insert into accounts_applications (account_id, application_id, scopes) values ($1, $2, $3)", [
      account,
      application,
      scopes,
    ]);
    const token = await this.database.transaction((transaction) =>
      issueAccessToken(transaction, { account, application, scopes }),
    );
    return new ApiClient(`http://127.0.0.1:${this.settings.ROOST_HTTP_PORT}`, token, account, application);
  }

  /** An account with two rentals priced by one season. */
  async aGround(): Promise<Ground> {
    const account = await this.anAccount();
    const client = await this.aClient(account);
    const table = await aRatesTable(client);
    const season = await aSeason(client, table);
    await aPeriod(client, season, 10, 20);
    const rental = () => aRental(client, { base_rate: "100", rates_table_id: table.id, notes: "for us alone" });
    return { account, client, rentals: [(await rental()).id, (await rental()).id], season: season.id };
  }

  /** Publishes like another process, and terminates active publishers at intervals. @returns a function that stops it */
  disturb(grounds: readonly Ground[], random: Random): () => Promise<void> {
    let ended = false;
    const publish = async (): Promise<void> => {
      while (!ended) {
        const account = random.pick(grounds)?.account ?? 0;
        await publishAll(this.database.within([account]), account, queries).catch(() => undefined);
        await wait(20);
      }
    };
    const cutOff = async (): Promise<void> => {
      while (!ended) {
        await wait(150);
        for (const server of serversOf(this.server)) await runSql(server, endPublishing);
      }
    };
    const work = [publish(), publish(), cutOff()];
    return async () => {
      ended = true;
      await Promise.all(work);
    };
  }
}

/** Asserts that events are unique and ordered, and that each value starts where the record's previous event left it. */
function assertChains(events: readonly Json[]): void {
  const ids = events.map(({ id }) => Number(id));
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
  expect(brokenChains(events)).toEqual([]);
}

/** Asserts that the feed has each acknowledged write exactly once, and no refused write. */
function assertAnswers(events: readonly Json[], written: readonly Written[]): void {
  const byRequest = Map.groupBy(events, ({ request_id }) => request_id);
  for (const { outcome, requestId, type, record } of written) {
    const told = byRequest.get(requestId) ?? [];
    if (outcome === "refused") expect(told, type).toEqual([]);
    if (outcome !== "done" || type.startsWith("bulk")) continue;
    // An update to the same value is not a change.
    if (type.endsWith(".updated") && told.length === 0) continue;
    const of = told.filter((event) => event.type === type && event.record_id === record);
    expect(of, `${type} of ${record} in ${JSON.stringify(told)}`).toHaveLength(1);
  }
  expect(JSON.stringify(events)).not.toContain("Refused ");
}

/** Asserts that a booking or season change reports its effects on each rental once, with the same request. */
function assertDates(events: readonly Json[], rentals: readonly unknown[]): void {
  for (const of of Map.groupBy(events, ({ request_id }) => request_id).values()) {
    const rentalsOf = (type: string): unknown[] =>
      of.filter((event) => event.type === type).map(({ record_id }) => record_id);
    const types = of.map(({ type }) => type);
    const takes = types.includes("booking.created") || types.includes("booking.canceled");
    expect(rentalsOf("availability.changed"), JSON.stringify(of)).toHaveLength(takes ? 1 : 0);
    expect(rentalsOf("rates.changed")).toEqual(types.includes("season.updated") ? rentals : []);
  }
}

test.runIf(process.platform === "linux")(
  "a follower sees every committed change once and in order while service and worker are killed during writes, and nothing of other accounts",
  async () => {
    const place = await Place.open();
    const random = new Random(seed);
    const grounds: Ground[] = [];
    for (let number = 0; number < accounts; number++) grounds.push(await place.aGround());
    const [first] = grounds;
    if (!first) throw new Error("There is no account.");
    const readers = grounds.map(({ client }, number) => new FeedReader(client, new Random(seed + number)));
    const narrow = new FeedReader(await place.aClient(first.account, ["public"]), new Random(seed));
    const stranger = new FeedReader(await place.aClient(await place.anAccount()), new Random(seed));
    const everyone = [...readers, narrow, stranger];
    for (const reader of everyone) await reader.start();
    await place.sql("truncate witness");
    // Per account: on a cluster, the account's worker draws ids from its own range.
    const before = await place.sql(
      "select account_id::int as account, max(id)::float8 as last from changes group by 1",
    );
    const begun = new Map(before.map(({ account, last }) => [account, last]));

    const writers = Array.from({ length: writersOfAll }, (_, number) => {
      const ground = grounds[number % accounts] ?? first;
      return new Writer(ground, number, new Random(seed * 1000 + number));
    });
    const calm = place.disturb(grounds, new Random(seed + 99));
    const work = Promise.all(writers.map((writer) => writer.work(stepsOfEach)));
    const answers = (): number =>
      writers.flatMap(({ written }) => written).filter(({ outcome }) => outcome !== "unknown").length;
    for (let kill = 0; kill < kills; kill++) {
      const enough = answers() + 40 + random.below(40);
      await Promise.race([work, place.whileItLives(() => answers() >= enough)]);
      await place.kill();
    }
    await work;
    await calm();
    for (const reader of everyone) await reader.stop();

    expect(writers.flatMap(({ surprises }) => surprises)).toEqual([]);
    expect(everyone.flatMap(({ surprises }) => surprises)).toEqual([]);
    expect(
      readers.every(({ failures }) => failures > 0),
      "each reader has lived through kills",
    ).toBe(true);
    // The service's jobs continue; what they write after the readers' last request does not come from the writers.
    expect(await place.sql("select resource from change_outbox where actor like 'Application:%'")).toEqual([]);
    for (const [number, { events }] of readers.entries()) {
      const { account, rentals } = grounds[number] ?? first;
      assertChains(events);
      // A job may have written between the reader's start and the query of the last id.
      const from = Math.min(Number(begun.get(account) ?? 0), Number(events[0]?.id) - 1);
      const published = await place.sql(
        "select id::float8, type, record_id, changes from changes where account_id = $1 and id > $2 and id <= $3 order by id",
        [account, from, events.at(-1)?.id],
      );
      const told = new Set(events.map(({ id }) => id));
      expect(published.filter(({ id }) => !told.has(id))).toEqual([]);
      expect(events).toHaveLength(published.length);
      expect(new Set(events.map(({ account_id }) => account_id))).toEqual(new Set([account]));
      assertAnswers(
        events,
        writers.flatMap(({ written }) => written).filter((one) => one.account === account),
      );
      assertDates(events, rentals);
      expect(watchedEvents(events)).toEqual(await witnessed(place.server, account));
    }
    assertChains(narrow.events);
    const seen = new Set(narrow.events.map(({ resource }) => resource));
    expect(seen).toEqual(new Set(["rentals", "availabilities", "bookings"]));
    expect(JSON.stringify(narrow.events)).not.toMatch(/Note|for us alone|Guest/);
    expect(stranger.events).toEqual([]);
    await place.end();
  },
);
