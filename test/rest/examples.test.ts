import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { routes } from "../../src/app/registry.ts";
import type { Scope } from "../../src/kernel/access/scopes.ts";
import { type Answer, type ApiClient, type Json, recordsOf } from "../harness/client.ts";
import { aBooking, anAmenity, aRental, created, linksOf, read } from "../harness/factories.ts";
import { aFixture, type Fixture, type Ids, idIn, listPath, sampleOf, sharedRecords } from "../harness/fixture.ts";
import { useService } from "../harness/service.ts";
import { neutralFacts } from "./collect-examples.ts";
import { type ExampleFacts, keysIn, readExamples } from "./example-facts.ts";
import { refusals } from "./example-refusals.ts";
import { filled, resourceOfFamily, routeOf } from "./example-requests.ts";

/** Reads the registry's samples beside the repository; a standalone clone uses the copied facts. */
const service = useService();
const registry = readExamples();
const facts = registry ?? copy();

function copy(): ExampleFacts {
  return JSON.parse(readFileSync(new URL("./examples.json", import.meta.url), "utf8"));
}

let shared: Ids;
/** `written` receives the sample requests; `fixture` is only read. */
let written: Fixture;
let fixture: Fixture;
/** Separate accounts for creations and updates that would conflict with another sample of their family. */
let alone: Readonly<Record<string, Fixture>>;
/** The account in which portals see the records that they created. */
let portals: Fixture;

beforeAll(async () => {
  shared = new Map([
    ...(await sharedRecords(service)),
    ["a free amenity", Number((await anAmenity(service, "sauna")).id)],
  ]);
  written = await aFreshFixture();
  fixture = await aFreshFixture();
  alone = { "create-request.json": await aFreshFixture(), "update-request.json": await aFreshFixture() };
  portals = await aFixture(service, shared, await service.aClient(await service.anAccount()));
  await created(fixture.client, `/rates_tables/${idIn(fixture.ids, "rates_tables")}/rates_rules`, "rates_rules", {
    kind: "late_booking",
    percentage: "-5",
    variables: { length: 5, unit: "days" },
    always_applied: true,
  });
  // This resource's sample shows a lock.
  await created(fixture.client, `/rentals/${idIn(fixture.ids, "rentals")}/rental_urls`, "rental_urls", {
    url: "https://channel.example.com/rentals/334",
    locked: true,
  });
});

test.runIf(registry)("our copy of the samples' facts is what collect-examples.ts makes of them", () => {
  expect(copy()).toEqual(neutralFacts(facts));
});

test("the samples are all there, and each is of a resource", () => {
  expect(Object.keys(facts.requests).length).toBeGreaterThan(75);
  expect(Object.keys(facts.responses).length).toBeGreaterThan(70);
  const families = [...Object.keys(facts.requests), ...Object.keys(facts.responses)].map(familyOf);
  expect(families.filter((family) => !resourceOfFamily(family))).toEqual([]);
});

const familyOf = (name: string): string => name.split("/")[0] ?? "";
const isServed = (name: string): boolean => resourceOfFamily(familyOf(name)) !== undefined;

/** Samples that conflict with others of their family. They run in separate accounts. */
const unique = [
  "booking_discount_codes",
  "fees_taxes",
  "inquiries",
  "nightly_rate_maps",
  "rental_contacts",
  "rental_link_groups",
  "rentals_amenities",
  "sources",
];

const aFreshFixture = async (): Promise<Fixture> => {
  const client = await service.aClient(await service.anAccount());
  const { ids, ...fixture } = await aFixture(service, shared, client);
  return { ...fixture, ids: new Map([...ids, ...(await furtherIds(client, ids))]) };
};

/** The ids of further records that samples reference beyond the fixture. */
async function furtherIds(client: ApiClient, ids: Ids): Promise<Ids> {
  const rental = Number((await aRental(client, { name: "Cottage 2" })).id);
  const [person] = await service.sql(
    "insert into users (email, fullname) values ($1, 'Ada Host') returning id::integer",
    [`person-${client.account}@example.com`],
  );
  await service.sql("insert into memberships (account_id, user_id, role) values ($1, $2, 'owner')", [
    client.account,
    person?.id,
  ]);
  const hosts = resourceOfFamily("hosts");
  const host = hosts && (await created(client, "/hosts", hosts.root, { firstname: "Ada", lastname: "Host" }));
  const tax = { name_en: "Forest", kind: "other", percentage: "1", start_date: "2027-01-01" };
  return new Map<string, number | string>([
    ["a free rental", rental],
    ...(host ? [["a free host", Number(host.id)] as const] : []),
    ["a free tax", Number((await created(client, "/taxes", "taxes", tax)).id)],
    ["two free rentals 1", rental],
    ["two free rentals 2", idIn(ids, "a linked rental")],
    ["a person", Number(person?.id)],
    ...["conversations", "participants", "messages", "attachments"].flatMap((name) => {
      const found = resourceOfFamily(`inbox_${name}`);
      return found ? [[name, idIn(ids, found.name)] as const] : [];
    }),
  ]);
}

