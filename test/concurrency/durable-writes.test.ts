import { afterAll, beforeAll, expect, test } from "vitest";
import { connectionConfig, Database } from "../../src/database/database.ts";
import { FlushConnection } from "../../src/database/shared-flush.ts";
import { aDatabase, runSql, type TestDatabase } from "../harness/databases.ts";

// What `src/database` promises of a transaction that was answered, past everything above it.

let own: TestDatabase;
let database: Database;
let account: number;

beforeAll(async () => {
  own = await aDatabase();
  // The server of the tests waits for no disk.
  await runSql(own.owner, `alter database ${own.owner.database} set synchronous_commit = on`);
  database = new Database(own.application, { connections: 8 });
  database.onConnectionLost(() => undefined);
  const { rows } = await runSql(own.owner, "insert into accounts (business_name) values ('Durable') returning id::int");
  account = rows[0].id;
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

const insert = "insert into sources (account_id, name) values ($1, $2)";
const sourcesCalled = async (name: string): Promise<number> =>
  (await runSql(own.owner, "select id from sources where name = $1", [name])).rows.length;

/** Writes at the same time as others. @returns where the log stood before the commit */
const write = (name: string): Promise<string> =>
  database.within([account]).transaction(async (transaction) => {
    await transaction.run(insert, [account, name]);
    const row = await transaction.row<{ position: string }>("select pg_current_wal_insert_lsn()::text as position");
    return row?.position ?? "";
  });

test("what writes at the same time as others is on the disk when it is answered", async () => {
  for (let round = 0; round < 20; round++) {
    await Promise.all(
      Array.from({ length: 8 }, async (_, place) => {
        const position = await write(`durable ${round} ${place}`);
        const { rows } = await runSql(own.owner, "select pg_current_wal_flush_lsn() > $1::pg_lsn as flushed", [
          position,
        ]);
        expect(rows).toEqual([{ flushed: true }]);
      }),
    );
  }
});

test("nothing is said to be on the disk by a connection that has been lost meanwhile", async () => {
  const flush = new FlushConnection({ ...connectionConfig(own.application), application_name: "lost" });
  await flush.open();
  await flush.flushed();
  await runSql(own.owner, "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lost'");
  await expect(flush.flushed()).rejects.toThrow();
  expect(flush.isOpen).toBe(false);
});

test("those who wait for the disk at the same time wait for one flush, and for none that began before they came", async () => {
  const flush = new FlushConnection({ ...connectionConfig(own.application), application_name: "counted" });
  await flush.open();
  const done: string[] = [];
  const waiting = ["first", "second", "third"].map((name) => flush.flushed().then(() => done.push(name)));
  await flush.flushed();
  expect(done).toContain("first");
  await Promise.all(waiting);
  expect(done).toEqual(["first", "second", "third"]);
  await flush.close();
});

test("a commit that was sent behind a statement that fails commits nothing", async () => {
  const failing = database.within([account]).transaction(async (transaction) => {
    await Promise.all([
      transaction.run(insert, [account, "rolled back"]),
      transaction.run("select 1 / 0"),
      transaction.commit(),
    ]);
  });
  await expect(failing).rejects.toThrow("division by zero");
  expect(await sourcesCalled("rolled back")).toBe(0);
});

test("a statement behind the commit of its transaction is refused, and what was committed stays", async () => {
  const late = database.within([account]).transaction(async (transaction) => {
    await Promise.all([transaction.run(insert, [account, "committed"]), transaction.commit()]);
    await transaction.run(insert, [account, "too late"]);
  });
  await expect(late).rejects.toThrow("behind the commit");
  expect([await sourcesCalled("committed"), await sourcesCalled("too late")]).toEqual([1, 0]);
});

test("a transaction that begins along with its first question is one all the same", async () => {
  const work = database.within([account]).transaction(async (transaction) => {
    const row = await transaction.row<{ began: number }>("select txid_current()::int as began");
    await transaction.run(insert, [account, "begun together"]);
    const again = await transaction.row<{ began: number }>("select txid_current()::int as began");
    expect(again).toEqual(row);
    throw new Error("Given up.");
  }, "read, then write");
  await expect(work).rejects.toThrow("Given up.");
  expect(await sourcesCalled("begun together")).toBe(0);
});
