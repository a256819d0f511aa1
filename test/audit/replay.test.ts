import { setTimeout as pause } from "node:timers/promises";
import { Random } from "@roost/demo/plan/random.ts";
import { beforeAll, expect, test } from "vitest";
import { resources } from "../../src/app/registry.ts";
import { ResourceRegistry } from "../../src/kernel/registry.ts";
import { publishAll } from "../../src/modules/records/events/publish-all.ts";
import { unanswered } from "../fuzz/seeds.ts";
import { ApiClient, type Json, recordsOf } from "../harness/client.ts";
import { aFixture, type Fixture, sharedRecords } from "../harness/fixture.ts";
import { queries } from "../harness/queries.ts";
import { seed } from "../harness/seed.ts";
import { useService } from "../harness/service.ts";
import { anOwner } from "../mcp/fixture.ts";
import { compareWithHistory } from "./comparison.ts";
import { committedDeeds, noteOutbox } from "./noted-rows.ts";
import { sendRandomWrites } from "./random-writes.ts";
import { recordedTables, type ToldChange } from "./replay.ts";

/** Replaying a record's history from its creation yields its current attributes (events.md, Audit). */
const service = useService({ connections: 16 });
const registry = new ResourceRegistry(resources);

/** The number of writes in total and at once; `ROOST_PROPERTY_RUNS` overrides it. */
const writes = Number(process.env.ROOST_PROPERTY_RUNS ?? 180);
const lanes = 4;

/** A published change: its record, and whether it is an update without attributes. */
interface FollowedChange {
  readonly id: number;
  readonly record: string;
  readonly type: string;
  readonly isEmpty: boolean;
}

let fixture: Fixture;
/** The comparison before any random write, when every resource has a record. */
let atFirst: Awaited<ReturnType<typeof comparison>>;
/** Published changes, as read by a client that always continues from its cursor. */
const followed: FollowedChange[] = [];
const done = new Set<string>();

beforeAll(async () => {
  await noteOutbox(service);
  const shared = await sharedRecords(service);
  const made = await aFixture(service, shared, await service.aClient(await service.anAccount()));
  // Members of the account see the whole audit.
  await service.sql("update applications set rate_limit = 1000000000, registered_by_user_id = $1 where id = $2", [
    await anOwner(service, [made.account]),
    made.client.application,
  ]);
  fixture = { ...made, ids: new Map([...made.ids, ...(await unanswered(made))]) };
  atFirst = await comparison();
  const document: Json = (await new ApiClient(service.url, undefined).get("/openapi.json")).json;
  const ending = new AbortController();
  const others = [publishing(1, ending.signal), publishing(2, ending.signal), following(ending.signal)];
  try {
    const sent = Array.from({ length: lanes }, (_, lane) =>
      sendRandomWrites({ document, fixture, registry, seed: seed + lane, count: writes / lanes }),
    );
    for (const path of (await Promise.all(sent)).flat()) done.add(path);
  } finally {
    ending.abort();
    await Promise.all(others);
  }
  await follow();
}, 600_000);

/** Publishes at intervals, concurrently with other publishers. */
async function publishing(number: number, ending: AbortSignal): Promise<void> {
  const random = new Random(seed * 10 + number);
  while (!ending.aborted) {
    await publishAll(service.database.within([fixture.account]), fixture.account, queries);
    await pause(random.between(0, 30));
  }
}

async function following(ending: AbortSignal): Promise<void> {
  while (!ending.aborted) {
    await readOn();
    await pause(5);
  }
}

async function readOn(): Promise<void> {
  const rows = await service.sql(
    "select id::float8, resource, record_id, type, changes = '{}' as is_empty from changes where account_id = $1 and id > $2 order by id",
    [fixture.account, followed.at(-1)?.id ?? 0],
  );
  for (const { id, resource, record_id, type, is_empty } of rows)
    followed.push({
      id: Number(id),
      record: `${resource} ${record_id}`,
      type: String(type),
      isEmpty: is_empty === true && String(type).endsWith(".updated"),
    });
}

/** Publishes and reads the remaining changes. */
async function follow(): Promise<void> {
  await publishAll(service.database.within([fixture.account]), fixture.account, queries);
  await readOn();
}

/** The whole audit, page by page. */
async function audit(): Promise<(ToldChange & { readonly id: number })[]> {
  const told: Json[] = [];
  let path: string | undefined = "/audit_entries";
  while (path !== undefined) {
    const answer = await fixture.client.get(path);
    told.push(...recordsOf(answer, "audit_entries"));
    path = JSON.parse(answer.text).meta.Link.next?.replace(/^.*\/api\/v3/, "");
  }
  return told.map(({ id, resource, record_id, type, changes }) => ({
    id: Number(id),
    resource: String(resource),
    recordId: String(record_id),
    type: String(type),
    changes: { ...Object(changes) },
  }));
}

/** Differences between replayed and shown records, and the resources that had records. */
const comparison = async () =>
  compareWithHistory(fixture.client, await recordedTables(service, registry), await audit());

test("replaying the audit from the first change gives a record's attributes, for every resource", async () => {
  expect(atFirst.wrong).toEqual([]);
  expect([...(await recordedTables(service, registry)).keys()].filter((name) => !atFirst.compared.has(name))).toEqual(
    [],
  );
});

test(`the audit replayed after random writes gives every record's present attributes (seed ${seed})`, async () => {
  expect((await comparison()).wrong).toEqual([]);
  expect(done.size).toBeGreaterThan(40);
});

test("every committed change appears exactly once, and each record's changes in commit order", async () => {
  const told = followed.filter(({ type }) => !type.endsWith(".changed"));
  const deeds = (await committedDeeds(service, fixture.account)).toSorted(
    (one, other) => one.position - other.position,
  );
  const expected = Map.groupBy(deeds, ({ resource, recordId }) => `${resource} ${recordId}`);
  const found = Map.groupBy(told, ({ record }) => record);
  const counts = [...expected].map(([record, all]) => [record, all.reduce((sum, { changes }) => sum + changes, 0)]);
  expect(Object.fromEntries([...found].map(([record, all]) => [record, all.length]))).toEqual(
    Object.fromEntries(counts),
  );
});

test("a follower sees each change once during writes, and the audit lists those with attributes", async () => {
  const ids = (await audit()).map(({ id }) => id);
  expect(followed.filter(({ isEmpty }) => !isEmpty).map(({ id }) => id)).toEqual(ids);
  expect(followed.some(({ isEmpty }) => isEmpty)).toBe(true);
});
