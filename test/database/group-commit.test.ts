import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { Database } from "../../src/database/database.ts";
import { gathered } from "../../src/database/gathered.ts";
import { type GroupMember, NeedsOwnTransaction } from "../../src/database/group-commit.ts";
import type { Transaction } from "../../src/database/transaction.ts";
import { aDatabase, runSql, type TestDatabase } from "../harness/databases.ts";

// Decision 0080: what shares a commit is done as if each piece of work had a transaction of its own, or not at all.

let own: TestDatabase;
let database: Database;
let account: number;

beforeAll(async () => {
  own = await aDatabase();
  database = new Database(own.application, { connections: 2 });
  database.onConnectionLost(() => undefined);
  const { rows } = await runSql(own.owner, "insert into accounts (business_name) values ('Shared') returning id::int");
  account = rows[0].id;
});
beforeEach(() => runSql(own.owner, "delete from sources; delete from change_outbox"));
afterAll(async () => {
  await database.close();
  await own.drop();
});

const insert = "insert into sources (account_id, name) values ($1, $2)";

/** Stores a source once all are ready. @returns its name */
const storing =
  (name: string, before?: (transaction: Transaction) => unknown, after?: (transaction: Transaction) => unknown) =>
  async (transaction: Transaction): Promise<string> => {
    await before?.(transaction);
    await transaction.group?.ready();
    const stored = transaction.run(insert, [account, name]);
    await after?.(transaction);
    await stored;
    return name;
  };

const member = (name: string, work: GroupMember<string>["work"]): GroupMember<string> => ({
  cause: { actor: "Application:1", requestId: `request of ${name}` },
  work,
});

/** Does the work of all in one transaction. */
const together = (works: Readonly<Record<string, GroupMember<string>["work"]>>) =>
  database.within([account]).together(Object.entries(works).map(([name, work]) => member(name, work)));

/** The names of the sources that are stored, and how many transactions they came from. */
async function stored(): Promise<{ names: string[]; transactions: number }> {
  const { rows } = await runSql(own.owner, "select name, xmin::text from sources order by name");
  return { names: rows.map(({ name }) => name), transactions: new Set(rows.map(({ xmin }) => xmin)).size };
}

/** On behalf of which request each source is noted as made. */
async function requests(): Promise<string[]> {
  const { rows } = await runSql(
    own.owner,
    "select request_id, changes #>> '{name,1}' as name from change_outbox where resource = 'sources' and operation = 'created'",
  );
  return rows.map(({ request_id, name }) => `${name}: ${request_id}`).toSorted();
}

const done = (value: string) => ({ status: "fulfilled", value });
const fail = (): never => {
  throw new Error("Given up.");
};

test("several pieces of work are committed by one transaction, each on behalf of its own request", async () => {
  expect(await together({ a: storing("a"), b: storing("b"), c: storing("c") })).toEqual(["a", "b", "c"].map(done));
  expect(await stored()).toEqual({ names: ["a", "b", "c"], transactions: 1 });
  expect(await requests()).toEqual(["a", "b", "c"].map((name) => `${name}: request of ${name}`));
});

test("who writes several times, in turns with the others, writes on its own behalf each time", async () => {
  const twice = (name: string) =>
    storing(name, undefined, async (transaction) => {
      await transaction.row("select 1 as one");
      await transaction.run(insert, [account, `${name} again`]);
    });
  await together({ a: twice("a"), b: twice("b") });
  expect(await requests()).toEqual([
    ...["a again: request of a", "a: request of a"],
    ...["b again: request of b", "b: request of b"],
  ]);
});

describe("a piece of work that fails", () => {
  test("before it is ready leaves the others, who are committed", async () => {
    expect(await together({ a: storing("a"), b: storing("b", fail), c: storing("c") })).toEqual([
      done("a"),
      undefined,
      done("c"),
    ]);
    expect(await stored()).toEqual({ names: ["a", "c"], transactions: 1 });
  });

  test("as the last that checks does not keep the others waiting", async () => {
    const slowly = async (transaction: Transaction): Promise<void> => {
      await transaction.row("select 1 as one");
      fail();
    };
    expect(await together({ a: storing("a"), b: storing("b", slowly) })).toEqual([done("a"), undefined]);
  });

  test("when all have begun to write undoes all of it", async () => {
    await expect(together({ a: storing("a"), b: storing("b", undefined, fail) })).rejects.toThrow("rolled back");
    expect((await stored()).names).toEqual([]);
  });

  test("after it has asked for the commit, which others have not, undoes all of it", async () => {
    const commits = async (transaction: Transaction): Promise<void> => {
      void transaction.commit().catch(() => undefined);
      fail();
    };
    const asks = (transaction: Transaction) => transaction.row("select 1 as one");
    await expect(together({ a: storing("a", undefined, commits), b: storing("b", undefined, asks) })).rejects.toThrow(
      "rolled back",
    );
    expect((await stored()).names).toEqual([]);
  });

  test("at a statement, before the others are ready, leaves nothing of anybody", async () => {
    const refused = (transaction: Transaction) => transaction.row("select 1 / 0 as none");
    await expect(together({ a: storing("a"), b: storing("b", refused) })).rejects.toThrow();
    expect((await stored()).names).toEqual([]);
  });

  test("at a statement behind which the commit was sent leaves nothing of anybody", async () => {
    const committing = (name: string, text: string) => async (transaction: Transaction) => {
      await transaction.group?.ready();
      await Promise.all([transaction.run(text, [account, name]), transaction.commit()]);
      return name;
    };
    const refused = "insert into sources (account_id, name) values ($1, left($2::text, 0 / (length($2::text) - 1)))";
    await expect(together({ a: committing("a", insert), b: committing("b", refused) })).rejects.toThrow(
      "division by zero",
    );
    expect((await stored()).names).toEqual([]);
  });

  test("once everything is committed has failed alone: nothing is undone, and nothing is to be done again", async () => {
    const late = async (transaction: Transaction): Promise<void> => {
      await transaction.commit();
      fail();
    };
    const commits = (transaction: Transaction) => transaction.commit();
    expect(await together({ a: storing("a", undefined, late), b: storing("b", undefined, commits) })).toEqual([
      { status: "rejected", reason: new Error("Given up.") },
      done("b"),
    ]);
    expect((await stored()).names).toEqual(["a", "b"]);
  });
});

