import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resources, routes } from "../../src/app/registry.ts";
import { recordedResources } from "../../src/kernel/changes/recorded.ts";
import { ResourceRegistry } from "../../src/kernel/registry.ts";
import type { Resource } from "../../src/kernel/resource.ts";
import { sendRandomWrites } from "../audit/random-writes.ts";
import { unanswered } from "../fuzz/seeds.ts";
import { ApiClient, type Json } from "../harness/client.ts";
import { aBooking, aGuest, aRental } from "../harness/factories.ts";
import { aFixture, type Fixture, sharedRecords } from "../harness/fixture.ts";
import { ownPeople } from "../harness/people.ts";
import { seed } from "../harness/seed.ts";
import { useService } from "../harness/service.ts";
import { anOwner } from "../mcp/fixture.ts";
import { aPayment, aRefund } from "../payments/factories.ts";
import { programOf } from "../web/executed-guide.ts";
import { runningProgram } from "../web/running-program.ts";
import { follow } from "./followed.ts";

/** The documented follower keeps a copy that matches the lists (events.md, The change). */
const service = useService({ connections: 16, endpoints: {} });
const registry = new ResourceRegistry(resources);

/** The number of writes in total and at once; `ROOST_PROPERTY_RUNS` overrides it. */
const writes = Number(process.env.ROOST_PROPERTY_RUNS ?? 180);
const lanes = 4;

/** Resources with their own records; calendars and rates are derived from others. */
const followed = new Set(recordedResources(registry));
const lists = routes
  .filter(({ operation, resource }) => operation.kind === "list" && followed.has(resource))
  .map(({ resource }) => resource);

/** The list that shows all records of a resource. */
function pathOf({ name, path }: Resource): string {
  if (name === "bookings") return `${path}?from=2000-01-01`;
  return name === "payouts" ? `${path}?payment_gateway_id=${fixture.ids.get("payment_gateways")}` : path;
}

let fixture: Fixture;
let directory: string;

beforeAll(async () => {
  const made = await aFixture(service, await sharedRecords(service), await service.aClient(await service.anAccount()));
  await service.sql("update applications set rate_limit = 1000000000, registered_by_user_id = $1 where id = $2", [
    await anOwner(service, [made.account]),
    made.client.application,
  ]);
  fixture = { ...made, ids: new Map([...made.ids, ...(await unanswered(made))]) };
  directory = await mkdtemp(join(tmpdir(), "roost-follower-"));
}, 600_000);

afterAll(() => rm(directory, { recursive: true, force: true }));

/** The follower's copy. */
async function kept(
  file: string,
): Promise<{ readonly after: string; readonly records: Readonly<Record<string, Json>> }> {
  return JSON.parse(await readFile(file, "utf8"));
}

/** A consistent pair of copy and lists: the copy includes every change until the lists were read. */
async function atLast(file: string) {
  for (;;) {
    const { after, records } = await kept(file);
    const shown = await listed();
    if ((await follow(fixture.client, { after })).events.length === 0) return { copy: records, shown };
    await pause(100);
  }
}

/** Every record that the lists show. */
async function listed(): Promise<Readonly<Record<string, Json>>> {
  const records: Record<string, Json> = {};
  for (const resource of lists) {
    let path: string | undefined = `/${pathOf(resource)}`;
    while (path !== undefined) {
      const answer = await fixture.client.get(path);
      expect(answer.status, answer.text).toBe(200);
      const page = JSON.parse(answer.text);
      for (const record of page[resource.root]) records[`${resource.name} ${record.id}`] = record;
      path = page.meta.Link.next?.replace(/^.*\/api\/v3/, "");
    }
  }
  return records;
}

/** Attributes that change by the clock alone, without an event (docs/reference/events.md). */
const byClock = new Set(["attachments.url", "bookings.cancelation_penalty"]);
/** Maps start today, so maps of two days cover different nights. */
const maps = new Set(["start_date", "rates_map", "minimum_stays_map", "map", "map_with_price_variation"]);

function followsClock(resource: string | undefined, name: string, one: Json, other: Json): boolean {
  return byClock.has(`${resource}.${name}`) || (maps.has(name) && one.start_date !== other.start_date);
}

/** Differences between two copies: record, attribute, and both values. */
function differences(copy: Readonly<Record<string, Json>>, shown: Readonly<Record<string, Json>>): unknown[] {
  const keys = new Set([...Object.keys(copy), ...Object.keys(shown)]);
  return [...keys].flatMap((key) => {
    const [one, other] = [copy[key], shown[key]];
    if (!one || !other) return [[key, one ? "is in the copy alone" : "is missing in the copy"]];
    const [resource] = key.split(" ");
    return Object.keys({ ...one, ...other }).flatMap((name) =>
      followsClock(resource, name, one, other) || JSON.stringify(one[name]) === JSON.stringify(other[name])
        ? []
        : [[key, name, one[name], other[name]]],
    );
  });
}

/** Feed changes that random writes rarely cause: an expired hold, a refund, a merge and a forgotten guest. */
async function scripted(): Promise<void> {
  const { client, account } = fixture;
  const rental = await aRental(client, { base_rate: "100" });
  const [kept, merged, forgotten] = [await aGuest(client), await aGuest(client), await aGuest(client)];
  const hold = await aBooking(client, rental, {
    ...{ start_at: "2091-02-01", end_at: "2091-02-04", client_id: merged.id },
    tentative_expires_at: "2090-01-01T00:00:00Z",
  });
  const stay = await aBooking(client, rental, {
    start_at: "2091-03-01",
    end_at: "2091-03-05",
    client_id: forgotten.id,
  });
  await aRefund(client, await aPayment(client, stay), 2_500);
  await service.sql("update bookings set tentative_expires_at = now() - interval '1 second' where id = $1", [hold.id]);
  await service.sql("select expire_holds()");
  const people = await ownPeople(service, account);
  const answers = [
    await people.post(`/clients/${kept.id}/merge`, { clients: [{ merged_client_id: merged.id }] }),
    await people.post(`/clients/${forgotten.id}/forget`),
  ];
  for (const { status, text } of answers) expect(status, text).toBe(200);
}

test(`the guide's follower keeps every attribute of every resource through random writes (seed ${seed})`, async () => {
  const file = join(directory, "copy.json");
  const program = runningProgram(await programOf("guides/webhooks.md", "js follower"), {
    ROOST: service.url,
    TOKEN: fixture.client.token ?? "",
    COPY: file,
    LISTS: JSON.stringify(Object.fromEntries(lists.map((resource) => [resource.name, pathOf(resource)]))),
  });
  await program.line("copied");
  const document: Json = (await new ApiClient(service.url, undefined).get("/openapi.json")).json;
  const lanesDone = Array.from({ length: lanes }, (_, lane) =>
    sendRandomWrites({ document, fixture, registry, seed: seed + lane, count: writes / lanes }),
  );
  const [done] = await Promise.all([Promise.all(lanesDone), scripted()]);
  expect(new Set(done.flat()).size).toBeGreaterThan(40);
  const { copy, shown } = await atLast(file);
  const told = await service.sql("select distinct type, changes from changes where account_id = $1", [fixture.account]);
  const has = (type: string, attribute: string) =>
    told.some((row) => row.type === type && Object.hasOwn(Object(row.changes), attribute));
  expect(has("booking.canceled", "canceled_at") && has("client.updated", "forget_me_at")).toBe(true);
  expect(new Set(Object.keys(shown).map((key) => key.split(" ")[0])).size).toBeGreaterThan(40);
  expect(differences(copy, shown)).toEqual([]);
}, 600_000);
