import { beforeAll, describe, expect, test } from "vitest";
import type { ApiClient, Json } from "../harness/client.ts";
import { aFee, aRentalsFee, created } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { aTaxOf } from "../rates/factories.ts";
import { aPricedRental, found, offerOf, type Parameters, searching } from "./factories.ts";

/** One euro is 1.50 dollars or 150 yen here. */
const service = useService();

beforeAll(async () => {
  await service.sql(
    "insert into exchange_rates (currency, day, rate) values ('USD', '2020-01-01', 1.5), ('JPY', '2020-01-01', 150.333)",
  );
});

const aClient = async () => service.aClient(await service.anAccount());
const stay: Parameters = { start_at: "2090-02-10", end_at: "2090-02-13", adults: 2 };

/** A rental at 33.37 a night, with a required fee and taxes on both. */
async function aTaxedRental(client: ApiClient, attributes: Json = {}): Promise<Json> {
  const rental = await aPricedRental(client, {
    base_rate: "33.37",
    absolute_min_price: "20",
    damage_deposit: "100",
    downpayment: 30,
    ...attributes,
  });
  const linen = await aFee(client, { rate: "7.77", rate_kind: "fixed_per_person", downpayment_percentage: "30" });
  await aRentalsFee(client, rental, linen, { status: "required" });
  const vat = await aTaxOf(client, { percentage: "7" });
  await created(client, `/rentals/${rental.id}/rentals_taxes`, "rentals_taxes", {
    tax_id: vat.id,
    tax_included_in_rate: false,
  });
  await created(client, `/fees/${linen.id}/fees_taxes`, "fees_taxes", { tax_id: vat.id, tax_included_in_rate: false });
  return rental;
}

