import { describe, expect, test } from "vitest";
import { type ApiClient, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aRental, fourNights, idsOf } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";

/** `sleeps_max` null and 0 mean one thing everywhere: no limit. */
const service = useSharedService();
const aManager = async () => service.aClient(await service.anAccount());

const idsIn = async (client: ApiClient, path: string) => idsOf(recordsOf(await client.get(path), "rentals"));

const occupancies = async (client: ApiClient, rental: Json): Promise<number> => {
  const records = recordsOf(await client.get(`/los_records?rental_id=${rental.id}`), "los_records");
  return Math.max(...records.map((record) => Number(record.max_occupancy)));
};

describe.each([[0], [null]])("a rental that sleeps 4, and whose sleeps_max is %s", (sleeps_max) => {
  const attributes = { base_rate: "100", sleeps: 4, sleeps_max };

  test("is written, and changed to be so", async () => {
    const client = await aManager();
    const rental = await aRental(client, attributes);
    expect(rental).toMatchObject({ sleeps: 4, sleeps_max });
    const limited = await aRental(client, { ...attributes, sleeps_max: 6 });
    const answer = await client.put(`/rentals/${limited.id}`, { rentals: [{ sleeps_max }] });
    expect(recordOf(answer, "rentals")).toMatchObject({ sleeps: 4, sleeps_max });
  });

  test("is found, quoted and booked for any number of guests, strictly too", async () => {
    const client = await aManager();
    const rental = await aRental(client, attributes);
    const dates = `start_at=${fourNights.start_at}&end_at=${fourNights.end_at}`;
    expect(await idsIn(client, `/rentals/search?${dates}&adults=30`)).toEqual([rental.id]);
    const strict = await client.post("/strict_bookings", {
      bookings: [
        {
          ...fourNights,
          rental_id: rental.id,
          adults: 30,
          final_price: "400",
          price_to_pay_now: "0",
          currency: "EUR",
          client: { firstname: "Ada" },
        },
      ],
    });
    expect(strict.status, strict.text).toBe(201);
    const plain = { start_at: "2090-02-01", end_at: "2090-02-05", adults: 30 };
    expect(await aBooking(client, rental, plain)).toMatchObject({ initial_price: "400.0" });
  });

  test("is filtered, and has its length-of-stay records, by what it sleeps", async () => {
    const client = await aManager();
    const rental = await aRental(client, attributes);
    expect(await idsIn(client, "/rentals?guests=4")).toEqual([rental.id]);
    expect(await idsIn(client, "/rentals/search?guests=4")).toEqual([rental.id]);
    expect(await idsIn(client, "/rentals?guests=5")).toEqual([]);
    expect(await occupancies(client, rental)).toBe(4);
  });

  test("comes last among those that are sorted by it, as an unknown value does", async () => {
    const client = await aManager();
    const unlimited = await aRental(client, attributes);
    const limited = await aRental(client, { ...attributes, sleeps_max: 5 });
    for (const direction of ["asc", "desc"]) {
      const found = await idsIn(client, `/rentals/search?sort=sleeps_max&direction=${direction}`);
      expect(found, direction).toEqual([limited.id, unlimited.id]);
    }
  });
});

test("A rental whose sleeps_max is 5 takes five guests and no more, in every place", async () => {
  const client = await aManager();
  const rental = await aRental(client, { base_rate: "100", sleeps: 4, sleeps_max: 5 });
  const dates = `start_at=${fourNights.start_at}&end_at=${fourNights.end_at}`;
  expect(await idsIn(client, `/rentals/search?${dates}&adults=5`)).toEqual([rental.id]);
  expect(await idsIn(client, `/rentals/search?${dates}&adults=6`)).toEqual([]);
  expect(await idsIn(client, "/rentals?guests=5")).toEqual([rental.id]);
  expect(await idsIn(client, "/rentals?guests=6")).toEqual([]);
  expect(await occupancies(client, rental)).toBe(5);
  const refused = await client.put(`/rentals/${rental.id}`, { rentals: [{ sleeps: 6 }] });
  expect(refused.json.errors).toEqual({ sleeps: ["must be less than or equal to sleeps_max"] });
});
