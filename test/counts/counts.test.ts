import { beforeAll, expect, test } from "vitest";
import { sqlState } from "../../src/database/sql/errors.ts";
import { Random } from "../concurrency/load.ts";
import { aDatabase, type TestDatabase } from "../harness/databases.ts";
import { onCluster } from "../harness/own-objects.ts";
import { ScopedConnection } from "../harness/scoped-connection.ts";
import { seed } from "../harness/seed.ts";
import { type ListQuery, storedAndCounted } from "./totals.ts";
import { aBusiness, type Business, erase, happen } from "./traffic.ts";

/** Record counts (docs/design/response-cache.md): in every snapshot, the stored count equals count(*). */
let database: TestDatabase;
beforeAll(async () => {
  database = await aDatabase();
  return () => database.drop();
});

const asApplication = (accounts: readonly number[] = []) => ScopedConnection.open(database.application, accounts);
const asOwner = () => ScopedConnection.open(database.owner, [], "owner");

/** Folds count changes. @returns how many */
async function fold(client: ScopedConnection): Promise<number> {
  const [row] = await client.query("select fold_record_counts() as notes");
  return Number(row?.notes);
}

async function foldAll(client: ScopedConnection): Promise<void> {
  while ((await fold(client)) > 0);
}

/**
 * On a cluster, retries after a deadlock like the service: these writes do not lock the rentals first, and each lock is a round trip to
 * a worker.
 */
async function despiteDeadlocks(work: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      if (!onCluster() || sqlState(error) !== "40P01") throw error;
    }
  }
}

const moments = ["1900-01-01T00:00:00Z", "2999-12-31T23:59:59Z"];

