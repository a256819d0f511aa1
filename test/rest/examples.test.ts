import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { Scope } from "../../src/kernel/scopes.ts";
import { type Answer, type ApiClient, type Json, recordsOf } from "../harness/client.ts";
import { aBooking, anAmenity, linksOf, read } from "../harness/factories.ts";
import { fullScopes, useService } from "../harness/service.ts";
import { aFixture, type Ids, idIn, sharedRecords, type Fixture } from "../harness/fixture.ts";
import { neutralFacts } from "./collect-examples.ts";
import { type ExampleFacts, keysIn, readExamples } from "./example-facts.ts";

/** The registry's samples: read where they lie beside the repository, and their facts from our copy on a clone that stands alone. */
const service = useService();
const registry = readExamples();
const facts = registry ?? copy();

function copy(): ExampleFacts {
  return JSON.parse(readFileSync(new URL("./examples.json", import.meta.url), "utf8"));
}

let shared: Ids;
/** The one that sample requests are sent to, and the one that is only read. */
let written: Fixture;
let fixture: Fixture;

beforeAll(async () => {
  shared = new Map([
    ...(await sharedRecords(service)),
    ["a free amenity", Number((await anAmenity(service, "sauna")).id)],
  ]);
  written = await aFreshFixture();
  fixture = await aFreshFixture();
});

test.runIf(registry)("our copy of the samples' facts is what collect-examples.ts makes of them", () => {
  expect(copy()).toEqual(neutralFacts(facts));
});

test("the samples are all there", () => {
  expect(Object.keys(facts.requests).length).toBeGreaterThan(25);
  expect(Object.keys(facts.responses).length).toBeGreaterThan(22);
});

/** An account has a source's name, and a rental an amenity, once: their samples need an account of their own. */
const unique = ["sources", "rentals_amenities"];

const aFreshFixture = async (): Promise<Fixture> =>
  aFixture(service, shared, await service.aClient(await service.anAccount()));

/** What the reference requires and its own sample leaves out. */
const leftOut: Readonly<Record<string, Json>> = { "taxes/create-request.json": { kind: "other" } };

/** What clients echo and the service sets. */
const setByService = ["id", "created_at", "updated_at"];

/** A booking with payments keeps its currency: the sample that changes it is sent to one without. */
async function unpaid(client: ApiClient, ids: Ids): Promise<Ids> {
  const stay = { start_at: "2094-01-04T16:00:00Z", end_at: "2094-01-08T10:00:00Z" };
  const made = await aBooking(client, { id: idIn(ids, "rentals") }, stay);
  return new Map([...ids, ["bookings", Number(made.id)]]);
}

describe("a sample request is accepted as it stands", () => {
  test.each(Object.keys(facts.requests))("%s", async (name) => {
    const [family = ""] = name.split("/");
    const { client, ids: known } = unique.includes(family) ? await aFreshFixture() : written;
    const ids = name === "bookings/update-request.json" ? await unpaid(client, known) : known;
    const { method, path, status } = routeOf(name, ids);
    const body = { ...leftOut[name], ...filled(facts.requests[name], ids) };
    const answer = await client.send(method, path, body);
    expect(answer.status, answer.text).toBe(status);
    if (name.includes("add_fee")) return;
    const [record = {}] = recordsOf(answer, family);
    const [said] = [body[family]].flat();
    const set = Object.entries(Object(said)).filter(([key]) => !setByService.includes(key));
    const compared = set.filter(([key, value]) => key in record && typeof value !== "object");
    for (const [key, value] of compared) expect(String(record[key]), key).toBe(String(value));
    const translated = set.filter(([key]) => key.endsWith("_en"));
    for (const [key, value] of translated) expect(record[key.slice(0, -"_en".length)], key).toEqual({ en: value });
    expect(compared.length + translated.length).toBeGreaterThan(0);
  });
});

const expected = Object.entries(facts.responses).flatMap(([name, { scopes }]) =>
  scopes.map((scope) => [name, scope] as const),
);

