import { describe, expect, test } from "vitest";
import { type ApiClient, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aRental, booking, created, linksOf } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { refusal } from "./factories.ts";

const service = useSharedService();
const aManager = async () => service.aClient(await service.anAccount());
const path = "/booking/discount_codes";

/** The registry's sample, with existing rentals. */
const sampleFor = (rentals: readonly Json[]) => ({
  rentals_eligibility: "specific_rentals",
  minimum_requirements: "minimum_nights_booked",
  minimum_nights_booked: 5,
  usage_limit: "number_of_times",
  number_of_times: 10,
  currency: "EUR",
  discount_code: "PROMO123",
  discount_value_type: "fixed_amount",
  fixed_amount: 100,
  start_date: "Mon, 19 Sep 2023 13:14:09.392265926 UTC +00:00",
  end_date: "Wed, 21 Sep 2023 13:13:48.669825452 UTC +00:00",
  rental_ids: rentals.map(({ id }) => id),
});

const aCode = (client: ApiClient, attributes: Json = {}) =>
  created(client, path, "discount_codes", { discount_code: "SUMMER", percentage: 10, ...attributes });
const coding = (client: ApiClient, attributes: Json) =>
  client.post(path, { discount_codes: [{ discount_code: "SUMMER", ...attributes }] });
const changing = (client: ApiClient, code: Json, attributes: Json) =>
  client.put(`${path}/${code.id}`, { discount_codes: [attributes] });

