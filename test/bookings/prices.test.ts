import { describe, expect, test } from "vitest";
import { type ApiClient, errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import {
  aBooking,
  aFee,
  aRental,
  aRentalsFee,
  booking,
  changing,
  created,
  linksOf,
  read,
} from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { aRatesTable, aRule, aTaxOf } from "../rates/factories.ts";
import { adding, feesOf, removing } from "../rest/bookings-money.ts";

const service = useService();
const aManager = async () => service.aClient(await service.anAccount());

/**
 * A rental for 100 a night, with required cleaning (50) and linen (7.50 per person), optional breakfast (12), a tax of 10% on the rental
 * and one of 20% included in cleaning.
 */
async function aPricedRental(client: ApiClient, attributes: Json = {}) {
  const rental = await aRental(client, { base_rate: "100", sleeps: 3, ...attributes });
  const cleaning = await aFee(client, { name: { en: "Cleaning", fr: "Ménage" }, rate: "50" });
  const linen = await aFee(client, { name_en: "Linen", kind: "bed_linen", rate: "7.5", rate_kind: "fixed_per_person" });
  const breakfast = await aFee(client, { name_en: "Breakfast", kind: "other", rate: "12" });
  const fees = {
    cleaning: await aRentalsFee(client, rental, cleaning, { status: "required" }),
    linen: await aRentalsFee(client, rental, linen, { status: "required", maximum_bookable: 4 }),
    breakfast: await aRentalsFee(client, rental, breakfast, { status: "public" }),
  };
  const city = await aTaxOf(client, { name: { en: "City", fr: "Séjour" }, percentage: "10" });
  const vat = await aTaxOf(client, { name_en: "VAT", percentage: "20" });
  const levy = (path: string, root: string, tax: Json, included: boolean) =>
    created(client, path, root, { tax_id: tax.id, tax_included_in_rate: included });
  await levy(`/rentals/${rental.id}/rentals_taxes`, "rentals_taxes", city, false);
  await levy(`/fees/${cleaning.id}/fees_taxes`, "fees_taxes", vat, true);
  await levy(`/fees/${breakfast.id}/fees_taxes`, "fees_taxes", vat, false);
  return { rental, fees, city, vat, cleaning, breakfast };
}

const feesIn = async (client: ApiClient) => recordsOf(await client.get("/bookings_fees"), "bookings_fees");
const taxesIn = async (client: ApiClient) => recordsOf(await client.get("/bookings_taxes"), "bookings_taxes");

describe("a booking made without prices", () => {
  test("takes the live quote's price, the required fees and all taxes", async () => {
    const client = await aManager();
    const { rental, fees, city, vat, cleaning } = await aPricedRental(client);
    const stay = await aBooking(client, rental, { adults: 2, children: 1 });
    // 4 × 100, 50 for cleaning, 3 × 7.50 for linen; 10% of 400.
    expect(stay).toMatchObject({ initial_price: "400.0", final_rental_price: "400.0", final_price: "512.5" });
    expect(await feesIn(client)).toMatchObject([
      {
        name: { en: "Cleaning", fr: "Ménage" },
        kind: "cleaning",
        price: "50.0",
        times_booked: 1,
        required: true,
        public: true,
        included_in_price: true,
        links: { rentals_fee: fees.cleaning.id, fee: cleaning.id, booking: stay.id },
      },
      { name: { en: "Linen" }, kind: "bed_linen", price: "7.5", times_booked: 3, required: true },
    ]);
    const [first] = feesOf(stay);
    const taxes = await taxesIn(client);
    expect(taxes).toMatchObject([
      {
        name: { en: "City", fr: "Séjour" },
        percentage: "10.0",
        amount: "40.0",
        tax_included_in_price: false,
        links: { tax: city.id, booking: stay.id, taxable: { type: "Rental", id: rental.id } },
      },
      {
        name: { en: "VAT" },
        percentage: "20.0",
        amount: "8.33",
        tax_included_in_price: true,
        links: { tax: vat.id, taxable: { type: "Fee", id: cleaning.id } },
      },
    ]);
    expect(linksOf(await read(client, "bookings_fees", first)).bookings_taxes).toEqual([taxes[1]?.id]);
  });

  test("caps a fee's quantity at maximum_bookable, and counts as many guests as the rental sleeps by default", async () => {
    const client = await aManager();
    const { rental } = await aPricedRental(client);
    await aBooking(client, rental, { adults: 6 });
    await aBooking(client, rental, { start_at: "2090-02-01", end_at: "2090-02-02" });
    expect((await feesIn(client)).map((fee) => fee.times_booked)).toEqual([1, 4, 1, 3]);
  });

  test("applies its discount before percentages, taxes and the final price", async () => {
    const client = await aManager();
    const { rental } = await aPricedRental(client);
    const service = await aFee(client, {
      name_en: "Service",
      rate: "50",
      rate_kind: "percentage",
      maximum_possible_rate: "99",
    });
    await aRentalsFee(client, rental, service, { status: "required" });
    const stay = await aBooking(client, rental, { adults: 1, discount: "50%" });
    // 200, 50, 7.50, 50% of 200 capped at 99; 10% of 200.
    expect(stay).toMatchObject({ initial_price: "400.0", final_rental_price: "200.0", final_price: "376.5" });
  });

  test("includes the calling application's price increase", async () => {
    const client = await aManager();
    const { rental } = await aPricedRental(client);
    await service.sql("update accounts_applications set default_price_increase = 10 where account_id = $1", [
      client.account,
    ]);
    expect(await aBooking(client, rental, { adults: 1 })).toMatchObject({ initial_price: "440.0" });
  });

  test("books a stay that the rules refuse, at its nights' price", async () => {
    const client = await aManager();
    const table = await aRatesTable(client);
    await aRule(client, table, { kind: "arrival_only", percentage: undefined, variables: { days: [0] } });
    const rental = await aRental(client, {
      base_rate: "100",
      rates_table_id: table.id,
      sleeps_max: 2,
    });
    expect(await aBooking(client, rental, { adults: 5 })).toMatchObject({
      initial_price: "400.0",
      final_price: "400.0",
    });
  });

  test("has no price, fees or taxes if a night has no rate", async () => {
    const client = await aManager();
    const { rental } = await aPricedRental(client, { base_rate: null });
    const stay = await aBooking(client, rental, { adults: 2 });
    expect(stay).toMatchObject({ initial_price: null, final_rental_price: null, final_price: null });
    expect([await feesIn(client), await taxesIn(client)]).toEqual([[], []]);
  });

  test("is refused if its price exceeds the largest amount", async () => {
    const client = await aManager();
    const rental = await aRental(client, { base_rate: "9999999999.99" });
    const fee = await aFee(client, { rate: "1" });
    await aRentalsFee(client, rental, fee, { status: "required" });
    const answer = await booking(client, rental, { start_at: "2090-01-01", end_at: "2090-01-02" });
    expect([answer.status, errorsOf(answer)]).toEqual([
      422,
      {
        base: [
          "the stay is refused by largest_amount (its price is more than 9999999999.99, the largest amount that can be stored)",
        ],
      },
    ]);
    expect(await service.sql("select from bookings where account_id = $1", [client.account])).toEqual([]);
  });

  test("locks its fees to an application with the owned scope", async () => {
    const client = await aManager();
    const { rental } = await aPricedRental(client);
    const channel = await service.aClient(client.account, { scopes: ["bookings_write_owned"] });
    await aBooking(channel, rental);
    const rows = await service.sql(
      "select distinct locked, created_by_application_id::integer as by from bookings_fees where account_id = $1",
      [client.account],
    );
    expect(rows).toEqual([{ locked: `application-${channel.application}`, by: channel.application }]);
  });
});

describe("a body's prices, fees and taxes", () => {
  test.each<[string, Json, Json, number, number]>([
    ["a price", { initial_price: "300" }, { initial_price: "300.0", final_price: "395.0" }, 2, 2],
    ["no price", { initial_price: null }, { initial_price: null, final_price: null }, 0, 0],
    ["no fees", { bookings_fees: [] }, { initial_price: "400.0", final_price: "440.0" }, 0, 1],
    ["no taxes", { bookings_taxes: [] }, { initial_price: "400.0", final_price: "465.0" }, 2, 0],
    ["neither", { bookings_fees: [], bookings_taxes: [] }, { initial_price: "400.0", final_price: "400.0" }, 0, 0],
    ["a fee", { bookings_fees: [{ price: "5", name: "Dog", kind: "other" }] }, { final_price: "445.0" }, 1, 1],
    ["a tax", { bookings_taxes: [{ amount: "5" }] }, { final_price: "470.0" }, 2, 1],
    // Fees 65, and 10% on the rental price.
    ["a final price", { final_price: "285" }, { initial_price: "200.0", final_price: "285.0" }, 2, 2],
    ["a final price below the fees", { final_price: "1" }, { initial_price: "0.0", final_price: "1.0" }, 2, 2],
    [
      "a final price with a discount",
      { final_price: "285", discount: "20%" },
      { initial_price: "250.0", final_rental_price: "200.0", final_price: "285.0" },
      2,
      2,
    ],
    [
      "a final price with its own lines",
      { final_price: "285", bookings_fees: [], bookings_taxes: [] },
      { initial_price: "285.0" },
      0,
      0,
    ],
  ])("are stored as written: %s", async (_, given, expected, fees, taxes) => {
    const client = await aManager();
    const { rental } = await aPricedRental(client);
    const stay = await aBooking(client, rental, { adults: 2, ...given });
    expect(stay).toMatchObject(expected);
    expect([(await feesIn(client)).length, (await taxesIn(client)).length]).toEqual([fees, taxes]);
  });

  test("levy taxes on a written fee linked to a rentals fee", async () => {
    const client = await aManager();
    const { rental, fees, breakfast } = await aPricedRental(client);
    const given = { rentals_fee_id: fees.breakfast.id, price: "10", times_booked: 3 };
    const stay = await aBooking(client, rental, {
      adults: 2,
      bookings_fees: [{ price: "1", name: "Dog", kind: "other" }, given],
    });
    // 400 + 40, 1, 30 and 20% of 30.
    expect(stay).toMatchObject({ final_price: "477.0" });
    const [, second] = feesOf(await read(client, "bookings", stay.id));
    const rows = await service.sql(
      "select bookings_fee_id::integer, taxable_type, taxable_id::integer, amount from bookings_taxes where account_id = $1 order by id",
      [client.account],
    );
    expect(rows).toEqual([
      { bookings_fee_id: null, taxable_type: "Rental", taxable_id: rental.id, amount: "40.00" },
      { bookings_fee_id: second, taxable_type: "Fee", taxable_id: breakfast.id, amount: "6.00" },
    ]);
  });

  test("take an omitted fee price from the rentals fee for this stay", async () => {
    const client = await aManager();
    const { rental } = await aPricedRental(client);
    const share = await aFee(client, { rate: "5", rate_kind: "percentage_per_adult" });
    const fee = await aRentalsFee(client, rental, share, { status: "private" });
    await aBooking(client, rental, {
      adults: 2,
      discount: "100",
      bookings_fees: [{ rentals_fee_id: fee.id, times_booked: 2 }],
      bookings_taxes: [],
      initial_price: "500",
    });
    expect(await feesIn(client)).toMatchObject([{ price: "20.0", times_booked: 2 }]);
  });

  test.each([
    [
      "a percentage of no price",
      { initial_price: null },
      ["element 1: price can't be blank: the rentals fee has no price for this stay"],
    ],
    [
      "another currency",
      { currency: "USD" },
      ["element 1: price can't be blank: the rentals fee has no price for this stay"],
    ],
    [
      "a block of the owner",
      { unavailable: true },
      ["element 1: price can't be blank: the rentals fee has no price for this stay"],
    ],
  ])("refuse an omitted fee price without a rentals fee price: %s", async (_, attributes, messages) => {
    const client = await aManager();
    const { rental } = await aPricedRental(client);
    const share = await aFee(client, { rate: "5", rate_kind: "percentage" });
    const fee = await aRentalsFee(client, rental, share);
    const answer = await booking(client, rental, { ...attributes, bookings_fees: [{ rentals_fee_id: fee.id }] });
    expect([answer.status, errorsOf(answer)]).toEqual([422, { bookings_fees: messages }]);
  });

  test("refuse a standalone fee without a price", async () => {
    const client = await aManager();
    const answer = await booking(client, await aRental(client), {
      bookings_fees: [{ name: "Linen", kind: "bed_linen" }],
    });
    expect([answer.status, errorsOf(answer)]).toEqual([422, { bookings_fees: ["element 1: price can't be blank"] }]);
  });
});

describe("no prices, fees or taxes are added", () => {
  test.each<[string, Json]>([
    ["an owner's block", { unavailable: true }],
    ["a booking in a foreign currency", { currency: "USD" }],
  ])("for %s", async (_, attributes) => {
    const client = await aManager();
    const { rental } = await aPricedRental(client);
    const stay = await aBooking(client, rental, { adults: 2, ...attributes });
    expect(stay).toMatchObject({ initial_price: null, final_rental_price: null, final_price: null });
    expect([await feesIn(client), await taxesIn(client)]).toEqual([[], []]);
  });

  test("adds no prices if a required fee's currency has no exchange rate", async () => {
    const client = await aManager();
    const { rental } = await aPricedRental(client);
    const fee = await aFee(client, { currency: "GBP" });
    await service.sql("insert into exchange_rates (currency, day, rate) values ('GBP', '2020-01-01', 0.8)");
    await aRentalsFee(client, rental, fee, { status: "required" });
    await service.sql("delete from exchange_rates");
    const open = await aBooking(client, rental, { adults: 2 });
    expect(open).toMatchObject({ initial_price: null, final_price: null });
    const given = await aBooking(client, rental, {
      start_at: "2090-02-01",
      end_at: "2090-02-02",
      initial_price: "100",
    });
    expect(given).toMatchObject({ initial_price: "100.0", final_price: "110.0" });
    expect(await feesIn(client)).toEqual([]);
  });

  test("a change of dates or guests adds no prices, fees or taxes", async () => {
    const client = await aManager();
    const { rental } = await aPricedRental(client);
    const stay = await aBooking(client, rental, { adults: 2 });
    const moved = recordOf(await changing(client, stay, { end_at: "2090-01-10", adults: 3 }), "bookings");
    expect(moved).toMatchObject({ initial_price: "400.0", final_price: "505.0" });
  });
});

describe("a fee added later", () => {
  test("takes its price and taxes from the rental, and removes them with it", async () => {
    const client = await aManager();
    const { rental, fees } = await aPricedRental(client);
    const stay = await aBooking(client, rental, { adults: 2 });
    expect(stay).toMatchObject({ final_price: "505.0" });
    const added = recordOf(
      await adding(
        client,
        stay,
        { rentals_fee_id: fees.breakfast.id, times_booked: 2 },
        { price: "1", name: "Dog", kind: "other" },
      ),
      "bookings",
    );
    // 2 × 12, 20% of it, and 1.
    expect(added).toMatchObject({ final_price: "534.8" });
    const ids = feesOf(await read(client, "bookings", stay.id));
    await removing(client, stay, ids[3]);
    const removed = recordOf(await removing(client, stay, ids[2]), "bookings");
    expect(removed).toMatchObject({ final_price: "505.0" });
    expect((await taxesIn(client)).length).toBe(2);
  });

  test("applies a percentage to the discounted rental price", async () => {
    const client = await aManager();
    const { rental } = await aPricedRental(client);
    const share = await aRentalsFee(client, rental, await aFee(client, { rate: "5", rate_kind: "percentage" }));
    const stay = await aBooking(client, rental, { adults: 2, discount: "200" });
    const added = recordOf(await adding(client, stay, { rentals_fee_id: share.id }), "bookings");
    expect(added).toMatchObject({ bookings_fees: [{}, {}, { price: "10.0", times_booked: 1 }] });
  });

  test("needs a price on a booking in another currency and is not taxed there", async () => {
    const client = await aManager();
    const { rental, fees } = await aPricedRental(client);
    const stay = await aBooking(client, rental, { currency: "USD", initial_price: "100" });
    const answer = await adding(client, stay, { rentals_fee_id: fees.breakfast.id });
    expect([answer.status, errorsOf(answer)]).toEqual([
      422,
      { bookings_fees: ["element 1: price can't be blank: the rentals fee has no price for this stay"] },
    ]);
    const added = recordOf(await adding(client, stay, { rentals_fee_id: fees.breakfast.id, price: "9" }), "bookings");
    expect(added).toMatchObject({ final_price: "109.0" });
  });
});