describe("a sample response has no key that ours lacks", () => {
  test.each(expected)("%s, with %s", async (name, scope) => {
    const [family = ""] = name.split("/");
    const include = name.includes("_with_comments_fees_and_taxes") ? "?include=bookings_fees,bookings_taxes" : "";
    const reader = await aReader(scope);
    expectKeys(name, await reader.get(`/${family}${include}`));
  });

  test("bookings_fees/add_fee-scope-response.json and remove_fee-scope-response.json", async () => {
    const { client, ids } = await aFreshFixture();
    const booking = idIn(ids, "bookings");
    const { "bookings_fees/add_fee-request.json": request } = facts.requests;
    expectKeys(
      "bookings_fees/add_fee-scope-response.json",
      await client.patch(`/bookings/${booking}/add_bookings_fee`, filled(request, ids)),
    );
    const fees = [linksOf(await read(client, "bookings", booking)).bookings_fees].flat();
    expect(fees).toHaveLength(2);
    const removed = await client.patch(`/bookings/${booking}/remove_bookings_fee/${fees[0]}`);
    expectKeys("bookings_fees/remove_fee-scope-response.json", removed);
  });

  test("bookings/create_with_comments_fees_and_taxes-request.json is answered with its fees and taxes", async () => {
    const name = "bookings/create_with_comments_fees_and_taxes-request.json";
    const answer = await written.client.post(
      routeOf(name, written.ids).path,
      filled(facts.requests[name], written.ids),
    );
    expectKeys("bookings/bookings_read-bookings_write_with_comments_fees_and_taxes-scope-response.json", answer);
    expect(recordsOf(answer, "bookings")).toMatchObject([
      { final_price: "2930.0", final_rental_price: "2700.0", adults: 5, currency: "USD" },
    ]);
  });
});

function expectKeys(name: string, answer: Answer): void {
  expect(answer.status, answer.text).toBeLessThan(202);
  const sample = facts.responses[name];
  if (!sample) throw new Error(`There is no sample ${name}.`);
  const keys = recordsOf(answer, sample.root).flatMap((record) => keysIn(record));
  expect(keys).toEqual(expect.arrayContaining([...sample.record]));
  expect(Object.keys(Object(answer.json.links))).toEqual(expect.arrayContaining([...sample.templates]));
  expect(Object.keys(Object(answer.json.meta))).toEqual(expect.arrayContaining([...sample.meta]));
}

/** A client with one scope. Under an owned scope it sees what it made: it has made a booking with everything. */
async function aReader(scope: Scope): Promise<ApiClient> {
  if (!scope.endsWith("_owned")) return service.aClient(fixture.account, { scopes: [scope] });
  const account = await service.anAccount();
  const full = await aFixture(service, shared, await service.aClient(account, { scopes: fullScopes }));
  const portal = await service.aClient(account, { scopes: [scope] });
  await full.client.delete(`/bookings/${idIn(full.ids, "bookings")}`);
  const answer = await portal.post(`/rentals/${idIn(full.ids, "rentals")}/bookings`, {
    bookings: [
      {
        start_at: "2090-01-04",
        end_at: "2090-01-08",
        comments: [{ content: "Late" }],
        bookings_fees: [{ price: "5", name: "Dog", kind: "other" }],
        bookings_taxes: [{ amount: "1", name: "City tax" }],
      },
    ],
  });
  expect(answer.status, answer.text).toBe(201);
  return portal;
}

/** Where a sample request goes to. */
function routeOf(name: string, ids: Ids): { method: string; path: string; status: number } {
  const [family = "", file = ""] = name.split("/");
  const rental = `/rentals/${idIn(ids, "rentals")}`;
  if (file === "add_fee-request.json") {
    return { method: "PATCH", path: `/bookings/${idIn(ids, "bookings")}/add_bookings_fee`, status: 200 };
  }
  if (file === "update-request.json") return { method: "PUT", path: `/${family}/${idIn(ids, family)}`, status: 200 };
  if (!file.startsWith("create")) throw new Error(`Nobody said where ${name} goes to.`);
  const parts = ["bathrooms", "bedrooms", "living_rooms", "rentals_amenities", "rentals_fees", "bookings"];
  return { method: "POST", path: `${parts.includes(family) ? rental : ""}/${family}`, status: 201 };
}

/** Of which resource an id in a sample is, by its name. */
const referents: Readonly<Record<string, string>> = {
  client_id: "clients",
  booking_id: "bookings",
  fee_id: "fees",
  rentals_fee_id: "rentals_fees",
  tax_id: "taxes",
  taxable_id: "rentals",
  amenity_id: "a free amenity",
  amenity_ids: "a free amenity",
  bookings_tag_ids: "bookings_tags",
};

/** No two samples want the same nights. */
let nextYear = 2091;

/** A sample with ids and moments that are real: texts stay texts and lists stay lists, nothing else is touched. */
function filled(sample: unknown, ids: Ids): Json {
  const year = nextYear++;
  const replaced: unknown = JSON.parse(JSON.stringify(sample), (key, value: unknown) => {
    if (value === "START_AT") return `${year}-01-04T16:00:00Z`;
    if (value === "END_AT") return `${year}-01-08T10:00:00Z`;
    const referent = referents[key];
    if (referent === undefined) return value;
    const id = idIn(ids, referent);
    if (Array.isArray(value)) return [id];
    return typeof value === "string" ? String(id) : id;
  });
  const body: Json = { ...Object(replaced) };
  return typeof body.id === "number" ? { ...body, id: idIn(ids, "bookings") } : body;
}
