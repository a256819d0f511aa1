import { beforeAll, describe, expect, test } from "vitest";
import { type ApiClient, type Json, recordsOf } from "../harness/client.ts";
import { aBooking, aFee, aRental, aRentalsFee } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { aRatesTable, aRule, aTaxOf, changed } from "../rates/factories.ts";
import { anAgent, aToken, errorIn, objectIn, type WireAgent } from "./fixture.ts";

/** `find_stays` and `quote_stay` expose the API's search to agents (agent.md). */
const service = useSharedService();

let client: ApiClient;
let agent: WireAgent;
let villa: Json;
let cottage: Json;
let small: Json;

/** A week from Saturday to Saturday. */
const week = { arrival: "2090-06-03", departure: "2090-06-10", adults: 2 };

beforeAll(async () => {
  const account = await service.anAccount();
  client = await service.aClient(account);
  agent = await anAgent(service, await aToken(service, [account]));
  const table = await aRatesTable(client);
  await aRule(client, table, { variables: { days: [5, 6] }, percentage: "20" });
  await aRule(client, table, { kind: "arrival_only", variables: { days: [6] }, percentage: null });
  await aRule(client, table, { kind: "stay_at_least", variables: { length: 7, unit: "days" }, percentage: "-10" });
  villa = await aRental(client, {
    name: "Villa",
    sleeps: 6,
    sleeps_max: 6,
    base_rate: "100",
    base_rate_kind: "nightly",
    city: "Nice",
  });
  cottage = await aRental(client, {
    name: "Cottage",
    sleeps: 4,
    base_rate: "50",
    base_rate_kind: "nightly",
    city: "Nice",
  });
  small = await aRental(client, {
    name: "Cabin",
    sleeps: 2,
    sleeps_max: 2,
    base_rate: "30",
    base_rate_kind: "nightly",
  });
  await changed(client, `/rentals/${villa.id}`, "rentals", { rates_table_id: table.id });
  const fee = await aFee(client, { rate: "40" });
  await aRentalsFee(client, villa, fee, { status: "required" });
  const tax = await aTaxOf(client);
  await client.post(`/rentals/${villa.id}/rentals_taxes`, {
    rentals_taxes: [{ tax_id: tax.id, tax_included_in_rate: false }],
  });
  await aBooking(client, cottage, { start_at: "2090-06-05T16:00:00Z", end_at: "2090-06-06T10:00:00Z", booked: true });
});

const rentalsIn = (content: Json) => [content.rentals].flat().map(objectIn);
const reasonsIn = (list: unknown) => [list].flat().map((reason) => objectIn(reason));
const refusal = async (name: string, args: Json) => errorIn(await agent.call(name, args));

describe("find_stays", () => {
  test("lists the free rentals with the prices of the API's search", async () => {
    const content = await agent.content("find_stays", week);
    const searched = recordsOf(
      await client.get(`/rentals/search?start_at=${week.arrival}&end_at=${week.departure}&adults=2`),
      "rentals",
    );
    expect(rentalsIn(content).map(({ id }) => id)).toEqual(searched.map(({ id }) => id));
    expect(rentalsIn(content).map(({ id }) => id)).toEqual([villa.id, small.id]);
    for (const [index, rental] of rentalsIn(content).entries()) {
      expect(rental.free).toBe(true);
      expect(Number(objectIn(rental.price).final_price)).toBe(searched[index]?.final_price);
      expect(rental).not.toHaveProperty("not_free_because");
    }
    expect(content.stay).toEqual({ ...week, nights: 7 });
    expect(content.meta).toMatchObject({ total_count: 2, shows: expect.stringContaining("include_not_free") });
  });

  test("lists the other rentals with include_not_free, with every reason in words", async () => {
    const content = await agent.content("find_stays", {
      ...week,
      arrival: "2090-06-04",
      adults: 5,
      include_not_free: true,
    });
    const [first, second, third] = rentalsIn(content);
    expect([first?.free, second?.free, third?.free]).toEqual([false, false, false]);
    expect(reasonsIn(first?.not_free_because)).toEqual([
      { kind: "arrival_only", rates_rule_id: expect.any(Number), words: "arrival only on Saturday" },
    ]);
    expect(reasonsIn(second?.not_free_because).map(({ words }) => words)).toContain("some nights are already booked");
    expect(reasonsIn(third?.not_free_because).map(({ words }) => words)).toContain("the rental takes at most 2 guests");
  });

  test("lists the other rentals with reasons when none is free", async () => {
    const content = await agent.content("find_stays", { ...week, rental_ids: [cottage.id] });
    expect(rentalsIn(content)).toMatchObject([{ id: cottage.id, free: false, price: { currency: "EUR" } }]);
    expect(content.meta).toMatchObject({ total_count: 1, shows: expect.stringContaining("cannot be booked") });
    expect(rentalsIn(await agent.content("find_stays", { ...week, city: "Nowhere" }))).toEqual([]);
  });

  test("filters, sorts, and pages until each rental was listed once", async () => {
    const ids = async (more: Json) =>
      rentalsIn(await agent.content("find_stays", { ...week, ...more })).map(({ id }) => id);
    expect(await ids({ city: "Nice" })).toEqual([villa.id]);
    expect(await ids({ sort: "price" })).toEqual([small.id, villa.id]);
    expect(await ids({ sort: "-price" })).toEqual([villa.id, small.id]);
    expect(await ids({ max_price: 300 })).toEqual([small.id]);
    const seen: unknown[] = [];
    let more: Json = { include_not_free: true, limit: 1 };
    for (let page = 0; page < 3; page++) {
      const content = await agent.content("find_stays", { ...week, ...more });
      seen.push(...rentalsIn(content).map(({ id }) => id));
      const { cursor } = objectIn(content.meta);
      expect(cursor === undefined).toBe(page === 2);
      more = { ...more, cursor };
    }
    expect(seen).toEqual([villa.id, cottage.id, small.id]);
  });

  test("refuses a cursor of another question and each invalid argument by name", async () => {
    const { cursor } = objectIn((await agent.content("find_stays", { ...week, limit: 1 })).meta);
    const wrong: [Json, RegExp][] = [
      [{ ...week, limit: 2, cursor }, /cursor must be meta\.cursor of a result with the same arguments/],
      [{ ...week, limit: 1, cursor: `9${String(cursor)}.1` }, /cursor must be/],
      [{ ...week, limit: 1, cursor: 7 }, /cursor must be/],
      [{ departure: week.departure }, /arrival is required/],
      [{ ...week, arrival: "2090-02-30" }, /arrival must be a date such as/],
      [{ ...week, departure: week.arrival }, /departure must be after arrival/],
      [{ ...week, departure: "2099-06-03" }, /end_at must be at most 1096 nights/],
      [{ ...week, adults: -1 }, /adults must be an integer of at least 0/],
      [{ ...week, adults: 1e9 }, /adults must be an integer of at most 999999999/],
      [{ start_at: "2027-08-01", arrival: "2027-08-02", departure: "2027-08-08" }, /start_at and arrival are the same/],
      [{ ...week, adults: 101 }, /adults must/],
      [{ ...week, currency: "XXX" }, /currency must be one of: .*AED, /],
      [{ ...week, currency: "USD" }, /there is no rate from EUR to it/],
      [{ ...week, sort: "name" }, /sort must be one of: price, /],
      [{ ...week, rental_type: "castle in the air" }, /rental_type cannot be castle in the air; use one of: castle/],
      [{ ...week, rental_ids: [] }, /rental_ids must be an array/],
      [{ ...week, rental_ids: [villa.id, 999_999] }, /rentals not found in this account: 999999\./],
      [{ ...week, include_not_free: "yes" }, /include_not_free must be true or false/],
      [{ ...week, city: "" }, /city must be a string/],
      [{ ...week, guests: 2 }, /unknown argument guests\. Known arguments: arrival, departure, /],
    ];
    for (const [args, words] of wrong) {
      expect(await refusal("find_stays", args), JSON.stringify(args)).toEqual({
        code: -32602,
        message: expect.stringMatching(words),
      });
    }
  });
});