/** Clients echo these attributes, but the service sets them. */
const setByService = ["id", "created_at", "updated_at"];

/** Attributes shown in another form: a print time as its day, and a map's start date. */
const reworded: Readonly<Record<string, readonly string[]>> = {
  booking_discount_codes: ["start_date", "end_date"],
  // Messages determine these times; clients cannot set them.
  inbox_conversations: ["last_message_at"],
  inbox_participants: ["last_message_sent_at"],
  mid_term_rate_maps: ["start_date"],
  nightly_rate_maps: ["start_date"],
};

/** Adds a fresh booking. A booking with payments keeps its currency, and each source can add only one review. */
async function withFreshBooking({ client, ids }: Fixture, currency: string | undefined, past: boolean): Promise<Ids> {
  // A review requires a past stay.
  const start = (past ? 2010 : 2094) + bookingsMade++;
  const stay = { start_at: `${start}-06-04T16:00:00Z`, end_at: `${start}-06-08T10:00:00Z` };
  const made = await aBooking(client, { id: idIn(ids, "rentals") }, { ...stay, ...(currency ? { currency } : {}) });
  return new Map([...ids, ["bookings", Number(made.id)]]);
}

let bookingsMade = 0;

/** Samples about a booking, each with the currency that it names. */
const freshlyBooked: Readonly<Record<string, string | undefined>> = {
  "bookings/update-request.json": undefined,
  "payments/create-request.json": "GBP",
  "reviews/create-request.json": undefined,
};

/** A sample's body with some of its element's attributes replaced. */
function corrected(body: Json, root: string, instead: Json): Json {
  const [element] = [body[root]].flat();
  return { ...body, [root]: [{ ...Object(element), ...instead }] };
}

describe("a sample request is accepted as it stands, or refused for a reason that is listed", () => {
  test.each(Object.keys(facts.requests).filter(isServed))("%s", async (name) => {
    const family = familyOf(name);
    const fixture = (unique.includes(family) && alone[name.slice(family.length + 1)]) || written;
    const { client } = fixture;
    const ids =
      name in freshlyBooked ? await withFreshBooking(fixture, freshlyBooked[name], family === "reviews") : fixture.ids;
    const { method, path, status } = routeOf(name, ids);
    const { root = family } = resourceOfFamily(family) ?? {};
    // Only a rental with externally managed rates accepts a map.
    if (family === "nightly_rate_maps")
      await client.put(`/rentals/${idIn(ids, "rentals")}`, { rentals: [{ nightly_rates_managed_externally: true }] });
    let body = filled(name, facts.requests[name], ids);
    const refusal = refusals[name];
    if (refusal) {
      const refused = await client.send(method, path, body);
      expect(refused.status, refused.text).toBe(422);
      expect(Object.keys(Object(refused.json.errors)).sort()).toEqual(refusal.attributes);
      body = corrected(body, root, refusal.instead);
    }
    const answer = await client.send(method, path, body);
    expect(answer.status, answer.text).toBe(status);
    expectStored(body, root, answer, name);
  });
});

/** A value in its written form: a translated text in the account's locale, a decimal without trailing zeros. */
function shownAs(shown: unknown, value: unknown): string {
  const text = String(typeof shown === "object" ? Object(shown).en : shown);
  if (text.includes(",") && text.includes(String(value))) return String(value);
  return value !== "" && Number(text) === Number(value) ? String(value) : text;
}

/** Asserts that the response contains the sample's values. */
function expectStored(body: Json, root: string, answer: Answer, name: string): void {
  const [input] = [body[root]].flat();
  if (input === undefined || name.includes("-fee") || name.includes("add_fee")) return;
  const [record = {}] = recordsOf(answer, root);
  const unset = [...setByService, ...(reworded[familyOf(name)] ?? [])];
  const set = Object.entries(Object(input)).filter(([key]) => !unset.includes(key));
  const compared = set.filter(([key, value]) => key in record && typeof value !== "object");
  for (const [key, value] of compared) {
    // An empty text is stored as null.
    if (value === "") expect(record[key], key).toBeNull();
    else expect(shownAs(record[key], value), key).toBe(String(value));
  }
  const translated = set.filter(([key]) => key.endsWith("_en"));
  for (const [key, value] of translated) expect(record[key.slice(0, -"_en".length)], key).toMatchObject({ en: value });
}

