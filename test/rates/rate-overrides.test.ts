import { describe, expect, test } from "vitest";
import { type ApiClient, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aRental, created, linksOf, read } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { aPeriod, aRatesTable, aSeason, changed, dayAhead, refusal } from "./factories.ts";

const service = useSharedService();

/** A rental at 100 a night, and 120 in its season from day 10 to day 20. */
async function aRentalBySeasons() {
  const client = await service.aClient(await service.anAccount());
  const table = await aRatesTable(client);
  const season = await aSeason(client, table, { ratio_percentage: "120", minimum_stay: 2 });
  await aPeriod(client, season, 10, 20);
  const rental = await aRental(client, { base_rate: "100", sleeps: 2, rates_table_id: table.id });
  const override = (attributes: Json) =>
    created(client, `/rentals/${rental.id}/rate_overrides`, "rate_overrides", {
      start_date: dayAhead(12),
      end_date: dayAhead(14),
      ...attributes,
    });
  return { client, rental, override };
}

/** The final prices that a quote, a search, a length-of-stay record and a booking give the same stay. */
async function pricesOf(client: ApiClient, rental: Json, arrival: number, nights: number): Promise<unknown[]> {
  const dates = { start_at: dayAhead(arrival), end_at: dayAhead(arrival + nights) };
  const searched = await client.get(
    `/rentals/${rental.id}/search?start_at=${dates.start_at}&end_at=${dates.end_at}&adults=2&include_not_available=true`,
  );
  const [found] = recordsOf(searched, "rentals");
  const lengths = recordsOf(await client.get(`/los_records?rental_id=${rental.id}&kinds=final_price`), "los_records");
  const day = lengths.find((one) => one.day === dates.start_at);
  const booking = recordOf(
    await client.post(`/rentals/${rental.id}/bookings`, { bookings: [{ ...dates, adults: 2, booked: true }] }),
    "bookings",
  );
  await client.delete(`/bookings/${booking.id}`);
  const rates = day?.rates;
  return [
    Number(found?.final_price),
    Number(Array.isArray(rates) ? rates[nights - 1] : Number.NaN),
    Number(booking.final_price),
  ];
}

/** The refusals that a search names. */
async function refusalsOf(client: ApiClient, rental: Json, arrival: number, departure: number): Promise<unknown> {
  const dates = `start_at=${dayAhead(arrival)}&end_at=${dayAhead(departure)}&adults=2`;
  const answer = await client.get(`/rentals/${rental.id}/search?${dates}&include_not_available=true`);
  return recordsOf(answer, "rentals")[0]?.refusals;
}

/** The refusals of a strict booking's stay, at a price that is wrong anyway. */
async function strictly(client: ApiClient, rental: Json, arrival: number, departure: number): Promise<unknown> {
  const stay = { rental_id: rental.id, start_at: dayAhead(arrival), end_at: dayAhead(departure), adults: 2 };
  const seen = {
    final_price: "1",
    price_to_pay_now: "1",
    currency: "EUR",
    client: { firstname: "Ada", email: "ada@example.com" },
  };
  const answer = await client.post("/strict_bookings", { bookings: [{ ...stay, ...seen }] });
  expect(answer.status).toBe(422);
  return Object(answer.json.errors).base ?? [];
}

/** The lengths that may be booked from an arrival, up to five nights, by the length-of-stay records. */
async function lengthsOn(client: ApiClient, rental: Json, arrival: number): Promise<number[]> {
  const answer = await client.get(`/los_records?rental_id=${rental.id}&kinds=final_price`);
  const day = recordsOf(answer, "los_records").find((one) => one.day === dayAhead(arrival));
  const prices = Array.isArray(day?.rates) ? day.rates.map(Number) : [];
  return [1, 2, 3, 4, 5].filter((nights) => (prices[nights - 1] ?? 0) > 0);
}

async function changesOf(client: ApiClient, rental: Json, first: number, last: number): Promise<string> {
  const { map, start_date } = await read(client, "change_overs", rental.id);
  const from = Date.parse(String(start_date)) / 86_400_000;
  const index = (days: number) => Date.parse(dayAhead(days)) / 86_400_000 - from;
  return String(map).slice(index(first), index(last) + 1);
}

