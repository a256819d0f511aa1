import { describe, expect, test } from "vitest";
import { formatDay, instantOnDay } from "../../src/core/day.ts";
import { day } from "../core/pricing/fixture.ts";
import type { ApiClient, Json } from "../harness/client.ts";
import { aBooking } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { changed } from "../rates/factories.ts";
import { aPricedRental, aRentalWithRules, found, offerOf, refusalsOf } from "./factories.ts";

/** The worked examples of pricing.md §8, requested like a website: all EUR, "today" 2027-01-04, base rate 100. */
const service = useService({ clock: () => instantOnDay(day("2027-01-04"), 12) });

const aClient = async () => service.aClient(await service.anAccount());

/** A stay that starts on this date. */
const stay = (arrival: string, nights: number, adults = 2) => ({
  start_at: arrival,
  end_at: formatDay(day(arrival) + nights),
  adults,
});

const cost = async (client: ApiClient, rental: Json, asked: ReturnType<typeof stay>) =>
  (await offerOf(client, rental, asked)).initial_price;

const costs = async (client: ApiClient, rental: Json, asked: readonly ReturnType<typeof stay>[]) => {
  const prices: unknown[] = [];
  for (const one of asked) prices.push(await cost(client, rental, one));
  return prices;
};

const days = (length: number) => ({ variables: { length, unit: "days" } });
const longStays = [
  { kind: "stay_at_least", ...days(7), percentage: "-10" },
  { kind: "stay_at_least", ...days(14), percentage: "-20" },
];
const early = { kind: "early_booking", variables: { length: 3, unit: "months" }, percentage: "-15" };