const expected = Object.entries(facts.responses)
  .filter(([name]) => isServed(name))
  .flatMap(([name, { scopes }]) => scopes.map((scope) => [name, scope] as const));

describe("a sample response has no key that ours lacks", () => {
  test.each(expected)("%s, with %s", async (name, scope) => {
    const [family = ""] = name.split("/");
    const include = name.includes("_with_comments_fees_and_taxes") ? "?include=bookings_fees,bookings_taxes" : "";
    const reader = await aReader(scope, family);
    const route = routes.find(
      ({ method, operation, resource }) =>
        method === "GET" && operation.kind !== "get" && resource === resourceOfFamily(family),
    );
    if (!route) throw new Error(`Nothing lists ${family}.`);
    // A public token cannot see a past stay, so the response omits this link.
    const hidden = family === "reviews" && scope === "public" ? ["links.booking"] : [];
    expectKeys(name, await reader.get(`${listPath(route, fixture.ids)}${include}`), hidden);
  });

  test("bookings_fees/add_fee-scope-response.json and remove_fee-scope-response.json", async () => {
    // No sample about booking fees is sent to this account.
    const { client, ids } = alone["create-request.json"] ?? written;
    const booking = idIn(ids, "bookings");
    const { "bookings_fees/add_fee-request.json": request } = facts.requests;
    expectKeys(
      "bookings_fees/add_fee-scope-response.json",
      await client.patch(
        `/bookings/${booking}/add_bookings_fee`,
        filled("bookings_fees/add_fee-request.json", request, ids),
      ),
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
      filled(name, facts.requests[name], written.ids),
    );
    expectKeys("bookings/bookings_read-bookings_write_with_comments_fees_and_taxes-scope-response.json", answer);
    expect(recordsOf(answer, "bookings")).toMatchObject([
      { final_price: "2930.0", final_rental_price: "2700.0", adults: 5, currency: "USD" },
    ]);
  });
});

function expectKeys(name: string, answer: Answer, hidden: readonly string[] = []): void {
  expect(answer.status, answer.text).toBeLessThan(202);
  const sample = facts.responses[name];
  if (!sample) throw new Error(`There is no sample ${name}.`);
  const keys = recordsOf(answer, sample.root).flatMap((record) => keysIn(record));
  expect(keys).toEqual(expect.arrayContaining(sample.record.filter((key) => !hidden.includes(key))));
  expect(Object.keys(Object(answer.json.links))).toEqual(expect.arrayContaining([...sample.templates]));
  expect(Object.keys(Object(answer.json.meta))).toEqual(expect.arrayContaining([...sample.meta]));
}

/** A client with one scope. With an owned scope it first creates every record that the scope allows. */
async function aReader(scope: Scope, family: string): Promise<ApiClient> {
  if (!scope.endsWith("_owned")) return service.aClient(fixture.account, { scopes: [scope] });
  const { account, ids } = portals;
  const portal = await service.aClient(account, { scopes: [scope] });
  const rental = idIn(ids, "rentals");
  if (scope === "inquiries_write_owned" || scope === "payments_write_owned") {
    const resource = resourceOfFamily(family);
    if (!resource) throw new Error(`There is no resource for the samples of ${family}.`);
    // A payment requires a booking by the same application.
    const booker = await service.aClient(account, {
      scopes: ["bookings_write_owned"],
      application: portal.application,
    });
    const parent =
      family === "payments"
        ? `/bookings/${(await aBooking(booker, { id: rental }, { start_at: "2093-01-04", end_at: "2093-01-08" })).id}`
        : `/rentals/${rental}`;
    await created(portal, `${parent}/${family}`, family, ownSample(sampleOf(resource, ids)));
    return portal;
  }
  const year = 2094 + bookingsMade++;
  await created(portal, `/rentals/${rental}/bookings`, "bookings", {
    start_at: `${year}-01-04`,
    end_at: `${year}-01-08`,
    comments: [{ content: "Late" }],
    bookings_fees: [{ price: "5", name: "Dog", kind: "other" }],
    bookings_taxes: [{ amount: "1", name: "City tax" }],
  });
  return portal;
}

/** Removes the source: an owned scope cannot reference another application's source. */
const ownSample = ({ source_id: _source, gateway_id: _gateway, ...sample }: Json): Json => sample;
