import { beforeEach, describe, expect, test } from "vitest";
import { type ApiClient, errorsOf, type Json, recordsOf } from "../harness/client.ts";
import { aBooking, aFee, aRental, aRentalsFee, fourNights, read } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { found, offerOf, searching } from "../search/factories.ts";

// Exchange rates are global, so these tests change them in their own service.
const service = useService();

const load = () => service.sql("insert into exchange_rates (currency, day, rate) values ('GBP', '2020-01-01', 0.8)");
const forget = () => service.sql("delete from exchange_rates");
const required = { status: "required" };
const message = (from: string, to: string): unknown =>
  expect.stringContaining(`no_exchange_rate: there is no exchange rate from ${from} to ${to}`);

beforeEach(forget);

/** A rental in euros with a required fee in pounds, whose exchange rate was removed. */
async function anUnsellableRental(): Promise<{ client: ApiClient; rental: Json }> {
  const client = await service.aClient(await service.anAccount());
  const rental = await aRental(client, { base_rate: "100", sleeps: 2 });
  await load();
  await aRentalsFee(client, rental, await aFee(client, { currency: "GBP" }), required);
  await forget();
  return { client, rental };
}

describe("a required fee without an exchange rate", () => {
  const stay = { ...fourNights, adults: 2 };

  test("is named as the reason by a search", async () => {
    const { client, rental } = await anUnsellableRental();
    expect(await found(client, stay)).toEqual([]);
    expect(await offerOf(client, rental, stay)).toMatchObject({
      available: false,
      final_price: null,
      refusals: [{ kind: "no_exchange_rate", rates_rule_id: null, from_currency: "GBP", to_currency: "EUR" }],
    });
    await load();
    expect(await offerOf(client, rental, stay)).toMatchObject({ available: true, final_price: 462.5, refusals: [] });
  });

  test("is named as the reason by a strict booking", async () => {
    const { client, rental } = await anUnsellableRental();
    const asked = {
      ...stay,
      rental_id: rental.id,
      final_price: "462.5",
      price_to_pay_now: "0",
      currency: "EUR",
      client: { firstname: "Ada" },
    };
    const answer = await client.post("/strict_bookings", { bookings: [asked] });
    expect([answer.status, errorsOf(answer)]).toEqual([
      422,
      {
        base: [
          "the stay is refused by no_exchange_rate (there is no rate from GBP to EUR, which a required fee needs)",
        ],
      },
    ]);
  });

  test("is named as the reason by length-of-stay records, which then have no price", async () => {
    const { client, rental } = await anUnsellableRental();
    const answer = await client.get(`/los_records?rental_id=${rental.id}`);
    const records = recordsOf(answer, "los_records");
    expect(new Set(records.flatMap(({ rates }) => rates))).toEqual(new Set(["0.0"]));
    const why = { rental_id: rental.id, kind: "no_exchange_rate", from_currency: "GBP", to_currency: "EUR" };
    expect(answer.json.meta).toMatchObject({ refusals: [why] });
  });

  test("does not prevent a booking with a written price, nor change nightly rates", async () => {
    const { client, rental } = await anUnsellableRental();
    expect(await aBooking(client, rental, { initial_price: "90" })).toMatchObject({ final_price: "90.0" });
  });

  test("does not matter for a percentage without a maximum", async () => {
    const { client, rental } = await anUnsellableRental();
    await service.sql("update fees set rate_kind = 'percentage', rate = 10 where account_id = $1", [client.account]);
    expect(await offerOf(client, rental, stay)).toMatchObject({ available: true, final_price: 440 });
    await service.sql("update fees set maximum_possible_rate = 10 where account_id = $1", [client.account]);
    expect(await offerOf(client, rental, stay)).toMatchObject({ available: false });
  });
});