const mapOf = async (client: ApiClient, rental: Json, name: string, from: number, to: number): Promise<string[]> => {
  const map = await read(client, "nightly_rate_maps", rental.id);
  return String(map[name])
    .split(",")
    .slice(from + 1, to + 2);
};

describe("an override of nights", () => {
  test("changes rates and minimum stays on top of seasons, and leaves them as they were when it is deleted", async () => {
    const { client, rental, override } = await aRentalBySeasons();
    const made = await override({ rate: "150.5", minimum_stay: 3 });
    expect(await mapOf(client, rental, "rates_map", 9, 15)).toEqual([
      "100",
      "120",
      "120",
      "150.5",
      "150.5",
      "150.5",
      "120",
    ]);
    expect(await mapOf(client, rental, "minimum_stays_map", 9, 15)).toEqual(["1", "2", "2", "3", "3", "3", "2"]);
    expect(linksOf(await read(client, "rentals", rental.id)).rate_overrides).toEqual([made.id]);
    expect((await client.delete(`/rate_overrides/${made.id}`)).status).toBe(204);
    expect(await mapOf(client, rental, "rates_map", 9, 15)).toEqual(["100", ...Array(6).fill("120")]);
    expect(await mapOf(client, rental, "minimum_stays_map", 12, 12)).toEqual(["2"]);
    expect(linksOf(await read(client, "rentals", rental.id)).rate_overrides).toEqual([]);
  });

  test("lies on older overrides, which show again when it is deleted", async () => {
    const { client, rental, override } = await aRentalBySeasons();
    await override({ rate: "200" });
    const raised = await override({ percentage: "10", end_date: dayAhead(12) });
    const rates = () => mapOf(client, rental, "rates_map", 12, 13);
    expect(await rates()).toEqual(["220", "200"]);
    await changed(client, `/rate_overrides/${raised.id}`, "rate_overrides", { percentage: "-50" });
    expect(await rates()).toEqual(["100", "200"]);
    await client.delete(`/rate_overrides/${raised.id}`);
    expect(await rates()).toEqual(["200", "200"]);
  });

  test("changes its weekdays only", async () => {
    const { client, rental, override } = await aRentalBySeasons();
    const weekday = new Date(dayAhead(13)).getUTCDay();
    const made = await override({ rate: "90", days: [weekday, weekday] });
    expect(made.days).toEqual([weekday]);
    expect(await mapOf(client, rental, "rates_map", 12, 14)).toEqual(["120", "90", "120"]);
    await changed(client, `/rate_overrides/${made.id}`, "rate_overrides", { days: null });
    expect(await mapOf(client, rental, "rates_map", 12, 14)).toEqual(["90", "90", "90"]);
  });

  test("gives searches, length-of-stay records and bookings the same price", async () => {
    const { client, rental, override } = await aRentalBySeasons();
    await override({ rate: "150.5" });
    await override({ percentage: "12.34", start_date: dayAhead(13), end_date: dayAhead(30) });
    // 120 + 150.50 + 150.50 × 1.1234, rounded once.
    expect(await pricesOf(client, rental, 11, 3)).toEqual([439.57, 439.57, 439.57]);
    expect(await pricesOf(client, rental, 20, 2)).toEqual([247.15, 247.15, 247.15]);
  });

  test.each<[Json, Json]>([
    [{ rate: "90", percentage: "5" }, { base: ["can have either a rate or a percentage, not both"] }],
    [{}, { base: ["needs a rate, a percentage, a minimum_stay, closed_to_arrival or closed_to_departure"] }],
    [{ closed_to_arrival: "never" }, { closed_to_arrival: ["must be true or false"] }],
    [{ rate: "0" }, { rate: ["must be greater than 0"] }],
    [{ rate: "90", days: [] }, { days: ["must be an array of weekdays from 0 (Sunday) to 6 (Saturday)"] }],
    [{ rate: "90", start_date: dayAhead(15) }, { start_date: ["must not be after end_date"] }],
  ])("is refused with %j", async (attributes, errors) => {
    const { client, rental } = await aRentalBySeasons();
    const body = { start_date: dayAhead(12), end_date: dayAhead(14), ...attributes };
    const answer = await client.post(`/rentals/${rental.id}/rate_overrides`, { rate_overrides: [body] });
    expect(refusal(answer)).toEqual([422, errors]);
  });

  test("rests while an application writes the nights, and is refused there", async () => {
    const { client, rental, override } = await aRentalBySeasons();
    await override({ rate: "150" });
    const manage = (nightly_rates_managed_externally: boolean) =>
      changed(client, `/rentals/${rental.id}`, "rentals", { nightly_rates_managed_externally });
    await manage(true);
    await changed(client, `/nightly_rate_maps/${rental.id}`, "nightly_rate_maps", {
      start_date: dayAhead(11),
      rates_map: "80,80,80",
      minimum_stays_map: "1,1,1",
    });
    expect(await pricesOf(client, rental, 11, 3)).toEqual([240, 240, 240]);
    const body = { rate_overrides: [{ start_date: dayAhead(12), end_date: dayAhead(14), rate: "90" }] };
    expect(refusal(await client.post(`/rentals/${rental.id}/rate_overrides`, body))).toEqual([
      422,
      {
        base: [
          "a rate or minimum_stay has no effect while nightly_rates_managed_externally is true. Write the rental's nightly rate map instead",
        ],
      },
    ]);
    await manage(false);
    expect(await mapOf(client, rental, "rates_map", 12, 12)).toEqual(["150"]);
  });

  test("closes days to arrivals and departures, until a newer override opens them", async () => {
    const { client, rental, override } = await aRentalBySeasons();
    expect(await strictly(client, rental, 30, 33)).toEqual([]);
    const made = await override({ start_date: dayAhead(30), end_date: dayAhead(31), closed_to_arrival: true });
    const left = await override({ start_date: dayAhead(33), end_date: dayAhead(33), closed_to_departure: true });
    expect(await strictly(client, rental, 30, 33)).toEqual([
      `the stay is refused by closed_to_arrival (rate override ${made.id})`,
      `the stay is refused by closed_to_departure (rate override ${left.id})`,
    ]);
    expect(await refusalsOf(client, rental, 30, 33)).toEqual([
      { kind: "closed_to_arrival", rates_rule_id: null, rate_override_id: made.id },
      { kind: "closed_to_departure", rates_rule_id: null, rate_override_id: left.id },
    ]);
    expect(await lengthsOn(client, rental, 29)).toEqual([1, 2, 3, 5]);
    expect(await lengthsOn(client, rental, 30)).toEqual([]);
    expect(await changesOf(client, rental, 29, 34)).toBe("COOCIC");
    await override({
      start_date: dayAhead(30),
      end_date: dayAhead(33),
      closed_to_arrival: false,
      closed_to_departure: false,
    });
    expect(await strictly(client, rental, 30, 33)).toEqual([]);
    expect(await lengthsOn(client, rental, 30)).toEqual([1, 2, 3, 4, 5]);
    expect(await changesOf(client, rental, 29, 34)).toBe("CCCCCC");
  });

  test("closes days beside written nights and for long stays, where a rate would have no effect", async () => {
    const { client, rental, override } = await aRentalBySeasons();
    await changed(client, `/rentals/${rental.id}`, "rentals", { nightly_rates_managed_externally: true });
    await changed(client, `/nightly_rate_maps/${rental.id}`, "nightly_rate_maps", {
      start_date: dayAhead(0),
      rates_map: Array(90).fill("80").join(),
      minimum_stays_map: Array(90).fill("1").join(),
    });
    const closed = await override({ closed_to_arrival: true });
    expect(await refusalsOf(client, rental, 12, 13)).toEqual([
      { kind: "closed_to_arrival", rates_rule_id: null, rate_override_id: closed.id },
    ]);
    expect(await lengthsOn(client, rental, 12)).toEqual([]);
    await changed(client, `/rentals/${rental.id}`, "rentals", { mid_term_pricing_active: true });
    const { mid_term_rate_map } = linksOf(await read(client, "rentals", rental.id));
    await changed(client, `/mid_term_rate_maps/${mid_term_rate_map}`, "mid_term_rate_maps", {
      start_date: dayAhead(0),
      map: Array(90).fill("50").join(),
    });
    expect(await refusalsOf(client, rental, 11, 43)).toEqual([]);
    expect(await refusalsOf(client, rental, 12, 44)).toEqual([
      { kind: "closed_to_arrival", rates_rule_id: null, rate_override_id: closed.id },
    ]);
  });
});
