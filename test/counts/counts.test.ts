import pg from "pg";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import type { ServerAddress } from "../../src/database/address.ts";
import { Random } from "../concurrency/load.ts";
import { aDatabase, type TestDatabase } from "../harness/databases.ts";
import { seed } from "../harness/seed.ts";
import { type Asked, toldAndCounted } from "./totals.ts";
import { aPlace, erase, happen, type Place } from "./traffic.ts";

/** Numbers of records (decision 0048): in whatever snapshot, what is kept is what count(*) finds. */
let database: TestDatabase;
beforeAll(async () => {
  database = await aDatabase();
  return () => database.drop();
});

async function connected(address: ServerAddress): Promise<pg.Client> {
  const client = new pg.Client({ ...address });
  await client.connect();
  // What waits for somebody else's row longer than anybody works would wait for ever.
  await client.query("set lock_timeout = '20s'");
  onTestFinished(() => client.end());
  return client;
}

const fold = (client: pg.Client) => client.query<{ notes: string }>("select fold_record_counts() as notes");

const moments = ["1900-01-01T00:00:00Z", "2999-12-31T23:59:59Z"];

/** Every list that is counted, by each way of asking for it. */
function everyList(accounts: readonly number[]): Asked[] {
  const today = new Date().toISOString().slice(0, 10);
  const lists: Asked[] = ["clients", "bookings_fees", "booking_comments", "conversations"].map((resource) => ({
    resource,
    accounts,
  }));
  for (const ofAccount of [true, false]) lists.push({ resource: "messages", accounts, ofAccount });
  for (const from of [
    undefined,
    ...moments,
    `${today}T00:00:00Z`,
    `${today}T11:00:00Z`,
    `${today.slice(0, 8)}01T00:00:00Z`,
  ])
    for (const canceled of [undefined, "true", "false"]) {
      const parameters = { ...(from && { from }), ...(canceled && { include_canceled: canceled }) };
      lists.push({ resource: "bookings", accounts, parameters });
    }
  return lists;
}

/** Reads every list in one snapshot. @returns how many rows they told in all */
async function read(client: pg.Client, accounts: readonly number[]): Promise<number> {
  let rows = 0;
  await client.query("begin isolation level repeatable read");
  await client.query("select set_config('roost.accounts', $1, true)", [`{${accounts}}`]);
  for (const asked of everyList(accounts)) {
    const { told, counted } = await toldAndCounted(client, asked);
    expect(told, JSON.stringify(asked)).toEqual(counted);
    rows += told.total;
  }
  await client.query("commit");
  return rows;
}

/** Two accounts, and what reads each of them and both. */
async function places(): Promise<{ both: Place[]; reach: number[][] }> {
  const owner = await connected(database.owner);
  const both = [await aPlace(owner), await aPlace(owner)];
  const accounts = both.map(({ account }) => account);
  return { both, reach: [...accounts.map((account) => [account]), accounts] };
}

test("in every snapshot lists tell what counting finds, whoever writes, erases and puts together meanwhile", async () => {
  const { both, reach } = await places();
  let working = true;
  const writers = [1, 2, 3, 4].map(async (number) => {
    const [client, random] = [await connected(database.application), new Random(seed + number)];
    for (let times = 0; times < 70; times++) await happen(client, random, both);
  });
  const eraser = (async () => {
    const [owner, random] = [await connected(database.owner), new Random(seed)];
    for (let times = 0; times < 70; times++) await erase(owner, random, both);
  })();
  const folders = [1, 2].map(async () => {
    const client = await connected(database.application);
    while (working) {
      await fold(client);
      await client.query("select expire_holds()");
    }
  });
  const readers = reach.map(async (accounts) => {
    const client = await connected(database.application);
    while (working) await read(client, accounts);
  });
  const ended = Promise.all([...writers, eraser]).finally(() => {
    working = false;
  });
  const all = await Promise.allSettled([ended, ...folders, ...readers]);
  expect(all.flatMap((one) => (one.status === "rejected" ? [one.reason] : []))).toEqual([]);

  const client = await connected(database.application);
  // Holds that expire between the two looks would be a difference, too.
  const owner = await connected(database.owner);
  await owner.query(
    "update bookings set tentative_expires_at = now() - interval '1 second' where tentative_expires_at > now()",
  );
  const before = await Promise.all(
    reach.map(async (accounts) => read(await connected(database.application), accounts)),
  );
  while (Number((await fold(client)).rows[0]?.notes) > 0);
  const after = await Promise.all(reach.map(async (accounts) => read(await connected(database.application), accounts)));
  expect(Math.min(...before)).toBeGreaterThan(100);
  expect(after).toEqual(before);
});

