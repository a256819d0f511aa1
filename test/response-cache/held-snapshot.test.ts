import { describe, expect, test } from "vitest";
import { loginOf } from "../access/services.ts";
import type { ApiClient, Json } from "../harness/client.ts";
import { aGuest, read } from "../harness/factories.ts";
import { onCluster } from "../harness/own-objects.ts";
import { ScopedConnection } from "../harness/scoped-connection.ts";
import { useService } from "../harness/service.ts";

// A backup holds its snapshot while it runs, so vacuum cannot remove rows deleted meanwhile.

const service = useService();

/** Changes a guest's notes in `count` transactions, each of which changes the version. @returns the last note */
async function noted({ id }: Json, count: number): Promise<string> {
  const change = `update clients set notes = note::text, updated_at = now() where id = ${id}`;
  await service.sql(`do $$ begin for note in 1..${count} loop ${change}; commit; end loop; end $$`);
  return String(count);
}

const fold = () => service.sql("select fold_record_counts()");

/** Merges all notes of an account's changes. A transaction of another test, or the service's own merge, holds them for a while. */
async function foldAll({ account }: ApiClient): Promise<void> {
  const left = async () => {
    await fold();
    return service.sql(
      "select count(*)::integer as notes from record_count_changes where account_id = $1 and counted = 'content'",
      [account],
    );
  };
  await expect.poll(left).toEqual([{ notes: 0 }]);
}

const versionOf = async ({ account }: ApiClient): Promise<unknown> =>
  (await service.sql("select content_version($1)::text as version", [account]))[0]?.version;

/** Counts database pages read for an account's content version, as on admission of each request. */
async function pagesLookedAt(client: ApiClient): Promise<number> {
  const looks: number[] = [];
  // A lookup that PostgreSQL replans, as after a vacuum, also reads the catalog.
  for (let look = 0; look < 5; look++) looks.push(await pagesOfLook(client));
  return Math.min(...looks);
}

async function pagesOfLook({ account }: ApiClient): Promise<number> {
  const [row] = await service.sql(
    `explain (analyze, buffers, costs off, timing off, format json) select content_version(${account})`,
  );
  const [explained] = Object(row)["QUERY PLAN"];
  return explained.Plan["Shared Hit Blocks"] + explained.Plan["Shared Read Blocks"];
}

async function aGuestOf(client: ApiClient): Promise<Json> {
  const guest = await aGuest(client, { notes: "0" });
  // The first request records the installation's first use.
  await client.get("/clients");
  await foldAll(client);
  return guest;
}

/** Holds a snapshot while `work` runs. */
async function withHeldSnapshot(work: () => Promise<void>): Promise<void> {
  const holder = await ScopedConnection.open(await loginOf(service));
  // No timeout: a slow machine may take long.
  await holder.query("set idle_in_transaction_session_timeout = 0");
  await holder.begin("repeatable read");
  await holder.query("select 1");
  await work();
  await holder.commit();
}

describe.skipIf(onCluster())("while a snapshot is open,", () => {
  test("requests are admitted as cheaply after thousands of changes, and answers are fresh", async () => {
    const client = await service.aClient(await service.anAccount());
    const guest = await aGuestOf(client);
    await versionOf(client);
    const before = await pagesLookedAt(client);
    await withHeldSnapshot(async () => {
      for (let round = 0; round < 4; round++) {
        const last = await noted(guest, 700 + round);
        expect((await read(client, "clients", guest.id)).notes).toBe(last);
        await foldAll(client);
        expect((await read(client, "clients", guest.id)).notes).toBe(last);
      }
      expect(await pagesLookedAt(client)).toBeLessThan(before + 30);
      expect(await versionOf(client)).not.toBeNull();
    });
  });

  test("an account with more than a thousand unmerged changes has no version, and its requests are read", async () => {
    const client = await service.aClient(await service.anAccount());
    const guest = await aGuestOf(client);
    const path = `/clients/${guest.id}`;
    await withHeldSnapshot(async () => {
      await noted(guest, 1000);
      expect(await versionOf(client)).not.toBeNull();
      for (const count of [1, 1500]) {
        const last = await noted(guest, count);
        expect(await versionOf(client)).toBeNull();
        for (let times = 0; times < 3; times++) expect((await read(client, "clients", guest.id)).notes).toBe(last);
      }
      const few = await pagesLookedAt(client);
      await noted(guest, 1500);
      expect(await pagesLookedAt(client)).toBeLessThan(few + 12);
    });
    await foldAll(client);
    const [first, second] = [await versionOf(client), await versionOf(client)];
    expect([first, second]).toEqual([expect.any(String), first]);
    const etag = (await client.get(path)).headers.get("etag") ?? "";
    expect((await client.get(path, { "if-none-match": etag })).status).toBe(304);
    const last = await noted(guest, 7);
    expect((await read(client, "clients", guest.id)).notes).toBe(last);
    expect(Number(await versionOf(client))).toBe(Number(first) + 7);
  });
});

test("a change that spans a merge of notes changes the version once", async () => {
  const client = await service.aClient(await service.anAccount());
  const guest = await aGuestOf(client);
  const late = await ScopedConnection.open(await loginOf(service), [Number(client.account)]);
  await late.begin();
  await late.query("update clients set notes = 'late' where id = $1", [guest.id]);
  await service.sql("update accounts set updated_at = now() where id = $1", [client.account]);
  const before = Number(await versionOf(client));
  await fold();
  expect(Number(await versionOf(client))).toBe(before);
  await late.commit();
  expect(Number(await versionOf(client))).toBe(before + 1);
  await fold();
  expect(Number(await versionOf(client))).toBe(before + 1);
});

test("transaction numbers of another server, as in a restored backup, hide no change", async () => {
  const client = await service.aClient(await service.anAccount());
  const guest = await aGuestOf(client);
  await service.sql(
    "update record_counts set noted_before = 9000000000 where account_id = $1 and counted = 'content'",
    [client.account],
  );
  await service.sql(
    "update record_count_changes set id = id + 9000000000 where account_id = $1 and counted = 'content'",
    [client.account],
  );
  expect(await versionOf(client)).toBeNull();
  await noted(guest, 1);
  await foldAll(client);
  const folded = Number(await versionOf(client));
  await noted(guest, 2);
  expect(Number(await versionOf(client))).toBe(folded + 2);
});
