import { describe, expect, test } from "vitest";
import { type ApiClient, type Json, recordOf } from "../harness/client.ts";
import { aFee, aRentalsFee, created } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { aTaxOf, changed, dayAhead } from "../rates/factories.ts";
import { aPricedRental, found, offerOf, type Parameters, searching } from "./factories.ts";

const service = useSharedService();

const aClient = async () => service.aClient(await service.anAccount());
const stay: Parameters = { start_at: "2090-02-10", end_at: "2090-02-17", adults: 2 };

const aTaxOn = (client: ApiClient, rental: Json, tax: Json, included: boolean) =>
  created(client, `/rentals/${rental.id}/rentals_taxes`, "rentals_taxes", {
    tax_id: tax.id,
    tax_included_in_rate: included,
  });
const aTaxOnFee = (client: ApiClient, fee: Json, tax: Json, included: boolean) =>
  created(client, `/fees/${fee.id}/fees_taxes`, "fees_taxes", { tax_id: tax.id, tax_included_in_rate: included });

/** A rental for 700 a week, with fees of 100 and 25, an excluded tax on rental and cleaning, and an included tax. */
async function aTaxedRental(client: ApiClient, attributes: Json = {}) {
  const rental = await aPricedRental(client, { damage_deposit: "35.5", ...attributes });
  const cleaning = await aFee(client, {
    name_en: "Cleaning",
    name_fr: "Ménage",
    rate: "100",
    downpayment_percentage: "50",
  });
  const linen = await aFee(client, { name_en: "Linen", rate: "12.50", rate_kind: "fixed_per_person" });
  const late = await aFee(client, { name_en: "Late arrival", rate: "30" });
  const fees = [
    await aRentalsFee(client, rental, cleaning, { status: "required" }),
    await aRentalsFee(client, rental, linen, { status: "required" }),
  ];
  await aRentalsFee(client, rental, late, { status: "public" });
  const vat = await aTaxOf(client, { name_en: "VAT", percentage: "8.33" });
  const city = await aTaxOf(client, { name_en: "City tax", percentage: "5" });
  await aTaxOn(client, rental, vat, false);
  await aTaxOnFee(client, cleaning, vat, false);
  await aTaxOn(client, rental, city, true);
  return { rental, cleaning, linen, fees, vat, city };
}

describe("the price of a stay", () => {
  test("consists of the rental price, required fees and exclusive taxes, in numbers and in detail", async () => {
    const client = await aClient();
    const { rental, cleaning, linen, fees, vat, city } = await aTaxedRental(client);
    const offer = await offerOf(client, rental, stay);
    const onRental = { taxable_type: "Rental", taxable_id: rental.id };
    const ofVat = { tax_id: vat.id, name: { en: "VAT" }, percentage: "8.33" };
    const ofCity = { tax_id: city.id, name: { en: "City tax" }, percentage: "5.0" };
    expect(offer).toMatchObject({
      id: rental.id,
      currency: "EUR",
      damage_deposit: "35.5",
      initial_price: 700,
      final_price: 891.64,
      price_to_pay_now: 50 + 4.17,
      price_to_pay_now_with_damage_deposit: 89.67,
      available: true,
      refusals: [],
    });
    expect(offer.price_details).toEqual({
      rental: [{ step: "nightly_rate", id: null, nights: 7, amount: "700.0" }],
      fees: [
        {
          id: cleaning.id,
          rentals_fee_id: fees[0]?.id,
          name: { en: "Cleaning", fr: "Ménage" },
          required: true,
          rate_kind: "fixed",
          price: "100.0",
          quantity: 1,
          amount: "100.0",
        },
        {
          id: linen.id,
          rentals_fee_id: fees[1]?.id,
          name: { en: "Linen" },
          required: true,
          rate_kind: "fixed_per_person",
          price: "12.5",
          quantity: 2,
          amount: "25.0",
        },
      ],
      taxes: [
        { ...ofVat, amount: "58.31", ...onRental, included: false },
        { ...ofVat, amount: "8.33", taxable_type: "Fee", taxable_id: cleaning.id, included: false },
        { ...ofCity, amount: "33.33", ...onRental, included: true },
      ],
    });
    expect(offer.taxes).toEqual([
      { ...ofVat, amount: "66.64" },
      { ...ofCity, amount: "33.33" },
    ]);
  });

  test("is due at once when the arrival is within balance_due days", async () => {
    const client = await aClient();
    const { rental } = await aTaxedRental(client, { balance_due: 30, downpayment: 10 });
    const soon = { start_at: dayAhead(20), end_at: dayAhead(27), adults: 2 };
    expect(await offerOf(client, rental, soon)).toMatchObject({ final_price: 891.64, price_to_pay_now: 891.64 });
    const later = await offerOf(client, rental, stay);
    expect(later.price_to_pay_now).toBe(70 + 50 + 5.83 + 4.17);
  });

  test("is quoted for as many adults as the rental sleeps, without a number of guests", async () => {
    const client = await aClient();
    const rental = await aPricedRental(client, { sleeps: 5 });
    const linen = await aFee(client, { rate: "10", rate_kind: "fixed_per_person" });
    await aRentalsFee(client, rental, linen, { status: "required" });
    const { adults: _, ...dates } = stay;
    const priceFor = async (guests: Parameters) => (await offerOf(client, rental, { ...dates, ...guests })).final_price;
    expect(await priceFor({})).toBe(750);
    expect(await priceFor({ adults: 1 })).toBe(710);
    expect(await priceFor({ adults: 1, children: 1 })).toBe(720);
  });

  test("shows the names of fees and taxes unchanged, whatever their characters", async () => {
    const client = await aClient();
    const rental = await aPricedRental(client);
    const name = 'Ménage "à fond" \\ 清掃';
    await aRentalsFee(client, rental, await aFee(client, { name_en: name }), { status: "required" });
    await aTaxOn(client, rental, await aTaxOf(client, { name_en: name }), false);
    const { price_details: details, taxes } = await offerOf(client, rental, stay);
    expect([Object(details).fees[0].name, Object(taxes)[0].name]).toEqual([{ en: name }, { en: name }]);
  });

  test("is exact to the cent for the largest amounts", async () => {
    const client = await aClient();
    const rental = await aPricedRental(client, { base_rate: "1428571428.57" });
    const answer = await searching(client, { ...stay, fields: "final_price" });
    expect(answer.text).toContain('"final_price":9999999999.99}');
    await changed(client, `/rentals/${rental.id}`, "rentals", { base_rate: "9999999999.99" });
    expect(await found(client, stay)).toEqual([]);
    const offer = await offerOf(client, rental, stay);
    expect([offer.final_price, offer.refusals]).toEqual([null, [{ kind: "largest_amount", rates_rule_id: null }]]);
  });
});

