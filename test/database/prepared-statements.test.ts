import { execFile } from "node:child_process";
import { promisify } from "node:util";
import pg from "pg";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { pipelineOf } from "../../src/database/sql/pipeline.ts";
import { composed, constant, type Statement } from "../../src/database/sql/statement.ts";
import { StatementRun, statementChannel } from "../../src/database/sql/statement-channel.ts";
import { loginOf } from "../access/services.ts";
import type { ApiClient, Json } from "../harness/client.ts";
import { aBooking, aRental } from "../harness/factories.ts";
import { onCluster, ownerOf } from "../harness/own-objects.ts";
import { useService } from "../harness/service.ts";

// The statements decide which of them stay prepared, not their order of arrival.

const service = useService({ connections: 1 });

/** More statements than a connection keeps prepared. */
const flood = 900;
/** The limit for a connection's prepared statements. */
const maxPrepared = 800;

const isPrepared = { text: "select name from pg_prepared_statements" };

describe("a connection", () => {
  let client: pg.Client;

  beforeEach(async () => {
    client = new pg.Client({ ...(await loginOf(service)), pipeline: true });
    await client.connect();
    onTestFinished(() => client.end());
  });

  const run = (statement: Statement, values: readonly unknown[] = []) => pipelineOf(client).send(statement, values);
  const prepared = async () => (await run(isPrepared)).rows.map(([name]) => name);

  test("keeps the code's statements prepared, however many statements requests compose", async () => {
    const written = Array.from({ length: 300 }, (_, number) => constant(`select ${number} as written`));
    for (const statement of written) await run(statement);
    for (let number = 0; number < flood; number++) await run(composed(`select ${number} as composed`));
    const names = await prepared();
    expect(names).toEqual(expect.arrayContaining(written.map(({ name }) => name)));
    expect(names.length).toBeLessThan(maxPrepared);
  });

  test("keeps a composed statement prepared while it is used", async () => {
    const hot = composed("select $1::text as hot");
    for (let number = 0; number < flood; number++) {
      await run(composed(`select ${number} as composed`));
      await run(hot, ["a"]);
    }
    const [since] = (await run({ text: "select min(prepare_time) from pg_prepared_statements" })).rows[0] ?? [];
    const [own] =
      (await run({ text: "select prepare_time from pg_prepared_statements where name = $1" }, [hot.name])).rows[0] ??
      [];
    expect(own).toBe(since);
  });

  test("prepares an evicted statement again, even while others are pipelined", async () => {
    const first = composed("select $1::integer as first");
    expect((await run(first, [1])).rows).toEqual([["1"]]);
    for (let round = 0; round < 3; round++) {
      const others = Array.from({ length: 300 }, (_, number) =>
        run(composed(`select ${round * 300 + number} as number`)),
      );
      const between = run(first, [round]);
      const later = Array.from({ length: 300 }, (_, number) =>
        run(composed(`select ${-round * 300 - number} as minus`)),
      );
      expect((await between).rows).toEqual([[String(round)]]);
      expect((await run(first, [[round + 1].join()])).rows).toEqual([[String(round + 1)]]);
      await Promise.all([...others, ...later]);
    }
    expect((await prepared()).length).toBeLessThan(maxPrepared);
  });

  test("stays within its limit when statements fail, also within a failed transaction", async () => {
    await run({ text: "begin" });
    for (let number = 0; number < flood; number++)
      await expect(run(composed(`select ${number} / $1::integer`), [0])).rejects.toThrow();
    await run({ text: "rollback" });
    for (let number = 0; number < flood; number++)
      await expect(run(composed(`select ${number} / $1::integer`), [0])).rejects.toMatchObject({ code: "22012" });
    expect((await prepared()).length).toBeLessThan(maxPrepared);
    expect((await run(composed("select 1 / $1::integer"), [1])).rows).toEqual([["1"]]);
  });
});

/** Collects the statements sent from now on. */
function statementsSent(): Statement[] {
  const sent: Statement[] = [];
  const start = (run: unknown): void => {
    if (run instanceof StatementRun) sent.push(run.statement);
  };
  statementChannel.start.subscribe(start);
  onTestFinished(() => {
    statementChannel.start.unsubscribe(start);
  });
  return sent;
}