test("who writes before all are ready writes nothing, and is left to a transaction of its own", async () => {
  let reason: unknown;
  const early = async (transaction: Transaction): Promise<string> => {
    await transaction.run(insert, [account, "early"]).catch((error: unknown) => {
      reason = error;
      throw error;
    });
    return "early";
  };
  expect(await together({ early, a: storing("a") })).toEqual([undefined, done("a")]);
  expect(reason).toBeInstanceOf(NeedsOwnTransaction);
  expect((await stored()).names).toEqual(["a"]);
});

test("a group of which nobody gets ready writes nothing, and its connection serves others", async () => {
  expect(await together({ a: storing("a", fail), b: storing("b", fail) })).toEqual([undefined, undefined]);
  const rows = await database.within([account]).read({ text: "select count(*) from sources" }, []);
  expect(rows).toEqual([["0"]]);
});

test("a connection that breaks under a group is told as that, and is not used again", async () => {
  const breaks = (transaction: Transaction) =>
    transaction.row("select pg_terminate_backend(pg_backend_pid()) as gone").catch(() => fail());
  await expect(together({ a: storing("a"), b: storing("b", undefined, breaks) })).rejects.toThrow();
  expect((await stored()).names).toEqual([]);
  expect(await together({ c: storing("c") })).toEqual([done("c")]);
});

test("where a connection breaks at the commit all are told so: it may be done, and nothing is to be done again", async () => {
  await runSql(
    own.owner,
    `create function break_connection() returns trigger language plpgsql security definer as $$ begin
       perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1); return null;
     end $$;
     create constraint trigger breaks after insert on sources deferrable initially deferred for each row execute function break_connection()`,
  );
  onTestFinished(async () => {
    await runSql(own.owner, "drop trigger breaks on sources; drop function break_connection()");
  });
  const broken = { status: "rejected", reason: expect.objectContaining({ code: "57P01" }) };
  expect(await together({ a: storing("a"), b: storing("b") })).toEqual([broken, broken]);
});

test("a lock that somebody else keeps fails a group at once, and is not waited for", async () => {
  const holder = new pg.Client(own.owner);
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query("begin");
  await holder.query("select from accounts where id = $1 for update", [account]);
  await expect(together({ a: storing("a"), b: storing("b") })).rejects.toMatchObject({ cause: { code: "55P03" } });
  await holder.query("rollback");
  expect(await together({ a: storing("a"), b: storing("b") })).toEqual(["a", "b"].map(done));
});

test("what is looked up in one turn is looked up at once, and each is answered what it has asked", async () => {
  const asked: (readonly number[])[] = [];
  const doubled = gathered(async (transaction: Transaction, questions: readonly [number, ...number[]]) => {
    asked.push([...questions]);
    const rows = await transaction.rows<{ doubled: number }>(
      "select number * 2 as doubled from unnest($1::integer[]) with ordinality as asked (number, place) order by place",
      [`{${questions.join(",")}}`],
    );
    return (_question, index) => rows[index]?.doubled;
  });
  const asking = (number: number) => async (transaction: Transaction) => `${await doubled(transaction, number)}`;
  expect(await together({ a: asking(4), b: asking(2), c: asking(4) })).toEqual(["8", "4", "8"].map(done));
  expect(asked).toEqual([[4, 2, 4]]);
  // Alone, each is asked by itself.
  const alone = database
    .within([account])
    .transaction((transaction) => Promise.all([doubled(transaction, 1), doubled(transaction, 3)]));
  expect(await alone).toEqual([2, 6]);
  expect(asked.slice(1)).toEqual([[1], [3]]);
});
