import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { Random } from "../../src/app/demo/random.ts";
import { resources, routes } from "../../src/app/registry.ts";
import type { RecordedTable } from "../../src/kernel/changes/recorded.ts";
import { ResourceRegistry } from "../../src/kernel/registry.ts";
import type { Resource } from "../../src/kernel/resource.ts";
import { publishAll } from "../../src/modules/events/publish-all.ts";
import { ApiClient, type Json, recordsOf } from "../harness/client.ts";
import { queries } from "../harness/queries.ts";
import { aFixture, type Fixture, sharedRecords } from "../harness/fixture.ts";
import { seed } from "../harness/seed.ts";
import { useService } from "../harness/service.ts";
import { unanswered } from "../fuzz/seeds.ts";
import { anOwner } from "../mcp/fixture.ts";
import { committedDeeds, noteOutbox } from "./noted-rows.ts";
import { RandomWrites, resourceMade } from "./random-writes.ts";
import { differingNights, recordedParts, recordedTables, replay, type ToldChange } from "./replay.ts";

/** Replaying the history of a record from its creation gives its present attributes (events.md, Audit). */
const service = useService({ connections: 16 });
const registry = new ResourceRegistry(resources);

/** Writes that are sent in all, and at the same time; `ROOST_PROPERTY_RUNS` says otherwise. */
const writes = Number(process.env.ROOST_PROPERTY_RUNS ?? 360);
const lanes = 4;

let fixture: Fixture;
/** Before anything random was written: there is a record of every resource. */
let atFirst: Awaited<ReturnType<typeof comparison>>;
/** Ids of published changes, as somebody read them who always asked for what came behind. */
const followed: number[] = [];
const done = new Map<string, number>();

beforeAll(async () => {
  await noteOutbox(service);
  const shared = await sharedRecords(service);
  const made = await aFixture(service, shared, await service.aClient(await service.anAccount()));
  // The account's own people see all of it.
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
    await Promise.all(Array.from({ length: lanes }, (_, lane) => writing(document, seed + lane)));
  } finally {
    ending.abort();
    await Promise.all(others);
  }
  await follow();
}, 600_000);

async function writing(document: Json, laneSeed: number): Promise<void> {
  const random = new RandomWrites(document, fixture, laneSeed);
  for (let sent = 0; sent < writes / lanes; sent++) {
    const { method, path, body, operation } = random.next();
    const answer = await fixture.client.send(method, path, body);
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(500);
    if (answer.status >= 300) continue;
    done.set(operation.path, (done.get(operation.path) ?? 0) + 1);
    const made = resourceMade(operation);
    if (made === undefined || answer.status !== 201) continue;
    for (const { id } of recordsOf(answer, registry.get(made).root))
      random.note(made, typeof id === "string" ? id : Number(id));
  }
}

/** Publishes now and then, while others do. */
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
  const rows = await service.sql("select id::integer from changes where account_id = $1 and id > $2 order by id", [
    fixture.account,
    followed.at(-1) ?? 0,
  ]);
  followed.push(...rows.map(({ id }) => Number(id)));
}

/** Publishes the rest, and reads it. */
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

/** Attributes that are recorded and shown otherwise: why. */
const shownOtherwise: Readonly<Record<string, string>> = {
  "rentals.contact_name": "the name of the contact, where the rental names one (rentals_contact_id)",
};

/** Every record of a resource that the API shows of those that were ever changed. */
async function shown({ path, root, name }: Resource, ids: readonly string[]): Promise<Json[]> {
  const gets = routes.some(({ operation, resource }) => operation.kind === "get" && resource.name === name);
  if (!gets) return recordsOf(await fixture.client.get(`/${path}`), root);
  const records: Json[] = [];
  for (let from = 0; from < ids.length; from += 50) {
    const answer = await fixture.client.get(`/${path}/${ids.slice(from, from + 50).join(",")}`);
    if (answer.status === 200) records.push(...recordsOf(answer, root));
    else expect(answer.status, answer.text).toBe(404);
  }
  return records;
}

/** Where replaying comes to something else than what is shown, and of which resources there were records. */
async function comparison(): Promise<{ readonly wrong: unknown[]; readonly compared: ReadonlySet<string> }> {
  const replayed = replay(await audit());
  const wrong: unknown[] = [];
  const compared = new Set<string>();
  for (const [name, table] of await recordedTables(service, registry)) {
    const records = replayed.get(name);
    for (const record of await shown(table.resource, [...(records?.keys() ?? [])])) {
      compared.add(name);
      wrong.push(...differences(table, record, records?.get(String(record.id)) ?? {}));
    }
  }
  return { wrong, compared };
}

function differences(table: RecordedTable, record: Json, replayed: Json): unknown[] {
  const { name } = table.resource;
  const nights = name.endsWith("_rate_maps") ? differingNights(record, replayed) : [];
  const parts = Object.entries(recordedParts(table, record)).filter(
    ([attribute]) => !(`${name}.${attribute}` in shownOtherwise),
  );
  return parts.flatMap(([attribute, value]) => {
    // Nothing is recorded of a list that a record begins without.
    const expected = replayed[attribute] ?? (table.joins.some((join) => join.attribute === attribute) ? [] : null);
    const isSame = JSON.stringify(inOrder(unrated(value))) === JSON.stringify(inOrder(expected));
    return isSame ? nights : [...nights, [`${name} ${record.id} ${attribute}`, value, expected]];
  });
}

test("the audit replayed from the first change gives the attributes of a record of every resource", async () => {
  expect(atFirst.wrong).toEqual([]);
  expect([...(await recordedTables(service, registry)).keys()].filter((name) => !atFirst.compared.has(name))).toEqual(
    [],
  );
});

test(`the audit replayed after random writes gives every record's present attributes (seed ${seed})`, async () => {
  expect((await comparison()).wrong).toEqual([]);
  expect(done.size).toBeGreaterThan(40);
});

/** A review without any criteria shows each of them as null. */
const unrated = (value: unknown): unknown =>
  typeof value === "object" &&
  value !== null &&
  "communication" in value &&
  Object.values(value).every((part) => part === null)
    ? null
    : value;

/** Members of objects in one order. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, inOrder(member)]));
}

test("every committed change is there exactly once, and those of one record in the order of their commits", async () => {
  const told = (await audit()).filter(({ type }) => !type.endsWith(".changed"));
  const deeds = (await committedDeeds(service, fixture.account)).toSorted((one, other) => one.place - other.place);
  const expected = Map.groupBy(deeds, ({ resource, recordId }) => `${resource} ${recordId}`);
  const found = Map.groupBy(told, ({ resource, recordId }) => `${resource} ${recordId}`);
  const counts = [...expected].map(([record, all]) => [record, all.reduce((sum, { changes }) => sum + changes, 0)]);
  expect(Object.fromEntries([...found].map(([record, all]) => [record, all.length]))).toEqual(
    Object.fromEntries(counts),
  );
});

test("who follows the changes while they are written misses none and sees none twice", async () => {
  const ids = (await audit()).map(({ id }) => id);
  expect(followed).toEqual(ids);
});