test("writers of one account wait neither for each other nor for what puts their notes together", async () => {
  const { both } = await places();
  const [{ account }] = [both[0] ?? { account: 0 }];
  const [one, other, folder] = [
    await connected(database.application),
    await connected(database.application),
    await connected(database.application),
  ];
  for (const client of [one, other, folder]) {
    await client.query("set lock_timeout = '1s'");
    await client.query("select set_config('roost.accounts', $1, false)", [`{${account}}`]);
  }
  await one.query("insert into clients (account_id, fullname) values ($1, 'Before')", [account]);
  const add = (client: pg.Client) =>
    client.query("insert into clients (account_id, fullname) values ($1, 'Guest')", [account]);
  const seen = async (client: pg.Client) =>
    (await toldAndCounted(client, { resource: "clients", accounts: [account] })).told.total;
  for (const client of [one, other]) {
    await client.query("begin");
    await add(client);
  }
  // The folder holds what it has put together, and has not committed.
  await folder.query("begin");
  expect(Number((await fold(folder)).rows[0]?.notes)).toBeGreaterThan(0);
  await Promise.all([add(one), add(other)]);
  expect([await seen(one), await seen(other), await seen(folder)]).toEqual([4, 4, 2]);
  await one.query("commit");
  expect([await seen(one), await seen(other), await seen(folder)]).toEqual([4, 6, 4]);
  await other.query("rollback");
  await folder.query("commit");
  expect([await seen(one), await seen(other), await seen(folder)]).toEqual([4, 4, 4]);
});

test("rows that one statement makes are one note, and an update that changes no number makes none", async () => {
  const { both } = await places();
  const account = both[0]?.account ?? 0;
  const owner = await connected(database.owner);
  const notes = async (): Promise<unknown[]> =>
    (
      await owner.query(
        "select counted, change::integer from record_count_changes where account_id = $1 and counted = 'clients' order by id",
        [account],
      )
    ).rows;
  while (Number((await fold(owner)).rows[0]?.notes) > 0);
  await owner.query("insert into clients (account_id, fullname) select $1, 'Guest' from generate_series(1, 1000)", [
    account,
  ]);
  await owner.query("update clients set fullname = 'Another name' where account_id = $1", [account]);
  expect(await notes()).toEqual([{ counted: "clients", change: 1000 }]);
});

test("what is emptied is counted from nothing", async () => {
  const { both } = await places();
  const account = both[0]?.account ?? 0;
  const owner = await connected(database.owner);
  await owner.query("begin");
  await owner.query("select set_config('roost.accounts', $1, true)", [`{${account}}`]);
  await owner.query("truncate clients cascade");
  await owner.query("insert into clients (account_id, fullname) values ($1, 'The first')", [account]);
  const { told, counted } = await toldAndCounted(owner, { resource: "clients", accounts: [account] });
  expect([told, counted]).toEqual([counted, { total: 1, withHidden: undefined }]);
  await owner.query("rollback");
});

test("notes of a closed account stay where they are, for its eraser", async () => {
  const { both } = await places();
  const account = both[0]?.account ?? 0;
  const owner = await connected(database.owner);
  const left = async (): Promise<number> =>
    (await owner.query("select from record_count_changes where account_id = $1", [account])).rowCount ?? 0;
  await owner.query("insert into clients (account_id, fullname) values ($1, 'Guest')", [account]);
  await owner.query("update accounts set closed_at = now() where id = $1", [account]);
  while (Number((await fold(owner)).rows[0]?.notes) > 0);
  expect(await left()).toBeGreaterThan(0);
  await owner.query("update accounts set closed_at = null where id = $1", [account]);
  while (Number((await fold(owner)).rows[0]?.notes) > 0);
  expect(await left()).toBe(0);
});
