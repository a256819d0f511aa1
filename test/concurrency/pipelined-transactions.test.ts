import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { Database } from "../../src/database/connect/database.ts";
import type { Transaction } from "../../src/database/sql/transaction.ts";
import { aDatabase, runSql, type TestDatabase } from "../harness/databases.ts";

// Guarantees of `src/database` for transactions with pipelined statements.

let own: TestDatabase;
let database: Database;
let account: number;

beforeAll(async () => {
  own = await aDatabase();
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

test("a pipelined commit after a failed statement commits nothing", async () => {
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

test("refuses a statement sent after its transaction's commit and keeps the committed rows", async () => {
  const late = database.within([account]).transaction(async (transaction) => {
    await Promise.all([transaction.run(insert, [account, "committed"]), transaction.commit()]);
    await transaction.run(insert, [account, "too late"]);
  });
  await expect(late).rejects.toThrow("sent after its transaction's commit");
  expect([await sourcesCalled("committed"), await sourcesCalled("too late")]).toEqual([1, 0]);
});

test("a transaction that begins with its first statement is atomic", async () => {
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

test("pipelined statements report the error of the first that failed", async () => {
  const failing = database.within([account]).transaction(async (transaction) => {
    const failed = transaction.read({ text: "select 1 / 0" }, []);
    const behind = transaction.run("select 1");
    // The second failure arrives first, because fewer promises precede it.
    await Promise.all([failed.then((rows) => rows).then((rows) => rows), behind]);
  });
  await expect(failing).rejects.toThrow("division by zero");
});

test("a transaction that fails to begin with its first statement writes nothing", async () => {
  const one = new Database(own.application, { connections: 1 });
  onTestFinished(() => one.close());
  const scope = one.within([account]);
  await scope.read({ text: "select 1" }, []);
  // The connection's prepared name "begin" is already taken: beginning fails, but the following statements do not.
  await scope.read({ text: 'prepare "begin" (integer) as select $1' }, []);
  const work = scope.transaction(async (transaction) => {
    await transaction.row<{ asked: number }>("select 1::int as asked");
    await transaction.run(insert, [account, "standing alone"]);
  }, "read, then write");
  await expect(work).rejects.toThrow("already exists");
  expect(await sourcesCalled("standing alone")).toBe(0);
});

test("work that continues after a rollback writes nothing", async () => {
  const goesOn = Promise.withResolvers<void>();
  const straggler = Promise.withResolvers<void>();
  const failing = database.within([account]).transaction((transaction) => {
    const late = async (): Promise<void> => {
      await goesOn.promise;
      await transaction.run(insert, [account, "straggling"]);
    };
    late().then(straggler.resolve, straggler.reject);
    return transaction.run("select 1 / 0");
  });
  await expect(failing).rejects.toThrow("division by zero");
  goesOn.resolve();
  await expect(straggler.promise).rejects.toThrow("division by zero");
  expect(await sourcesCalled("straggling")).toBe(0);
});

test("statements in flight are rolled back with failed work", async () => {
  const given = async (transaction: Transaction): Promise<void> => {
    const [sent] = await Promise.allSettled([transaction.run(insert, [account, "prepared"])]);
    expect(sent.status).toBe("fulfilled");
    transaction.run(insert, [account, "sent before"]).catch(() => undefined);
    throw new Error("Given up.");
  };
  const one = new Database(own.application, { connections: 1 });
  onTestFinished(() => one.close());
  await expect(one.within([account]).transaction(given)).rejects.toThrow("Given up.");
  await expect(one.within([account]).transaction(given)).rejects.toThrow("Given up.");
  expect([await sourcesCalled("prepared"), await sourcesCalled("sent before")]).toEqual([0, 0]);
});
