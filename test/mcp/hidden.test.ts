import { beforeAll, describe, expect, test } from "vitest";
import { type ApiClient, type Json, recordOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental, aSource } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { anAgent, aToken, attributesIn, objectIn, type WireAgent } from "./fixture.ts";

/** agent.md, Filters: a filter overrides a list's defaults, and a list reports the records it hides. */
const service = useSharedService();

let client: ApiClient;
let agent: WireAgent;
let rental: Json;
let stays: { past: Json; coming: Json; gone: Json; pastAndGone: Json };
let guest: Json;
let source: Json;

beforeAll(async () => {
  const account = await service.anAccount();
  client = await service.aClient(account);
  agent = await anAgent(service, await aToken(service, [account]));
  rental = await aRental(client);
  guest = await aGuest(client);
  source = await aSource(client);
  const stay = (year: number, more: Json = {}) =>
    aBooking(client, rental, {
      ...{ start_at: `${year}-05-04T16:00:00Z`, end_at: `${year}-05-08T10:00:00Z`, booked: true, adults: 3 },
      ...{ client_id: guest.id, source_id: source.id, final_price: "123.4", external_reference: "X-1", notes: "late" },
      ...more,
    });
  const made = {
    past: await stay(2019),
    coming: await stay(2090),
    gone: await stay(2091),
    pastAndGone: await stay(2018),
  };
  for (const { id } of [made.gone, made.pastAndGone]) {
    const answer = await client.delete(`/bookings/${id}`);
    if (answer.status >= 300) throw new Error(answer.text);
  }
  stays = made;
});

const list = async (args: Json) => {
  const content = await agent.content("api_v3_list", { resource: "bookings", fields: ["id"], ...args });
  const ids = [content.bookings].flat().map((record) => objectIn(record).id);
  return { ids, meta: objectIn(content.meta) };
};
const all = () => [stays.past, stays.coming, stays.gone, stays.pastAndGone].map(({ id }) => id);

const everything = { from: "1900-01-01T00:00:00Z", include_canceled: true };

test("a plain list shows future bookings and reports how many it hides and how to show them", async () => {
  const { ids, meta } = await list({});
  expect(ids).toEqual([stays.coming.id]);
  expect(meta).toEqual({
    total_count: 1,
    limit: 25,
    offset: 0,
    hidden: { count: 3, shown_by: { filter: everything } },
  });
  const shown = await list({ filter: objectIn(objectIn(meta.hidden).shown_by).filter });
  expect(shown.ids).toEqual(all());
  expect(shown.meta).toEqual({ total_count: 4, limit: 25, offset: 0 });
});

test("reports hidden records also when empty, past the end, or narrowed by search parameters", async () => {
  const hidden = async (args: Json) => (await list(args)).meta.hidden;
  expect(await hidden({ offset: 5 })).toEqual({ count: 3, shown_by: { filter: everything } });
  expect(await hidden({ filter: { rental_id: rental.id } })).toEqual({ count: 3, shown_by: { filter: everything } });
  expect(await hidden({ filter: { until: "2080-01-01T00:00:00Z" } })).toEqual({
    count: 2,
    shown_by: { filter: everything },
  });
  expect(await hidden({ updated_since: "2000-01-01" })).toEqual({ count: 3, shown_by: { filter: everything } });
  // An explicit filter is no default, so records that it excludes do not count as hidden.
  const canceled = { include_canceled: true };
  expect(await hidden({ filter: { from: everything.from } })).toEqual({ count: 2, shown_by: { filter: canceled } });
  expect(await hidden({ filter: { ...canceled } })).toEqual({
    count: 2,
    shown_by: { filter: { from: everything.from } },
  });
  expect(await hidden({ filter: { from: everything.from, include_canceled: false } })).toBeUndefined();
});

describe("a filter by anything that a hidden record could satisfy reaches it", () => {
  test.each<[string, () => Json]>([
    ["its client", () => ({ client_id: guest.id })],
    ["its source", () => ({ source_id: source.id })],
    ["its dates", () => ({ start_at: { op: "gt", value: "2000-01-01" } })],
    ["its end", () => ({ end_at: { op: "lt", value: "2100-01-01" } })],
    ["its time of change", () => ({ updated_at: { op: "gt", value: "2000-01-01" } })],
    ["its money", () => ({ final_price: "123.4" })],
    ["what is to be paid", () => ({ payment_left_to_collect: { op: "gt", value: 0 } })],
    ["its other reference", () => ({ external_reference: "x-1" })],
    ["its guests", () => ({ adults: 3 })],
    ["its notes", () => ({ notes: { op: "matches", value: "late" } })],
    ["its ids", () => ({ id: all() })],
    ["any of them beside its rental", () => ({ rental_id: rental.id, client_id: guest.id })],
  ])("%s", async (_, filter) => {
    const { ids, meta } = await list({ filter: filter() });
    expect(ids).toEqual(all());
    expect(meta.hidden).toBeUndefined();
  });

  test("a status that only hidden records have", async () => {
    expect((await list({ filter: { status: "booked" } })).ids).toEqual([stays.past.id, stays.coming.id]);
    expect((await list({ filter: { status: "Canceled" } })).ids).toEqual([stays.gone.id, stays.pastAndGone.id]);
    expect((await list({ filter: { status: { op: "not_eq", value: "booked" } } })).ids).toHaveLength(2);
    expect((await list({ filter: { status: "tentative" } })).ids).toEqual([]);
  });

  test("a reference as a guest reads it out", async () => {
    const { reference } = recordOf(await client.get(`/bookings/${stays.pastAndGone.id}`), "bookings");
    expect((await list({ filter: { reference } })).ids).toEqual([stays.pastAndGone.id]);
    expect((await list({ filter: { reference: String(reference).toLowerCase() } })).ids).toEqual([
      stays.pastAndGone.id,
    ]);
    expect((await list({ filter: { reference: [reference, "ZZZZZZ"] } })).ids).toEqual([stays.pastAndGone.id]);
  });

  test("a filter by any other attribute or relation reaches hidden records too", async () => {
    const schema = await agent.content("api_v3_resource_schema", { resource: "bookings" });
    const relations = Object.entries(objectIn(schema.relationships));
    const keys = [
      ...attributesIn(schema).filter(([, described]) => [described.filter_operators].flat().length > 0),
    ].map(([name]) => name);
    const related = relations.flatMap(([name, related]) => (objectIn(related).kind === "one" ? [`${name}_id`] : []));
    expect(keys.length).toBeGreaterThan(40);
    for (const key of [...keys, ...related]) {
      // A filter by the creator's id requires the creator's type.
      if (["rental_id", "account_id", "created_by_id"].includes(key)) continue;
      const nulls = [
        { op: "eq", value: null },
        { op: "not_eq", value: null },
      ].map((condition) => ({ [key]: condition }));
      // Null and non-null values together cover all records, including hidden ones.
      if (objectIn(objectIn(schema.attributes)[key]).type === "String" && key === "reference") continue;
      if (key === "id") continue;
      const found = await Promise.all(nulls.map((filter) => list({ filter })));
      expect(found.flatMap(({ ids }) => ids).sort(), key).toEqual(all().sort());
    }
  });
});