/** Changes a rental many times, each time with a different set of attributes. */
async function changesOfRental(client: ApiClient, { id }: Json, count: number): Promise<void> {
  const values = { permit_number: "1", floor: "1", city: "Aix", state: "1" };
  const numbers = { position: 1, downpayment: 1, balance_due: 1, checkin_end_time: 1 };
  const attributes = Object.entries({ ...values, ...numbers });
  for (let set = 1; set <= count; set++) {
    const chosen = attributes.filter((_, bit) => set & (1 << bit));
    const { status } = await client.put(`/rentals/${id}`, { rentals: [Object.fromEntries(chosen)] });
    expect(status, String(chosen)).toBe(200);
  }
}

// A cluster plans each statement for its account, so statements are unnamed.
test.skipIf(onCluster())(
  "prepares every statement of a creation, a list and a token after 2,000 others, and keeps the code's own prepared",
  async () => {
    const client = await service.aClient(await service.anAccount());
    const rental = await aRental(client);
    let day = 1;
    const ask = async (): Promise<void> => {
      const nights = { start_at: `2090-02-0${day}`, end_at: `2090-02-0${++day}`, initial_price: "120.00" };
      await aBooking(client, rental, nights);
      expect((await client.get("/bookings")).status).toBe(200);
    };
    await ask();
    const prepared = async () => (await service.database.read(isPrepared, [])).map(([name]) => name);
    const before = await prepared();
    await changesOfRental(client, rental, 170);
    const scope = service.database.within([Number(client.account)]);
    for (let number = 0; number < 2000; number++) await scope.read(composed(`select ${number} as composed`), []);
    const after = await prepared();
    expect(after.length).toBeLessThan(maxPrepared);

    // The changes made the rental's prices stale, so they are read once more.
    await ask();
    const sending = statementsSent();
    await ask();
    const sent = [...sending];
    expect(sent.filter(({ name }) => name === undefined)).toEqual([]);
    expect(sent.map(({ text }) => /^\s*(insert into bookings|with asked)/.exec(text)?.[1])).toEqual(
      expect.arrayContaining(["insert into bookings", "with asked"]),
    );
    const written = sent.filter(({ name = "", isComposed }) => !isComposed && before.includes(name));
    expect(written.length).toBeGreaterThan(5);
    expect(after).toEqual(expect.arrayContaining(written.map(({ name }) => name)));
    // Tokens are verified on connections whose commits do not wait for the disk.
    const names = new Set([...(await prepared()), ...(await service.database.counting.read(isPrepared, [])).flat()]);
    expect(sent.filter(({ name = "" }) => !names.has(name))).toEqual([]);
  },
);

test.skipIf(onCluster())("plans a numbered page of a long list once for all page numbers", async () => {
  const account = await service.anAccount();
  const client = await service.aClient(account);
  const owner = new pg.Client({ ...(await ownerOf(service)) });
  await owner.connect();
  onTestFinished(() => owner.end());
  const guests = "select $1::bigint, 'Guest ' || number from generate_series(1, 5000) as number";
  await owner.query(`insert into clients (account_id, fullname) ${guests}`, [account]);
  await owner.query("analyze clients");
  const sending = statementsSent();
  for (let page = 2; page < 12; page++) {
    const { status } = await client.get(`/clients?per_page=20&page=${page}`);
    expect(status).toBe(200);
  }
  const [name] = sending.flatMap(({ text, name = "" }) => (/ from clients .*offset/s.test(text) ? [name] : []));
  const plans = "select generic_plans, custom_plans from pg_prepared_statements where name = $1";
  // PostgreSQL plans the first five runs for their values.
  expect(await service.database.read({ text: plans }, [name])).toEqual([["5", "5"]]);
});

test("a statement has the same name in every process: its operation, table and digest, in at most 63 bytes", async () => {
  const texts = [
    "insert into bookings (account_id) values ($1)",
    "update bookings set a = 1",
    `with a as (select 1) select * from ${"a_long_name_of_a_table".repeat(5)}`,
    "commit",
  ];
  const script = `
    const { constant } = await import(${JSON.stringify(new URL("../../src/database/sql/statement.ts", import.meta.url).href)});
    console.log(JSON.stringify(${JSON.stringify(texts)}.toReversed().map((text) => constant(text).name)));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script]);
  const names = texts.map((text) => constant(text).name ?? "");
  expect(JSON.parse(stdout)).toEqual(names.toReversed());
  expect(names.map((name) => name.replace(/ \S+$/, ""))).toEqual([
    "INSERT bookings",
    "UPDATE bookings",
    expect.stringMatching(/^SELECT a_long_name/),
    "COMMIT",
  ]);
  for (const name of names) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(63);
});