describe("exchange_to_currency", () => {
  test("shows a fee in its own currency as it was written", async () => {
    const client = await aClient();
    const rental = await aPricedRental(client, { base_rate: "100" });
    const fee = await aFee(client, { rate: "33.33", rate_kind: "fixed_per_person", currency: "USD" });
    await aRentalsFee(client, rental, fee, { status: "required" });
    const offer = await offerOf(client, rental, { ...stay, exchange_to_currency: "USD" });
    const [line] = [Object(offer.price_details).fees].flat();
    expect(line).toMatchObject({ price: "33.33", quantity: 2, amount: "66.66" });
    expect(offer).toMatchObject({ initial_price: 450, final_price: 516.66 });
  });

  test("shows every amount in that currency; parts are exchanged, and sums are added up from them", async () => {
    const client = await aClient();
    const rental = await aTaxedRental(client);
    await service.sql("update rentals set min_price = 30, max_price = 50.01 where id = $1", [rental.id]);
    const inEuros = await offerOf(client, rental, stay);
    expect(inEuros).toMatchObject({ initial_price: 100.11, final_price: 123.75, price_to_pay_now: 37.13 });
    const offer = await offerOf(client, rental, { ...stay, exchange_to_currency: "USD" });
    expect(offer).toMatchObject({
      currency: "USD",
      base_rate: "50.06",
      absolute_min_price: "30.0",
      min_price: "45.0",
      max_price: "75.02",
      damage_deposit: "150.0",
      // 100.11 → 150.17; 2 × 7.77 = 15.54 → 23.31; 7.01 → 10.52; 1.09 → 1.64; 30% of the total is due now
      initial_price: 150.17,
      final_price: 185.64,
      price_to_pay_now: 55.69,
      price_to_pay_now_with_damage_deposit: 205.69,
      taxes: [{ amount: "12.16", percentage: "7.0" }],
      price_details: {
        fees: [{ price: "11.66", quantity: 2, amount: "23.31" }],
        taxes: [{ amount: "10.52" }, { amount: "1.64" }],
      },
    });
    expect(offer.name).toBe(inEuros.name);
  });

  test("rounds to the currency's minor unit: no cents in yen", async () => {
    const client = await aClient();
    const rental = await aTaxedRental(client);
    const offer = await offerOf(client, rental, { ...stay, exchange_to_currency: "JPY" });
    expect(offer).toMatchObject({ currency: "JPY", initial_price: 15050, damage_deposit: "15033.0" });
    expect(Object(offer.price_details).fees[0].price).toBe("1168.0");
    expect(Object(offer.price_details).fees[0].amount).toBe("2336.0");
    expect(offer.final_price).toBe(15050 + 2336 + 1054 + 164);
  });

  test("keeps a full payment due now equal to the final price", async () => {
    const client = await aClient();
    const rental = await aTaxedRental(client, { balance_due: 1000, base_rate: "33.33" });
    const soon = {
      start_at: new Date().toISOString(),
      end_at: new Date(Date.now() + 259_200_000).toISOString(),
      adults: 1,
    };
    const offer = await offerOf(client, rental, { ...soon, exchange_to_currency: "USD" });
    expect(offer.final_price).toBeGreaterThan(150);
    expect(offer.price_to_pay_now).toBe(offer.final_price);
  });

  test("does not change a rental in that currency", async () => {
    const client = await aClient();
    const rental = await aTaxedRental(client);
    const offer = await offerOf(client, rental, { ...stay, exchange_to_currency: "EUR" });
    expect(offer).toEqual(await offerOf(client, rental, stay));
  });

  test("exchanges a rental's own prices without dates too", async () => {
    const client = await aClient();
    const rental = await aTaxedRental(client, { absolute_min_price: null });
    const [offer] = await found(client, {
      exchange_to_currency: "USD",
      fields: "id,currency,base_rate,absolute_min_price",
    });
    expect(offer).toEqual({ id: rental.id, currency: "USD", base_rate: "50.06", absolute_min_price: null });
    const [whole] = await found(client, { exchange_to_currency: "USD" });
    expect(whole).toMatchObject({ currency: "USD", final_price: null, price_details: null });
    const answer = await searching(client, { exchange_to_currency: "USD" });
    for (const name of ["currency", "base_rate", "min_price"])
      expect(answer.text.split(`"${name}":`), name).toHaveLength(2);
  });

  test("compares and sorts in that currency", async () => {
    const client = await aClient();
    const euros = await aPricedRental(client, { base_rate: "100" });
    const dollars = await aPricedRental(client, { base_rate: "120", currency: "USD" });
    const yen = await aPricedRental(client, { base_rate: "14000", currency: "JPY" });
    const order = async (parameters: Parameters) =>
      (await found(client, { sort: "price", ...parameters })).map(({ id }) => id);
    const inDollars = { ...stay, exchange_to_currency: "USD" };
    expect(await order(stay)).toEqual([euros.id, dollars.id, yen.id]);
    expect(await order(inDollars)).toEqual([dollars.id, yen.id, euros.id]);
    expect(await order({ ...inDollars, direction: "desc" })).toEqual([euros.id, yen.id, dollars.id]);
    expect(await order({ ...inDollars, max_price: 420 })).toEqual([dollars.id, yen.id]);
    expect(await order({ ...inDollars, min_price: 361, max_price: 449 })).toEqual([yen.id]);
    await service.sql("update rentals set min_price = base_rate, max_price = base_rate where account_id = $1", [
      client.account,
    ]);
    expect(await order({ exchange_to_currency: "USD" })).toEqual([dollars.id, yen.id, euros.id]);
    expect(await order({ exchange_to_currency: "EUR", min_price: 90 })).toEqual([yen.id, euros.id]);
    expect(await order({ exchange_to_currency: "EUR", max_price: 80 })).toEqual([dollars.id]);
  });

  test("uses the newest rates, also one that was just loaded", async () => {
    const client = await aClient();
    const rental = await aPricedRental(client);
    const price = async () => (await offerOf(client, rental, { ...stay, exchange_to_currency: "GBP" })).final_price;
    const load = (day: string, rate: number) =>
      service.sql("insert into exchange_rates (currency, day, rate) values ('GBP', $1, $2)", [day, rate]);
    await load("2020-01-01", 0.8);
    expect(await price()).toBe(240);
    await load("2020-02-01", 0.9);
    expect(await price()).toBe(270);
    // A day's rate does not apply before that day.
    await load("2090-01-01", 2);
    expect(await price()).toBe(270);
  });

  test("is refused for a pair without a rate, naming it, but only if something must be exchanged", async () => {
    const client = await aClient();
    await aPricedRental(client);
    const answer = await searching(client, { ...stay, exchange_to_currency: "CHF" });
    expect([answer.status, answer.text]).toEqual([
      400,
      expect.stringContaining("exchange_to_currency cannot be CHF: there is no rate from EUR to it"),
    ]);
    expect((await searching(client, { exchange_to_currency: "CHF" })).status).toBe(400);
    expect(await found(await aClient(), { exchange_to_currency: "CHF" })).toEqual([]);
  });
});