describe("quote_stay", () => {
  const quote = (more: Json = {}) => agent.content("quote_stay", { rental_id: villa.id, ...week, ...more });

  test("explains a price that adds up, line by line, with each rule in words", async () => {
    const content = await quote();
    const { price } = content;
    const {
      rental_price_lines: lines,
      fees,
      taxes,
      rental_price: rentalPrice,
      final_price: finalPrice,
    } = objectIn(price);
    const told = [lines].flat().map(objectIn);
    expect(told.map(({ what, nights, amount }) => [what, nights, amount])).toEqual([
      ["nightly rates", 7, "700.0"],
      ["+20% for nights of Friday or Saturday", 2, "40.0"],
      ["-10% for stays of 7 days or more", 7, "-74.0"],
    ]);
    expect([rentalPrice, finalPrice]).toEqual(["666.0", "772.6"]);
    expect(fees).toEqual([{ name: "Cleaning", rate_kind: "fixed", price: "40.0", quantity: 1, amount: "40.0" }]);
    expect(taxes).toEqual([
      { name: "VAT", percentage: "10.0", on: "Rental", amount: "66.6", included_in_price: false },
    ]);
    expect(content).toMatchObject({
      can_be_booked: true,
      refused_because: [],
      rental: { id: villa.id, name: "Villa" },
    });
    const [searched] = recordsOf(
      await client.get(`/rentals/${villa.id}/search?start_at=${week.arrival}&end_at=${week.departure}&adults=2`),
      "rentals",
    );
    expect([searched?.initial_price, searched?.final_price]).toEqual([666, 772.6]);
  });

  test("reports every refusal with its rule, and still the price", async () => {
    const content = await quote({ arrival: "2090-06-04", adults: 9 });
    expect(content.can_be_booked).toBe(false);
    expect(reasonsIn(content.refused_because).map(({ kind, words }) => [kind, words])).toEqual([
      ["sleeps_max", "the rental takes at most 6 guests"],
      ["arrival_only", "arrival only on Saturday"],
    ]);
    expect(objectIn(content.price).final_price).toEqual(expect.any(String));
  });

  test("has no price for a rental without rates, and refuses an unknown rental", async () => {
    const account = await service.anAccount();
    const bare = await aRental(await service.aClient(account), { name: "No rate" });
    const reader = await anAgent(service, await aToken(service, [account]));
    const content = await reader.content("quote_stay", { ...week, rental_id: bare.id });
    expect(content).toMatchObject({ can_be_booked: false, price: null });
    expect(reasonsIn(content.refused_because)[0]?.words).toBe(`no rate for the night of ${week.arrival}`);
    for (const rental_id of [999_999, 0, "x", undefined, [villa.id]]) {
      const { code, message } = await refusal("quote_stay", {
        ...week,
        ...(rental_id === undefined ? {} : { rental_id }),
      });
      expect([code, message]).toEqual([-32602, expect.stringMatching(/rental_id|Record not found/)]);
    }
  });
});