/** Every counted list, with each kind of query. */
function everyList(accounts: readonly number[]): ListQuery[] {
  const today = new Date().toISOString().slice(0, 10);
  const lists: ListQuery[] = ["clients", "bookings_fees", "booking_comments", "conversations"].map((resource) => ({
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
      // As the parameter binds a time: the house's reading, and no instant.
      const parameters = { ...(from && { from: `{${from},null}` }), ...(canceled && { include_canceled: canceled }) };
      lists.push({ resource: "bookings", accounts, parameters });
    }
  return lists;
}

/** Reads every list in one snapshot. @returns the total of all reported counts */
async function read(client: ScopedConnection, accounts: readonly number[]): Promise<number> {
  let rows = 0;
  await client.enter(accounts);
  await client.begin("repeatable read");
  for (const query of everyList(accounts)) {
    const { stored, counted } = await storedAndCounted(client, query);
    expect(stored, JSON.stringify(query)).toEqual(counted);
    rows += stored.total;
  }
  await client.commit();
  return rows;
}

/** Two accounts, and the scopes that read each of them and both. */
async function businesses(): Promise<{ both: Business[]; reach: number[][] }> {
  const owner = await asOwner();
  const both = [await aBusiness(owner), await aBusiness(owner)];
  const accounts = both.map(({ account }) => account);
  return { both, reach: [...accounts.map((account) => [account]), accounts] };
}

test("reports counts equal to count(*) in every snapshot during concurrent writes, erasures and folding", async () => {
  const { both, reach } = await businesses();
  let working = true;
  const writers = [1, 2, 3, 4].map(async (number) => {
    const [client, random] = [await asApplication(), new Random(seed + number)];
    for (let times = 0; times < 70; times++) await despiteDeadlocks(() => happen(client, random, both));
  });
  const eraser = (async () => {
    const [owner, random] = [await asOwner(), new Random(seed)];
    for (let times = 0; times < 70; times++) await despiteDeadlocks(() => erase(owner, random, both));
  })();
  const folders = [1, 2].map(async () => {
    const client = await asApplication();
    while (working) {
      await fold(client);
      await despiteDeadlocks(() => client.query("select expire_holds()"));
    }
  });
  // Accounts on two cluster workers share no snapshot, so read each separately.
  const inOneSnapshot = onCluster() ? reach.filter(({ length }) => length === 1) : reach;
  const readers = inOneSnapshot.map(async (accounts) => {
    const client = await asApplication();
    while (working) await read(client, accounts);
  });
  const ended = Promise.all([...writers, eraser]).finally(() => {
    working = false;
  });
  const all = await Promise.allSettled([ended, ...folders, ...readers]);
  expect(all.flatMap((one) => (one.status === "rejected" ? [one.reason] : []))).toEqual([]);

  const client = await asApplication();
  // Holds that expire between the two reads would also differ.
  const owner = await asOwner();
  await owner.query(
    "update bookings set tentative_expires_at = now() - interval '1 second' where tentative_expires_at > now()",
  );
  const before = await Promise.all(reach.map(async (accounts) => read(await asApplication(), accounts)));
  await foldAll(client);
  const after = await Promise.all(reach.map(async (accounts) => read(await asApplication(), accounts)));
  expect(Math.min(...before)).toBeGreaterThan(100);
  expect(after).toEqual(before);
});

test("lets writers of one account proceed without waiting for each other or for folding", async () => {
  const { both } = await businesses();
  const [{ account }] = [both[0] ?? { account: 0 }];
  // If one waited for another, it would wait until its statement timeout.
  const [one, other, folder] = [
    await asApplication([account]),
    await asApplication([account]),
    await asApplication([account]),
  ];
  await one.query("insert into clients (account_id, fullname) values ($1, 'Before')", [account]);
  const add = (client: ScopedConnection) =>
    client.query("insert into clients (account_id, fullname) values ($1, 'Guest')", [account]);
  const seen = async (client: ScopedConnection) =>
    (await storedAndCounted(client, { resource: "clients", accounts: [account] })).stored.total;
  for (const client of [one, other]) {
    await client.begin();
    await add(client);
  }
  // The folder has folded but not committed.
  await folder.begin();
  expect(await fold(folder)).toBeGreaterThan(0);
  await Promise.all([add(one), add(other)]);
  expect([await seen(one), await seen(other)]).toEqual([4, 4]);
  // On a cluster, a transaction that wrote rows as the owner cannot read them as the application.
  if (!onCluster()) expect(await seen(folder)).toBe(2);
  await one.commit();
  expect([await seen(one), await seen(other)]).toEqual([4, 6]);
  if (!onCluster()) expect(await seen(folder)).toBe(4);
  await other.rollback();
  await folder.commit();
  expect([await seen(one), await seen(other), await seen(folder)]).toEqual([4, 4, 4]);
});

test("records one count change per statement and none for an update that changes no count", async () => {
  const { both } = await businesses();
  const account = both[0]?.account ?? 0;
  const owner = await asOwner();
  const notes = (): Promise<unknown[]> =>
    owner.query(
      "select counted, change::integer from record_count_changes where account_id = $1 and counted = 'clients' order by id",
      [account],
    );
  await foldAll(owner);
  await owner.query("insert into clients (account_id, fullname) select $1, 'Guest' from generate_series(1, 1000)", [
    account,
  ]);
  await owner.query("update clients set fullname = 'Another name' where account_id = $1", [account]);
  expect(await notes()).toEqual([{ counted: "clients", change: 1000 }]);
});

test("counts from zero after a truncate", async () => {
  const { both } = await businesses();
  const account = both[0]?.account ?? 0;
  const owner = await asOwner();
  await owner.enter([account]);
  await owner.begin();
  await owner.query("truncate clients cascade");
  await owner.query("insert into clients (account_id, fullname) values ($1, 'The first')", [account]);
  const { stored, counted } = await storedAndCounted(owner, { resource: "clients", accounts: [account] });
  expect([stored, counted]).toEqual([counted, { total: 1, withHidden: undefined }]);
  await owner.rollback();
});

test("leaves count changes of a closed account to its erasure", async () => {
  const { both } = await businesses();
  const account = both[0]?.account ?? 0;
  const owner = await asOwner();
  const left = async (): Promise<number> =>
    (await owner.query("select from record_count_changes where account_id = $1", [account])).length;
  await owner.query("insert into clients (account_id, fullname) values ($1, 'Guest')", [account]);
  await owner.query("update accounts set closed_at = now() where id = $1", [account]);
  await foldAll(owner);
  expect(await left()).toBeGreaterThan(0);
  await owner.query("update accounts set closed_at = null where id = $1", [account]);
  await foldAll(owner);
  expect(await left()).toBe(0);
});
