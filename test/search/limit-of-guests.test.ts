import { beforeAll, describe, expect, test } from "vitest";
import { type ApiClient, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aRental, fourNights, idsOf } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { anAgent, aToken, objectIn, type WireAgent } from "../mcp/fixture.ts";

/** All searches use one guest limit: sleeps_max, or sleeps if that is null or 0. */
const service = useSharedService();

let client: ApiClient;
let agent: WireAgent;

beforeAll(async () => {
  const account = await service.anAccount();
  client = await service.aClient(account);
  agent = await anAgent(service, await aToken(service, [account]));
});

/** Each stay uses its own month. */
const month = (guests: number) => ({
  start_at: `2090-${String(guests).padStart(2, "0")}-04T16:00:00Z`,
  end_at: `2090-${String(guests).padStart(2, "0")}-08T10:00:00Z`,
});
const finds = async (path: string, rental: Json): Promise<boolean> =>
  idsOf(recordsOf(await client.get(path), "rentals")).includes(rental.id);

/** Ways to ask whether a rental accepts this many guests, including up to one child. */
const answers: Readonly<Record<string, (rental: Json, guests: number) => Promise<boolean>>> = {
  "the list by guests": (rental, guests) => finds(`/rentals?guests=${guests}`, rental),
  "the search by guests": (rental, guests) => finds(`/rentals/search?guests=${guests}`, rental),
  "the search by adults and children": (rental, guests) => {
    const party = guests > 1 ? `adults=${guests - 1}&children=1` : "adults=1";
    const { start_at, end_at } = month(guests);
    return finds(`/rentals/search?start_at=${start_at}&end_at=${end_at}&${party}`, rental);
  },
  "an agent's quote": async (rental, guests) => {
    const { start_at, end_at } = month(guests);
    const stay = { rental_id: rental.id, arrival: start_at.slice(0, 10), departure: end_at.slice(0, 10) };
    return (await agent.content("quote_stay", { ...stay, adults: guests })).can_be_booked === true;
  },
  "an agent's search": async (rental, guests) => {
    const { start_at, end_at } = month(guests);
    const stay = { arrival: start_at.slice(0, 10), departure: end_at.slice(0, 10), adults: guests };
    const { rentals } = await agent.content("find_stays", { ...stay, rental_ids: [rental.id] });
    return [rentals].flat().map(objectIn)[0]?.free === true;
  },
  "the length-of-stay records": async (rental, guests) => {
    const records = recordsOf(await client.get(`/los_records?rental_id=${rental.id}`), "los_records");
    return guests <= Math.max(...records.map((record) => Number(record.max_occupancy)));
  },
  "a strict booking": async (rental, guests) => {
    const party = guests > 1 ? { adults: guests - 1, children: 1 } : { adults: 1 };
    const price = { final_price: "400", price_to_pay_now: "0", currency: "EUR" };
    const body = { ...month(guests), ...party, ...price, rental_id: rental.id, client: { firstname: "Ada" } };
    const { status, text } = await client.post("/strict_bookings", { bookings: [body] });
    if (status === 422) expect(text).toContain("sleeps_max");
    else expect(status, text).toBe(201);
    return status === 201;
  },
};

const sizes: [sleeps: number, sleepsMax: number | null, limit: number][] = [
  [2, null, 2],
  [4, 0, 4],
  [1, 1, 1],
  [2, 3, 3],
  [3, 5, 5],
];

describe.each(sizes)("a rental that sleeps %s, with sleeps_max %s", (sleeps, sleepsMax, limit) => {
  test.each(Object.keys(answers))(`takes ${limit} guests and no more by %s`, async (how) => {
    const rental = await aRental(client, { base_rate: "100", sleeps, sleeps_max: sleepsMax });
    for (let guests = 1; guests <= limit + 2; guests++)
      expect(await answers[how]?.(rental, guests), `${guests} guests`).toBe(guests <= limit);
  });
});

describe("a rental without a guest limit", () => {
  test.each(Object.keys(answers))("takes seven by %s", async (how) => {
    expect(await answers[how]?.(await aRental(client, { base_rate: "100" }), 7)).toBe(true);
  });
});

test("a manager can book more guests than a rental takes", async () => {
  const rental = await aRental(client, { base_rate: "100", sleeps: 2 });
  expect(await aBooking(client, rental, { ...fourNights, adults: 5 })).toMatchObject({ initial_price: "400.0" });
});

test("a rental without sleeps_max is sorted last by it", async () => {
  const account = await service.anAccount();
  const own = await service.aClient(account);
  const unset = await aRental(own, { sleeps: 4, sleeps_max: 0 });
  const set = await aRental(own, { sleeps: 4, sleeps_max: 5 });
  const answer = await own.put(`/rentals/${set.id}`, { rentals: [{ sleeps: 6 }] });
  expect(answer.json.errors).toEqual({ sleeps: ["must be less than or equal to sleeps_max"] });
  for (const direction of ["asc", "desc"]) {
    const found = recordsOf(await own.get(`/rentals/search?sort=sleeps_max&direction=${direction}`), "rentals");
    expect(idsOf(found), direction).toEqual([set.id, unset.id]);
  }
});

test("a stay needs an adult in a search, a strict booking and an agent's question", async () => {
  const rental = await aRental(client, { base_rate: "100", sleeps: 4 });
  const { start_at, end_at } = fourNights;
  for (const party of ["adults=0&children=2", "adults=0", "children=2"]) {
    const answer = await client.get(`/rentals/search?start_at=${start_at}&end_at=${end_at}&${party}`);
    expect([answer.status, answer.text], party).toEqual([400, expect.stringContaining("adult")]);
  }
  const body = { ...fourNights, rental_id: rental.id, final_price: "400", price_to_pay_now: "0", currency: "EUR" };
  for (const party of [{ adults: 0, children: 2 }, { adults: 0 }, { children: 2 }]) {
    const answer = await client.post("/strict_bookings", {
      bookings: [{ ...body, ...party, client: { firstname: "A" } }],
    });
    expect(answer.status, JSON.stringify(party)).toBe(422);
    expect(answer.json.errors).toMatchObject({ adults: ["must be at least 1"] });
  }
  const stay = { arrival: "2090-01-04", departure: "2090-01-08", adults: 0, children: 2 };
  for (const [tool, args] of [
    ["find_stays", stay],
    ["quote_stay", { ...stay, rental_id: rental.id }],
  ] as const)
    expect((await agent.call(tool, args)).text).toMatch(/-32602.*adult/);
  expect(recordOf(await client.get(`/rentals/${rental.id}`), "rentals").sleeps).toBe(4);
});
