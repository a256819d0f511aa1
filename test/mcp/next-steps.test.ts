import { beforeAll, expect, test } from "vitest";
import { formatDay } from "../../src/core/day.ts";
import type { Json } from "../harness/client.ts";
import { demoOfTheDay, useDemoService } from "../harness/demo.ts";
import { anAgent, aToken, errorIn, objectIn, recordsIn, type WireAgent } from "./fixture.ts";

/** An agent that asked for the wrong thing learns the right call: it rarely knows the date, an exact name or the API's words. */

const service = useDemoService();

let account: number;
let agent: WireAgent;
let today: number;

beforeAll(async () => {
  ({ today } = await demoOfTheDay());
  const [demo] = await service.sql("select id::integer from accounts order by id limit 1");
  account = Number(demo?.id);
  agent = await anAgent(service, await aToken(service, [account], { mayPropose: true }));
});

const refusal = async (name: string, args: Json) => errorIn(await agent.call(name, args)).message;
const list = (resource: string, filter: Json) =>
  agent.content("api_v3_list", { resource, filter, fields: ["id"], limit: 100 });
const idsIn = (content: Json, resource: string): unknown[] => recordsIn(content, resource).map(({ id }) => id);

test.each([
  ["rentals", { name: "chalet" }],
  ["rentals", { name: { op: "eq", value: "chalet melezes" } }],
  ["clients", { fullname: "caduff reto" }],
  ["rentals", { city: { op: "eq", value: "chamonix" }, sleeps: { op: "gteq", value: 2 } }],
])("a text that equals none of the %s names those with its words: %j", async (resource, filter) => {
  const content = await list(resource, filter);
  expect(idsIn(content, resource)).toEqual([]);
  const similar = objectIn(objectIn(content.meta).similar);
  const shown = await list(resource, objectIn(objectIn(similar.shown_by).filter));
  expect(similar.count).toBe(idsIn(shown, resource).length);
  expect(similar.count).toBeGreaterThan(0);
});

test("nothing similar is named where no text has the words, or where the filter found something", async () => {
  for (const [resource, filter] of [
    ["clients", { fullname: "nobody here" }],
    ["clients", { id: 999_999 }],
    ["rentals", { name: "Chalet Les Mélèzes" }],
    [
      "clients",
      Object.fromEntries(["fullname", "company", "notes", "firstname", "lastname"].map((key) => [key, "a b c d e"])),
    ],
  ] as const)
    expect((await list(resource, filter)).meta).not.toHaveProperty("similar");
});

test("several values of a city match by part, with and without an operator", async () => {
  const cities = ["chamonix", "Cassis"];
  const plain = idsIn(await list("rentals", { city: cities }), "rentals");
  expect(plain.length).toBeGreaterThan(1);
  expect(idsIn(await list("rentals", { city: { op: "in", value: cities } }), "rentals")).toEqual(plain);
});

test("an unknown guest's answer says how to go on", async () => {
  const { meta } = await agent.content("find_guest", { query: "00002A" });
  expect(meta).toMatchObject({ total_count: 0, hint: expect.stringMatching(/one word.*reference/s) });
});

test("a dog needs a rental that allows pets, and an unknown amenity is refused under the tool's own name", async () => {
  const stay = { arrival: formatDay(today + 120), departure: formatDay(today + 125), include_not_free: true };
  const pets = await agent.content("find_stays", { ...stay, amenities: "pets_allowed" });
  for (const word of ["dog", "Hunde", "chien", "pet friendly"])
    expect((await agent.content("find_stays", { ...stay, amenities: word })).rentals, word).toEqual(pets.rentals);
  for (const name of ["amenities", "amenities_all"])
    expect(await refusal("find_stays", { ...stay, [name]: "unicorn" })).toMatch(
      new RegExp(`^Invalid params: ${name} cannot be unicorn; use one of: `),
    );
});

test("a wrong date is refused with today's", async () => {
  const day = `Today is ${formatDay(today)} (UTC).`;
  expect(await refusal("arrivals", { from: "tomorrow" })).toContain(day);
  expect(await refusal("find_stays", { arrival: "08-01", departure: "2027-08-03" })).toContain(day);
});

test("a filter by a related record names the filter by its id", async () => {
  expect(await refusal("api_v3_list", { resource: "bookings", filter: { "client.fullname": "Caduff" } })).toMatch(
    /cannot be filtered by client\.fullname\. Filter by client_id\. Known filters/,
  );
  expect(await refusal("api_v3_list", { resource: "bookings", filter: { rental: "Casa" } })).toContain("rental_id.");
  expect(await refusal("api_v3_list", { resource: "guests" })).toContain("called clients here");
});

const over = (days = 120) => ({ arrival: formatDay(today - days), departure: formatDay(today - days + 10) });

test.each([
  { action: "hold", rental_id: 1 },
  { action: "block", rental_id: 1 },
  { action: "move", booking_id: 1 },
  { action: "set_prices", rental_id: 1, percentage: 10 },
])("$action is not proposed for days of a past year", async (args) => {
  const { arrival, departure } = over();
  expect(await refusal("propose", { ...args, arrival, departure })).toBe(
    `Invalid params: departure ${departure} is in the past. Today is ${formatDay(today)} (UTC).`,
  );
});

test("a proposed stay warns of everything that would refuse it to a guest", async () => {
  const stay = { rental_id: 1, arrival: formatDay(today + 400), departure: formatDay(today + 401) };
  const quote = await agent.content("quote_stay", { ...stay, adults: 30 });
  const kinds = (list: unknown) => (Array.isArray(list) ? list.map((one) => objectIn(one).kind) : []);
  expect(kinds(quote.refused_because)).toContain("sleeps_max");
  for (const party of [{ adults: 30 }, { adults: 10, children: 20 }, { children: 30 }]) {
    const { warnings } = await agent.content("propose", { action: "hold", ...stay, ...party });
    expect(kinds(warnings), JSON.stringify(party)).toEqual(kinds(quote.refused_because));
  }
  expect(kinds((await agent.content("propose", { action: "book", ...stay, adults: 500 })).warnings)).toContain(
    "sleeps_max",
  );
  // For the records, a stay that is over may be booked.
  const past = await agent.content("propose", { action: "book", rental_id: 1, ...over(3000), adults: 2 });
  expect(kinds(past.warnings)).toContain("arrival_in_the_past");
  const fine = { rental_id: 1, arrival: formatDay(today + 400), departure: formatDay(today + 407), adults: 2 };
  expect((await agent.content("quote_stay", fine)).refused_because).toEqual([]);
  expect(await agent.content("propose", { action: "book", ...fine })).not.toHaveProperty("warnings");
});
