import { expect, test } from "vitest";
import { type ApiClient, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aGuest, created } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";

const service = useService();

const writers = 8;
const readers = 8;
const changes = 25;

/** The number written in a guest's notes. */
const numberIn = ({ notes }: Json): number => Number(notes);

test("a reader sees every acknowledged write, and never an older answer after a newer one", async () => {
  const account = await service.anAccount();
  const client = await service.aClient(account);
  await service.sql("update applications set rate_limit = 1000000");
  const guests = [];
  for (let made = 0; made < writers; made++) guests.push(await aGuest(client, { notes: "0" }));
  let isWriting = true;

  const write = async ({ id }: Json): Promise<void> => {
    for (let number = 1; number <= changes; number++) {
      await client.put(`/clients/${id}`, { clients: [{ notes: String(number) }] });
      // Read the same record twice: the second response may be cached.
      for (let times = 0; times < 2; times++)
        expect(numberIn(recordOf(await client.get(`/clients/${id}`), "clients"))).toBe(number);
      const list = recordsOf(await client.get("/clients"), "clients");
      expect(list.filter((one) => one.id === id).map(numberIn)).toEqual([number]);
    }
  };
  const read = async (): Promise<number> => {
    const newest = new Map<unknown, number>();
    let answers = 0;
    for (; isWriting; answers++) {
      for (const guest of recordsOf(await client.get("/clients"), "clients")) {
        expect(numberIn(guest)).toBeGreaterThanOrEqual(newest.get(guest.id) ?? 0);
        newest.set(guest.id, numberIn(guest));
      }
    }
    return answers;
  };
  const putTogether = async (): Promise<void> => {
    while (isWriting) await service.sql("select fold_record_counts()");
  };
  const writing = Promise.all(guests.map(write)).finally(() => {
    isWriting = false;
  });
  const [answers] = await Promise.all([Promise.all(Array.from({ length: readers }, read)), putTogether(), writing]);
  expect(Math.min(...answers)).toBeGreaterThan(0);
});

/** The account's content version, as used to admit requests. */
const versionOf = async ({ account }: ApiClient): Promise<unknown> =>
  (await service.sql("select content_version($1)::text as version", [account]))[0]?.version;

test("the version changes once per transaction, and not when notes are merged", async () => {
  const client = await service.aClient(await service.anAccount());
  // The first request records the installation's first use.
  await client.get("/clients");
  const versions = [await versionOf(client)];
  await aGuest(client);
  versions.push(await versionOf(client));
  await service.sql("select fold_record_counts()");
  versions.push(await versionOf(client));
  await service.sql(
    "insert into clients (account_id, fullname) select $1, 'Guest ' || n from generate_series(1, 20) as n",
    [client.account],
  );
  versions.push(await versionOf(client));
  await created(client, "/sources", "sources", { name: "Fair" });
  versions.push(await versionOf(client));
  const [before, ...after] = versions.map(Number);
  expect(after.map((version) => version - (before ?? 0))).toEqual([1, 1, 2, 3]);
});
