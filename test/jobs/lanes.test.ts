import { readFile } from "node:fs/promises";
import Type from "typebox";
import { expect, onTestFinished, test } from "vitest";
import { defineJob, type Lane, queueJob } from "../../src/kernel/write/jobs/job.ts";
import { until } from "../harness/until.ts";
import { aPlace, type Place } from "./fixture.ts";

/** A job of a lane that records its accounts and runs until released. */
function aHeldJob(lane: Lane) {
  const letGo = Promise.withResolvers<void>();
  onTestFinished(() => letGo.resolve());
  const accounts: number[] = [];
  const job = defineJob(`hold ${lane}`, {
    lane,
    payload: Type.Object({}),
    async run({ account }) {
      accounts.push(account);
      await letGo.promise;
    },
  });
  return { job, accounts, letGo: () => letGo.resolve() };
}

const countOf = (accounts: readonly number[], account: number) => accounts.filter((one) => one === account).length;

async function queued(place: Place, { job }: ReturnType<typeof aHeldJob>, account: number, count = 1): Promise<void> {
  for (let queuedJobs = 0; queuedJobs < count; queuedJobs++)
    await place
      .account(account)
      .transaction((transaction) => queueJob({ transaction, account: { id: account } }, job, {}));
}

const lanes: readonly Lane[] = [
  "money and mail",
  "calendars",
  "files and pictures",
  "webhooks",
  "imports and exports",
  "rest",
];

/** A database with this many accounts, and a runner with one held job per lane. */
async function aBusyPlace(accounts = 2) {
  const place = await aPlace();
  for (let account = 3; account <= accounts; account++)
    await place.sql(`insert into accounts (business_name) values ('Account ${account}')`);
  const held = new Map(lanes.map((lane) => [lane, aHeldJob(lane)]));
  const heldIn = (lane: Lane) => {
    const job = held.get(lane);
    if (!job) throw new Error(`No job is in the lane ${lane}.`);
    return job;
  };
  place.run({ jobs: [...held.values()].map(({ job }) => job) });
  return { place, heldIn };
}

test.for(lanes)(
  "jobs of the lane %s that never end delay no other lane, of the same account or another",
  async (stuck) => {
    const { place, heldIn } = await aBusyPlace();
    await queued(place, heldIn(stuck), 1, 40);
    await until(() => heldIn(stuck).accounts.length > 0);
    for (const lane of lanes) {
      const before = heldIn(lane).accounts.length;
      if (lane !== stuck) await queued(place, heldIn(lane), 1);
      await queued(place, heldIn(lane), 2);
      await until(() => countOf(heldIn(lane).accounts, 2) === 1);
      if (lane !== stuck) await until(() => heldIn(lane).accounts.length === before + 2);
    }
  },
);

test("a single account gets at most half of a lane, and each additional account less, down to one slot", async () => {
  const { place, heldIn } = await aBusyPlace(4);
  const held = heldIn("files and pictures");
  for (const account of [1, 2, 3, 4]) {
    await queued(place, held, account, 20);
    await until(() => held.accounts.includes(account));
  }
  await until(() => held.accounts.length === 8);
  expect([1, 2, 3, 4].map((account) => countOf(held.accounts, account))).toEqual([4, 2, 1, 1]);
});

test("a free slot goes to an account without one before older jobs of other accounts", async () => {
  const place = await aPlace();
  for (let account = 3; account <= 5; account++)
    await place.sql(`insert into accounts (business_name) values ('Account ${account}')`);
  const ends = new Map<number, () => void>();
  const accounts: number[] = [];
  const job = defineJob("hold one", {
    lane: "rest",
    payload: Type.Object({}),
    async run({ account }) {
      accounts.push(account);
      await new Promise<void>((resolve) => ends.set(account, resolve));
    },
  });
  onTestFinished(() => {
    for (const end of ends.values()) end();
  });
  const add = (account: number) =>
    place.account(account).transaction((transaction) => queueJob({ transaction, account: { id: account } }, job, {}));
  place.run({ jobs: [job] });
  // Four slots: two, one and one.
  for (const account of [1, 2, 3]) {
    for (let count = 0; count < 5; count++) await add(account);
    await until(() => accounts.includes(account));
  }
  await until(() => accounts.length === 4);
  await add(4);
  ends.get(1)?.();
  await until(() => accounts.length === 5);
  expect(accounts.at(-1)).toBe(4);
});

test("jobs queued by an earlier release get their name's lane and count toward their account's share", async () => {
  const place = await aPlace();
  await place.sql(`select graphile_worker.add_job(name, '{"account": 2, "payload": {}}')
    from unnest('{send mail, sync calendar feed, render_photo, deliver webhooks, make_demo_history}'::text[]) as name`);
  await place.sql("select graphile_worker.add_job('frequent work', '{}')");
  const migration = new URL("../../src/database/migrate/preview/0054_lanes_of_jobs.sql", import.meta.url);
  await place.sql(await readFile(migration, "utf8"));
  const rows = await place.sql("select flags from graphile_worker._private_jobs order by id");
  expect(rows.map(({ flags }) => flags)).toEqual([
    { "money and mail": true, "money and mail:2": true },
    { calendars: true, "calendars:2": true },
    { "files and pictures": true, "files and pictures:2": true },
    { webhooks: true, "webhooks:2": true },
    { rest: true, "rest:2": true },
    null,
  ]);
});