describe("a search result", () => {
  test("is the rental as any read shows it, with each member once", async () => {
    const client = await aClient();
    const { rental } = await aTaxedRental(client);
    const answer = await searching(client, stay);
    const { initial_price, final_price, ...read } = recordOf(await client.get(`/rentals/${rental.id}`), "rentals");
    expect([initial_price, final_price]).toEqual([null, null]);
    const record = recordOf(answer, "rentals");
    expect(record).toMatchObject(read);
    expect(Object.keys(record).slice(0, 2)).toEqual(["links", "id"]);
    for (const name of ["initial_price", "final_price", "damage_deposit", "currency", "price_details", "available"])
      expect(answer.text.split(`"${name}":`), name).toHaveLength(2);
    const { json } = await client.get("/rentals");
    expect(answer.json.links).toEqual(json.links);
  });

  test.each([
    ["final_price", ["final_price"]],
    ["name,price_to_pay_now", ["name", "price_to_pay_now"]],
    ["id, taxes ,price_details", ["id", "taxes", "price_details"]],
    ["links", ["links"]],
    ["available,links", ["links", "available"]],
    ["name", ["name"]],
  ])("has exactly the fields of fields=%s", async (fields, expected) => {
    const client = await aClient();
    await aPricedRental(client);
    expect((await found(client, { ...stay, fields })).map(Object.keys)).toEqual([expected]);
    expect((await found(client, { fields })).map(Object.keys)).toEqual([expected]);
  });

  test("embeds the relations of include, in addition to the prices", async () => {
    const client = await aClient();
    const { rental } = await aTaxedRental(client);
    const [all] = await found(client, { ...stay, include: "rentals_fees.fee" });
    expect(Object(all?.rentals_fees)).toHaveLength(3);
    expect(all?.final_price).toBe(891.64);
    const [bare] = await found(client, { ...stay, include: "rentals_fees", fields: "final_price" });
    expect(Object.keys(bare ?? {}).sort()).toEqual(["final_price", "rentals_fees"]);
    const [priceless] = await found(client, { include: "bedrooms", fields: "id" });
    expect(priceless).toEqual({ id: rental.id, bedrooms: [] });
  });

  test("shows a public token the public attributes and prices", async () => {
    const account = await service.anAccount();
    const { rental } = await aTaxedRental(await service.aClient(account), { notes: "Key under the mat" });
    const reader = await service.aClient(account, { scopes: ["public"] });
    const offer = await offerOf(reader, rental, stay);
    expect(offer.final_price).toBe(891.64);
    expect(offer).not.toHaveProperty("notes");
  });

  test("is 304 while it is unchanged, and new after a price change", async () => {
    const client = await aClient();
    const rental = await aPricedRental(client);
    const tag = (await searching(client, stay)).headers.get("etag") ?? "";
    const again = () =>
      client.get(`/rentals/search?start_at=2090-02-10&end_at=2090-02-17&adults=2`, { "if-none-match": tag });
    expect((await again()).status).toBe(304);
    await changed(client, `/rentals/${rental.id}`, "rentals", { base_rate: "101" });
    expect((await again()).status).toBe(200);
  });
});

describe("each application has its own prices", () => {
  test("with its default price increase, or its override on the arrival's day", async () => {
    const account = await service.anAccount();
    const [plain, dear] = [await service.aClient(account), await service.aClient(account)];
    const rental = await aPricedRental(plain);
    await changed(dear, `/applications/${dear.application}`, "applications", { default_price_increase: "10" });
    const price = async (client: ApiClient, asked = stay) => (await offerOf(client, rental, asked)).initial_price;
    expect([await price(plain), await price(dear), await price(plain), await price(dear)]).toEqual([
      700, 770, 700, 770,
    ]);
    await created(dear, "/applications_periods_rentals", "applications_periods_rentals", {
      application_id: dear.application,
      rental_id: rental.id,
      price_increase: "20",
      start_date: dayAhead(100),
      end_date: dayAhead(109),
    });
    const from = (day: number) => ({ ...stay, start_at: dayAhead(day), end_at: dayAhead(day + 7) });
    expect([await price(plain, from(109)), await price(dear, from(109))]).toEqual([700, 840]);
    expect(await price(dear, from(110))).toBe(770);
  });
});