describe("the worked examples as searches", () => {
  test("1. charge_at_least 3 days: 1, 2, 3 nights cost 300, 4 cost 400, 5 cost 500", async () => {
    const client = await aClient();
    const rental = await aRentalWithRules(client, [{ kind: "charge_at_least", ...days(3) }]);
    const stays = [1, 2, 3, 4, 5].map((nights) => stay("2027-02-01", nights));
    expect(await costs(client, rental, stays)).toEqual([300, 300, 300, 400, 500]);
  });

  test("2. additional_person_fixed_per_night above 2, 15: 3 guests cost 115 a night, 4 cost 130", async () => {
    const client = await aClient();
    const rule = {
      kind: "additional_person_fixed_per_night",
      fixed_amount: "15",
      variables: { occupation_greater_than: 2 },
    };
    const rental = await aRentalWithRules(client, [rule]);
    const stays = [1, 2, 3, 4].map((guests) => stay("2027-02-01", 1, guests));
    expect(await costs(client, rental, stays)).toEqual([100, 100, 115, 130]);
    const withChildren = { ...stay("2027-02-01", 5), children: 2 };
    expect(await cost(client, rental, withChildren)).toBe(650);
  });

  test("3. weekend_night +20% on [5, 6]: Thursday to Sunday is 340", async () => {
    const client = await aClient();
    const rental = await aRentalWithRules(client, [
      { kind: "weekend_night", variables: { days: [5, 6] }, percentage: "20" },
    ]);
    expect(await cost(client, rental, stay("2027-01-14", 3))).toBe(340);
  });

  test("4. stay_at_least 7 days -10% and 14 days -20%: 7 nights cost 630, 14 cost 1120", async () => {
    const client = await aClient();
    const rental = await aRentalWithRules(client, longStays);
    const stays = [6, 7, 13, 14].map((nights) => stay("2027-02-01", nights));
    expect(await costs(client, rental, stays)).toEqual([600, 630, 1170, 1120]);
  });

  test("5. early_booking 3 months -15%: an arrival on 4 April costs 85 a night, a day earlier 100", async () => {
    const client = await aClient();
    const rental = await aRentalWithRules(client, [early]);
    expect(await costs(client, rental, [stay("2027-04-04", 1), stay("2027-04-03", 1)])).toEqual([85, 100]);
  });

  test("6. strict_minimum_price_per_night -25% with (4) and (5): 14 nights at 75 cost 1050", async () => {
    const client = await aClient();
    const floor = { kind: "strict_minimum_price_per_night", percentage: "-25" };
    const rental = await aRentalWithRules(client, [...longStays, early, floor]);
    expect(await cost(client, rental, stay("2027-05-01", 14))).toBe(1050);
  });

  test("7. prevent_gap 3 days with a booking ending 2027-02-10: found for 02-10 and 02-13, and not between", async () => {
    const client = await aClient();
    const rental = await aRentalWithRules(client, [{ kind: "prevent_gap", ...days(3) }]);
    await aBooking(client, rental, { start_at: "2027-02-03", end_at: "2027-02-10" });
    const arrivals = ["2027-02-10", "2027-02-11", "2027-02-12", "2027-02-13"];
    const counts: number[] = [];
    for (const arrival of arrivals) counts.push((await found(client, stay(arrival, 4))).length);
    expect(counts).toEqual([1, 0, 0, 1]);
    const offer = await offerOf(client, rental, stay("2027-02-11", 4));
    expect(refusalsOf(offer)).toEqual([{ kind: "prevent_gap", rates_rule_id: expect.any(Number) }]);
    expect(offer.initial_price).toBe(400);
  });

  test("8. full_period_only 2027-12-24…26: 12-23 → 12-26 refused, 12-24 → 12-27 found", async () => {
    const client = await aClient();
    const dates = { start_date: "2027-12-24", end_date: "2027-12-26", always_applied: false };
    const rental = await aRentalWithRules(client, [{ kind: "full_period_only", variables: null, ...dates }]);
    expect(await found(client, stay("2027-12-23", 3))).toEqual([]);
    expect(await found(client, stay("2027-12-24", 3))).toHaveLength(1);
    expect(refusalsOf(await offerOf(client, rental, stay("2027-12-23", 3)))).toMatchObject([
      { kind: "full_period_only" },
    ]);
  });

  test("9. closest-marketing: 362.00 → 369.00; 369.00 → 369.00; 369.01 → 379.00", async () => {
    const client = await aClient();
    const prices: unknown[] = [];
    for (const base_rate of ["362", "369", "369.01"]) {
      const rental = await aPricedRental(client, { base_rate, rounding_kind: "closest-marketing" });
      prices.push(await cost(client, rental, stay("2027-02-01", 1)));
    }
    expect(prices).toEqual([369, 369, 379]);
  });

  test("10. mid-term map 100 × 10, 50 × 10, 300 × 2, 100 × 10: 32 nights cost 3100; one 0 night is refused", async () => {
    const client = await aClient();
    const rental = await aPricedRental(client, { mid_term_pricing_active: true });
    const [map] = await service.sql("select id from mid_term_rate_maps where rental_id = $1", [rental.id]);
    const rates = [10, 10, 2, 10].flatMap((nights, index) => new Array(nights).fill([100, 50, 300, 100][index]));
    // The API writes maps from the real today on; SQL can set any start date.
    const write = (values: readonly number[]) =>
      service.sql("update mid_term_rate_maps set start_date = '2027-02-01', map = $2 where id = $1", [
        map?.id,
        values.map((rate) => rate * 100),
      ]);
    await write(rates);
    const asked = stay("2027-02-01", 32);
    expect(await cost(client, rental, asked)).toBe(3100);
    await write(rates.with(15, 0));
    const offer = await offerOf(client, rental, asked);
    expect([offer.initial_price, refusalsOf(offer)]).toEqual([
      null,
      [{ kind: "no_rate", rates_rule_id: null, night: "2027-02-16" }],
    ]);
    expect(await found(client, asked)).toEqual([]);
  });

  test("11. a minimum stay of the arrival's season is respected", async () => {
    const client = await aClient();
    const rental = await aRentalWithRules(client, []);
    const season = await client.post(`/rates_tables/${Object(rental.links).rates_table}/seasons`, {
      seasons: [{ name_en: "Summer", ratio_percentage: "150", minimum_stay: 7 }],
    });
    const [{ id } = { id: 0 }] = Object(season.json.seasons);
    await client.post(`/seasons/${id}/periods`, { periods: [{ start_date: "2027-07-01", end_date: "2027-08-31" }] });
    expect(await found(client, stay("2027-07-10", 6))).toEqual([]);
    expect(await cost(client, rental, stay("2027-07-10", 7))).toBe(1050);
    expect(refusalsOf(await offerOf(client, rental, stay("2027-07-10", 6)))).toEqual([
      { kind: "minimum_stay", rates_rule_id: null, nights: 7 },
    ]);
    await changed(client, `/rentals/${rental.id}`, "rentals", { sleeps_max: 3 });
    expect(refusalsOf(await offerOf(client, rental, stay("2027-03-01", 1, 4)))).toEqual([
      { kind: "sleeps_max", rates_rule_id: null, guests: 3 },
    ]);
  });
});