describe("a discount code", () => {
  test("creates the reference's sample code and finds it by its UUID", async () => {
    const client = await aManager();
    const rentals = [await aRental(client), await aRental(client)];
    const answer = await client.post(path, { discount_codes: [sampleFor(rentals)] });
    expect(answer.status, answer.text).toBe(201);
    const code = recordOf(answer, "discount_codes");
    expect(code).toEqual({
      links: { account: client.account, bookings: [], rentals: rentals.map(({ id }) => id) },
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      discount_code: "PROMO123",
      currency: "EUR",
      percentage: null,
      all_rentals: false,
      minimum_nights_booked: 5,
      number_of_times: 10,
      start_date: "2023-09-19",
      end_date: "2023-09-21",
      fixed_amount: "100.0",
      minimum_spend: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      canceled_at: null,
    });
    expect(answer.headers.get("location")).toMatch(new RegExp(`/api/v3${path}/${code.id}$`));
    expect(Object(answer.json.links)["discount_codes.rentals"]).toMatch(/\/rentals\/\{discount_codes.rentals\}$/);
    expect(recordOf(await client.get(`${path}/${String(code.id).toUpperCase()}`), "discount_codes")).toEqual(code);
    expect(recordsOf(await client.get(path), "discount_codes")).toEqual([code]);
    const again = await changing(client, code, sampleFor(rentals));
    expect([again.status, recordOf(again, "discount_codes")]).toMatchObject([200, { id: code.id }]);
  });

  test("applies a code to all rentals by default and changes its terms through their choosers", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const code = await aCode(client);
    expect([code.all_rentals, code.percentage, code.fixed_amount]).toEqual([true, 10, null]);
    const change = async (attributes: Json) => recordOf(await changing(client, code, attributes), "discount_codes");
    const amount = { discount_value_type: "fixed_amount", fixed_amount: "5.50", currency: "EUR" };
    expect(await change(amount)).toMatchObject({ percentage: null, fixed_amount: "5.5" });
    const some = await change({ rental_ids: [rental.id], number_of_times: 3, minimum_spend: "50" });
    expect([some, linksOf(some).rentals]).toEqual([
      expect.objectContaining({ all_rentals: false, number_of_times: 3, minimum_spend: "50.0" }),
      [rental.id],
    ]);
    const nights = { minimum_requirements: "minimum_nights_booked", minimum_nights_booked: 3 };
    expect(await change(nights)).toMatchObject({ minimum_nights_booked: 3, minimum_spend: null });
    const all = await change({ rentals_eligibility: "all_rentals", usage_limit: "none", minimum_requirements: "none" });
    expect([all, linksOf(all).rentals]).toEqual([
      expect.objectContaining({ all_rentals: true, number_of_times: null, minimum_nights_booked: null }),
      [],
    ]);
    expect(refusal(await changing(client, code, { rentals_eligibility: "specific_rentals" }))).toEqual([
      422,
      { rental_ids: ["can't be blank with rentals_eligibility specific_rentals"] },
    ]);
  });

  test("a deleted rental leaves its codes, which then apply to the others only", async () => {
    const client = await aManager();
    const [sold, kept] = [await aRental(client), await aRental(client)];
    const [both, one] = [
      await aCode(client, { rental_ids: [sold.id, kept.id] }),
      await aCode(client, { discount_code: "SOLD", rental_ids: [sold.id] }),
    ];
    expect((await client.delete(`/rentals/${sold.id}`)).status).toBe(204);
    const [left, none] = await Promise.all(
      [both, one].map(async ({ id }) => recordOf(await client.get(`${path}/${id}`), "discount_codes")),
    );
    expect([left, none]).toMatchObject([
      { all_rentals: false, links: { rentals: [kept.id] } },
      { all_rentals: false, links: { rentals: [] } },
    ]);
    expect(Date.parse(String(left?.updated_at))).toBeGreaterThanOrEqual(Date.parse(String(both.updated_at)));
    expect((await changing(client, both, { percentage: 20, rental_ids: [kept.id] })).status).toBe(200);
    expect(refusal(await booking(client, kept, { discount_code: "SOLD", initial_price: "100" }))).toEqual([
      422,
      { discount_code: ["does not apply to this rental"] },
    ]);
  });

  test.each<[Json, Json]>([
    [{}, { base: ["needs a percentage or a fixed_amount"] }],
    [
      { percentage: 10, fixed_amount: "5", currency: "EUR" },
      { base: ["can have either a percentage or a fixed_amount, not both"] },
    ],
    [{ percentage: 0 }, { percentage: ["must be greater than or equal to 1"] }],
    [{ percentage: 101 }, { percentage: ["must be less than or equal to 100"] }],
    [{ fixed_amount: "5" }, { currency: ["can't be blank with a fixed_amount or minimum_spend"] }],
    [{ percentage: 5, minimum_spend: "5" }, { currency: ["can't be blank with a fixed_amount or minimum_spend"] }],
    [{ percentage: 5, currency: "XXX" }, { currency: [expect.stringMatching(/^must be one of the currencies/)] }],
    [
      { percentage: 5, usage_limit: "number_of_times" },
      { number_of_times: ["can't be blank with usage_limit number_of_times"] },
    ],
    [
      { percentage: 5, start_date: "2027-02-01", end_date: "2027-01-01" },
      { start_date: ["must not be after end_date"] },
    ],
    [
      { percentage: 5, start_date: "Mon, 31 Feb 2023 13:14:09 UTC +00:00" },
      { start_date: ["must be a date such as 2027-01-04"] },
    ],
    [
      { percentage: 5, rentals_eligibility: "specific_rentals" },
      { rental_ids: ["can't be blank with rentals_eligibility specific_rentals"] },
    ],
    [{ percentage: 5, rental_ids: [999_999] }, { rental_ids: ["must exist"] }],
    [{ percentage: 5, discount_code: null }, { discount_code: ["can't be blank"] }],
  ])("refuses a discount code with %j", async (attributes, errors) => {
    const client = await aManager();
    expect(refusal(await coding(client, attributes))).toEqual([422, errors]);
  });

  test("refuses a duplicate code in any letter case until the first is canceled", async () => {
    const client = await aManager();
    const code = await aCode(client);
    const taken = [422, { discount_code: ["has already been taken"] }];
    expect(refusal(await coding(client, { discount_code: "Summer", percentage: 5 }))).toEqual(taken);
    const other = await aCode(client, { discount_code: "WINTER" });
    expect(refusal(await changing(client, other, { discount_code: "summer" }))).toEqual(taken);
    expect((await client.delete(`${path}/${code.id}`)).status).toBe(204);
    const canceled = recordOf(await client.get(`${path}/${code.id}`), "discount_codes");
    expect(canceled.canceled_at).toEqual(expect.any(String));
    const list = await client.get(`${path}?updated_since=2020-01-01T00:00:00Z`);
    expect(recordsOf(list, "discount_codes").map(({ id }) => id)).toEqual([other.id]);
    expect(list.json.meta).toMatchObject({ deleted_ids: [code.id] });
    await aCode(client);
  });

  test("hides a code from other accounts and refuses their rentals", async () => {
    const [client, stranger] = [await aManager(), await aManager()];
    const code = await aCode(stranger);
    expect((await client.get(`${path}/${code.id}`)).status).toBe(404);
    expect((await changing(client, code, { percentage: 5 })).status).toBe(404);
    expect((await client.delete(`${path}/${code.id}`)).status).toBe(404);
    const theirs = await aRental(stranger);
    expect(refusal(await coding(client, { percentage: 5, rental_ids: [theirs.id] }))).toEqual([
      422,
      { rental_ids: ["must exist"] },
    ]);
    const reader = await service.aClient(client.account, { scopes: ["discount_code_usage_read"] });
    expect((await reader.get(path)).status).toBe(403);
  });

  test("lists the usages of a code and links them from bookings", async () => {
    const client = await aManager();
    const code = await aCode(client);
    const stay = await aBooking(client, await aRental(client));
    const [usage] = await service.sql(
      `insert into discount_code_usages (account_id, discount_code_id, booking_id, currency, amount_in_cents)
       values ($1, $2, $3, 'EUR', 10000) returning id`,
      [client.account, code.id, stay.id],
    );
    const answer = await client.get("/booking/discount_code_usages?include=discount_code,booking");
    expect(recordOf(answer, "discount_code_usages")).toMatchObject({
      links: { account: client.account, booking: stay.id, discount_code: code.id },
      id: usage?.id,
      currency: "EUR",
      amount_in_cents: 10_000,
      canceled_at: null,
      discount_code: { id: code.id, links: { bookings: [stay.id] } },
      booking: { id: stay.id, links: { discount_code_usage: usage?.id } },
    });
    expect(Object(answer.json.links)["discount_code_usages.discount_code"]).toMatch(/\/booking\/discount_codes\/\{/);
    expect((await client.get(`/booking/discount_code_usages/${usage?.id}`)).status).toBe(200);
  });
});