describe("refuses a write that would leave a rental without prices", () => {
  async function aFixture(currency: string, status: string) {
    const client = await service.aClient(await service.anAccount());
    const rental = await aRental(client, { base_rate: "100" });
    const fee = await aFee(client, { currency });
    const rentalsFee = await aRentalsFee(client, rental, fee, { status });
    return { client, rental, fee, rentalsFee };
  }

  test("refuses a new or newly required rentals fee without an exchange rate", async () => {
    const { client, rental, fee, rentalsFee } = await aFixture("GBP", "public");
    const body = { rentals_fees: [{ fee_id: fee.id, ...required }] };
    const created = await client.post(`/rentals/${rental.id}/rentals_fees`, body);
    expect([created.status, errorsOf(created)]).toEqual([422, { status: [message("GBP", "EUR")] }]);
    const changed = await client.put(`/rentals_fees/${rentalsFee.id}`, { rentals_fees: [required] });
    expect([changed.status, errorsOf(changed)]).toEqual([422, { status: [message("GBP", "EUR")] }]);
    expect(await service.sql("select required from rentals_fees where account_id = $1", [client.account])).toEqual([
      { required: false },
    ]);
    await load();
    expect((await client.put(`/rentals_fees/${rentalsFee.id}`, { rentals_fees: [required] })).status).toBe(200);
  });

  test("refuses a rentals fee's switch to a fee without an exchange rate", async () => {
    const { client, rentalsFee } = await aFixture("EUR", "required");
    const other = await aFee(client, { currency: "GBP" });
    const answer = await client.put(`/rentals_fees/${rentalsFee.id}`, { rentals_fees: [{ fee_id: other.id }] });
    expect([answer.status, errorsOf(answer)]).toEqual([422, { fee_id: [message("GBP", "EUR")] }]);
  });

  test("refuses a fee's change to a currency without a rate", async () => {
    const { client, fee } = await aFixture("EUR", "required");
    const toPounds = () => client.put(`/fees/${fee.id}`, { fees: [{ currency: "GBP" }] });
    const answer = await toPounds();
    expect([answer.status, errorsOf(answer)]).toEqual([422, { currency: [message("GBP", "EUR")] }]);
    expect(await read(client, "fees", fee.id)).toMatchObject({ currency: "EUR" });
    await load();
    expect((await toPounds()).status).toBe(200);
  });

  test("refuses an amount on a fee in a currency without a rate", async () => {
    const { client, fee, rental } = await aFixture("EUR", "public");
    const share = { currency: "GBP", rate_kind: "percentage" };
    expect((await client.put(`/fees/${fee.id}`, { fees: [share] })).status).toBe(200);
    await aRentalsFee(client, rental, fee, required);
    const answer = await client.put(`/fees/${fee.id}`, { fees: [{ maximum_possible_rate: "10" }] });
    expect([answer.status, errorsOf(answer)]).toEqual([422, { currency: [message("GBP", "EUR")] }]);
  });

  test("refuses a rental's change to a currency without a rate", async () => {
    const { client, rental } = await aFixture("EUR", "required");
    const answer = await client.put(`/rentals/${rental.id}`, { rentals: [{ currency: "GBP", sleeps: 200 }] });
    expect([answer.status, errorsOf(answer)]).toEqual([
      422,
      { currency: [message("EUR", "GBP")], sleeps: [expect.anything()] },
    ]);
    expect(await read(client, "rentals", rental.id)).toMatchObject({ currency: "EUR" });
  });

  test("accepts optional fees, other accounts' fees and unchanged values", async () => {
    const { client, fee, rental } = await aFixture("EUR", "public");
    expect((await client.put(`/fees/${fee.id}`, { fees: [{ currency: "GBP" }] })).status).toBe(200);
    expect((await client.put(`/rentals/${rental.id}`, { rentals: [{ currency: "USD" }] })).status).toBe(200);
    const { client: other, rental: unsellable } = await anUnsellableRental();
    const [own] = recordsOf(await other.get("/rentals_fees"), "rentals_fees");
    const [ownFee] = recordsOf(await other.get("/fees"), "fees");
    for (const [path, root, body] of [
      [`/rentals/${unsellable.id}`, "rentals", { currency: "EUR", name: "Cottage 2" }],
      [`/fees/${ownFee?.id}`, "fees", { currency: "GBP", rate: "60" }],
      [`/rentals_fees/${own?.id}`, "rentals_fees", { status: "required", maximum_bookable: 1 }],
    ] as const) {
      expect((await other.put(path, { [root]: [body] })).status, path).toBe(200);
    }
    expect((await searching(other, { ...fourNights })).status).toBe(200);
  });
});
