import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { Random } from "../concurrency/load.ts";
import { FeedReader } from "../events/feed-reader.ts";
import { watch } from "../events/witness.ts";
import { aDatabase, statementsOn, urlOf } from "../harness/databases.ts";
import { plainSettings, Service } from "../start/service.ts";
import { breakDatabase, brokenBuilds } from "./broken.ts";
import type { Evidence } from "./checks/check.ts";
import { checkAll } from "./checks/checks.ts";
import { Ledger } from "./ledger.ts";
import { watchMade } from "./made.ts";
import { type Market, makeMarkets } from "./market.ts";
import { book } from "./operations/book.ts";
import { cancel, change, move } from "./operations/change.ts";
import { addFee } from "./operations/fees.ts";
import { makeGuest, renameGuest } from "./operations/guests.ts";
import { payCash } from "./operations/payments.ts";
import { changePrice } from "./operations/prices.ts";
import { readOwn } from "./operations/reads.ts";
import { Persona } from "./persona.ts";
import { planOf } from "./plan.ts";
import { settle } from "./settle.ts";
import { SqlWriter } from "./sql-writer.ts";

/** A campaign in miniature: one process, one database, and a few operations in sequence. */
class SmallCampaign {
  readonly ledger = new Ledger();
  readonly market: Market;
  readonly persona: Persona;
  readonly #evidence: Pick<Evidence, "sql" | "owner" | "begun">;
  readonly #reader: FeedReader;
  #steps = 0;

  static async open(owner: Evidence["owner"], sql: Evidence["sql"], url: string): Promise<SmallCampaign> {
    const [market] = await makeMarkets({ owner, urls: [url] }, planOf(5, 1, []), 1);
    if (!market) throw new Error("no market was created");
    onTestFinished(() => market.receiver.close());
    await watch(owner);
    await watchMade(sql);
    const reader = new FeedReader(market.follower, new Random(5));
    await reader.start();
    const [row] = await sql.run<{ begun: number }>("select max(id)::int as begun from changes");
    return new SmallCampaign(market, { sql, owner, begun: row?.begun ?? 0 }, reader);
  }

  private constructor(market: Market, evidence: Pick<Evidence, "sql" | "owner" | "begun">, reader: FeedReader) {
    this.market = market;
    this.#evidence = evidence;
    this.#reader = reader;
    this.persona = new Persona(0, market, this.ledger);
  }

  /** Runs one operation of the client. */
  async does(operation: typeof book): Promise<void> {
    const marker = `c0-${++this.#steps}`;
    await operation.run({ persona: this.persona, random: new Random(this.#steps * 131), marker });
  }

  /** Inserts a booking by SQL, always on the same nights. */
  async writesBySql(number: number): Promise<void> {
    const { sql } = this.#evidence;
    await new SqlWriter(number, this.market, this.ledger, { sql, random: new Random(5) }).write(0);
  }

  /** Runs all checks. @returns the violations by subject */
  async violations(): Promise<Record<string, readonly string[]>> {
    this.market.receiver.heal();
    expect(await settle(this.#evidence.sql, 100, () => undefined)).toEqual([]);
    await this.#reader.stop();
    const received = new Map([[this.market, this.#reader.events]]);
    const { market, persona, ledger } = this;
    const evidence = { ...this.#evidence, markets: [market], personas: [persona], ledger, received, gatewayLedger: [] };
    const wrong = (await checkAll(evidence)).filter(({ violations }) => violations.length > 0);
    return Object.fromEntries(wrong.map(({ subject, violations }) => [subject, violations]));
  }
}

test.runIf(process.platform === "linux")(
  "the checks find no violation in a sound build, and detect each of three broken builds",
  async () => {
    const { owner, drop } = await aDatabase();
    onTestFinished(drop);
    const sql = statementsOn(owner);
    onTestFinished(() => sql.end());
    const plain = await plainSettings();
    const settings = {
      ...plain,
      DATABASE_URL: urlOf(owner),
      ROOST_SECRETS_KEY: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
      ROOST_PRIVATE_FETCH: "127.0.0.1",
    };
    let service = await new Service(settings).ready();
    const campaign = await SmallCampaign.open(owner, sql, `http://127.0.0.1:${plain.ROOST_HTTP_PORT}`);
    const sound = [
      makeGuest,
      renameGuest,
      changePrice,
      book,
      book,
      book,
      move,
      change,
      addFee,
      payCash,
      readOwn,
      cancel,
    ];
    for (const operation of sound) await campaign.does(operation);
    await campaign.writesBySql(1);
    await campaign.writesBySql(2);
    expect(campaign.ledger.tally("book by SQL")).toEqual({ asked: 2, done: 1, refused: 1 });
    expect(await campaign.violations()).toEqual({});

    await service.signal("SIGKILL");
    const preload = brokenBuilds.idempotency?.preload;
    service = await new Service({ ...settings, NODE_OPTIONS: `--import ${preload}` }).ready();
    const asking = campaign.does(makeGuest);
    const made = "select from clients where notes = 'c0-13'";
    while ((await sql.run(made)).length === 0) await wait(5);
    await service.signal("SIGKILL");
    service = await new Service(settings).ready();
    await asking;
    const twice = {
      "writes there once, or not at all": [expect.stringContaining("note a guest c0-13 is there 2 times")],
    };
    expect(await campaign.violations()).toEqual(twice);

    await breakDatabase(sql, brokenBuilds.constraint);
    await campaign.writesBySql(3);
    const found = await campaign.violations();
    expect(found["nights held once"]?.length).toBeGreaterThan(0);
    expect(Object.keys(found)).toContain("mirrors and money of bookings");

    await breakDatabase(sql, brokenBuilds.outbox);
    await campaign.does(change);
    const subjects = Object.keys(await campaign.violations());
    expect(subjects).toEqual(
      expect.arrayContaining(["changes as the database saw them", "records replayed from their history"]),
    );
    expect(await service.signal("SIGTERM")).toEqual({ code: 0, signal: null });
  },
  // Takes ten seconds on an idle machine.
  400_000,
);
