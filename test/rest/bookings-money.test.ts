import { describe, expect, test } from "vitest";
import { errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aRental, booking, changing, read } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { adding, feesOf, removing, theExample } from "./bookings-money.ts";

const service = useSharedService();
const aManager = async () => service.aClient(await service.anAccount());

describe("the final price", () => {
  test("the final price of the specification's example is 2930", async () => {
    const client = await aManager();
    const stay = await theExample(service, client);
    expect(stay).toMatchObject({
      initial_price: "3000.0",
      initial_rental_price: "3000.0",
      final_rental_price: "2700.0",
      final_price: "2930.0",
      paid_amount: "0.0",
      authorized_amount: "0.0",
      paid_or_authorized_amount: "0.0",
      payment_left_to_collect: "2930.0",
      currency: "USD",
    });
    expect(await read(client, "bookings", stay.id)).toMatchObject({ final_price: "2930.0" });
    expect(recordsOf(await client.get("/bookings_taxes"), "bookings_taxes")).toMatchObject([
      { name: { en: "Tax1" }, amount: "60.0", percentage: "10.0", tax_included_in_price: false },
      { name: { en: "Tax2" }, amount: "40.0", percentage: "0.0", tax_included_in_price: false },
      { name: { en: "Tax3" }, amount: "10.0", percentage: "0.0", tax_included_in_price: true },
    ]);
    expect(recordsOf(await client.get("/bookings_fees"), "bookings_fees")).toMatchObject([
      { name: { en: "Fee1" }, price: "50.0", times_booked: 2, included_in_price: true },
      { name: { en: "Fee2" }, price: "30.0", times_booked: 1, included_in_price: true },
    ]);
  });

  test.each([
    ["a percentage", "10%", "2700.0"],
    ["a percentage with decimals", "12.5%", "2625.0"],
    ["all of it", "100%", "0.0"],
    ["an amount", "100", "2900.0"],
    ["an amount with decimals", "100.55", "2899.45"],
    ["more than there is", "5000", "0.0"],
    ["nothing", null, "3000.0"],
    ["blank, which is none", "", "3000.0"],
  ])("takes off the discount: %s", async (_, discount, expected) => {
    const client = await aManager();
    const stay = await aBooking(client, await aRental(client), { initial_price: 3000, discount });
    expect(stay).toMatchObject({ discount: discount || null, final_rental_price: expected, final_price: expected });
  });

  test("the final price and the balance are null without a price", async () => {
    const client = await aManager();
    const stay = await aBooking(client, await aRental(client), { discount: "10%" });
    expect(stay).toMatchObject({
      initial_price: null,
      final_rental_price: null,
      final_price: null,
      payment_left_to_collect: null,
    });
  });

  test("the final price follows changes of price and discount", async () => {
    const client = await aManager();
    const stay = await theExample(service, client);
    const priced = async (attributes: Json) => recordOf(await changing(client, stay, attributes), "bookings");
    expect(await priced({ discount: "100" })).toMatchObject({ final_rental_price: "2900.0", final_price: "3130.0" });
    expect(await priced({ initial_price: "1000" })).toMatchObject({
      final_rental_price: "900.0",
      final_price: "1130.0",
    });
    expect(await priced({ discount: null })).toMatchObject({ final_rental_price: "1000.0", final_price: "1230.0" });
    expect(await priced({ initial_price: null })).toMatchObject({ final_rental_price: null, final_price: "230.0" });
  });

  test("a written final price persists until a fee is added", async () => {
    const client = await aManager();
    const stay = await theExample(service, client, { final_price: "2500" });
    expect(stay).toMatchObject({ final_rental_price: "2700.0", final_price: "2500.0" });
    const changed = await changing(client, stay, { discount: "20%", notes: "a friend" });
    expect(recordOf(changed, "bookings")).toMatchObject({ final_rental_price: "2400.0", final_price: "2500.0" });
    const added = await adding(client, stay, { price: "5", times_booked: 1, name: "Dog", kind: "other" });
    expect(recordOf(added, "bookings")).toMatchObject({ final_price: "2635.0" });
    const later = await changing(client, stay, { discount: "10%" });
    expect(recordOf(later, "bookings")).toMatchObject({ final_price: "2935.0" });
  });

  test("a rewritten final price persists until a fee is removed", async () => {
    const client = await aManager();
    const stay = await theExample(service, client);
    expect(recordOf(await changing(client, stay, { final_price: 2000 }), "bookings")).toMatchObject({
      final_price: "2000.0",
    });
    expect(recordOf(await changing(client, stay, { adults: 3 }), "bookings")).toMatchObject({ final_price: "2000.0" });
    const removed = await removing(client, stay, feesOf(stay)[0]);
    // The written total decided the rental's price; the fee was 100 of it.
    expect(recordOf(removed, "bookings")).toMatchObject({ final_price: "1900.0" });
  });

  test("a final price set to null is computed again", async () => {
    const client = await aManager();
    const stay = await theExample(service, client, { final_price: "2500" });
    expect(recordOf(await changing(client, stay, { final_price: null }), "bookings")).toMatchObject({
      final_price: "2930.0",
    });
  });
});

describe("amounts that depend on others", () => {
  test.each<[string, Json, Json]>([
    ["commission", { commission: "5" }, { commission: ["needs final_price"] }],
    ["downpayment", { downpayment: "5" }, { downpayment: ["needs final_price"] }],
    [
      "final_payback_to_owner",
      { initial_price: "100", final_payback_to_owner: "100" },
      { final_payback_to_owner: ["must be lower than final_price"] },
    ],
    [
      "final_payback_to_owner without a price",
      { final_payback_to_owner: "1" },
      { final_payback_to_owner: ["must be lower than final_price"] },
    ],
    [
      "rental_payback_to_owner",
      { initial_price: "100", rental_payback_to_owner: "100" },
      { rental_payback_to_owner: ["must be lower than initial_price"] },
    ],
    [
      "rental_payback_to_owner without a price",
      { rental_payback_to_owner: "1" },
      { rental_payback_to_owner: ["must be lower than initial_price"] },
    ],
    [
      "the name of an external collector",
      { damage_deposit_collection_method: "with_service", damage_deposit_external_collection_method_name: "Cash box" },
      {
        damage_deposit_external_collection_method_name: [
          'must be blank unless damage_deposit_collection_method is "external"',
        ],
      },
    ],
  ])("are refused when they do not fit: %s", async (_, attributes, messages) => {
    const client = await aManager();
    const rental = await aRental(client);
    const answer = await booking(client, rental, attributes);
    expect([answer.status, errorsOf(answer)]).toEqual([422, messages]);
    expect(await service.sql("select from bookings where account_id = $1", [client.account])).toEqual([]);
    const stay = await aBooking(client, rental);
    const changed = await changing(client, stay, attributes);
    expect([changed.status, errorsOf(changed)]).toEqual([422, messages]);
    expect(await read(client, "bookings", stay.id)).toEqual(stay);
  });

  test("keeps dependent amounts that fit", async () => {
    const client = await aManager();
    const amounts = {
      commission: "5.0",
      downpayment: "10.0",
      final_payback_to_owner: "99.99",
      rental_payback_to_owner: "99.99",
    };
    const stay = await aBooking(client, await aRental(client), { initial_price: "100", ...amounts });
    expect(stay).toMatchObject(amounts);
  });

  test("refuses a price that dependent amounts exceed", async () => {
    const client = await aManager();
    const stay = await aBooking(client, await aRental(client), { initial_price: "100", final_payback_to_owner: "80" });
    const answer = await changing(client, stay, { initial_price: "80" });
    expect([answer.status, errorsOf(answer)]).toEqual([
      422,
      { final_payback_to_owner: ["must be lower than final_price"] },
    ]);
    expect(await read(client, "bookings", stay.id)).toEqual(stay);
  });
});

describe("a booking's defaults from its rental", () => {
  test("refuses a currency that its fees and taxes do not fit", async () => {
    const client = await aManager();
    const linen = { name: "Linen", price: "7.50", times_booked: 2 };
    const prices = { initial_price: "300", bookings_fees: [linen], bookings_taxes: [{ name: "City", amount: "10" }] };
    const stay = await aBooking(client, await aRental(client, { currency: "EUR" }), prices);
    const answer = await changing(client, stay, { currency: "JPY" });
    expect([answer.status, errorsOf(answer)]).toEqual([
      422,
      { currency: ["cannot be JPY: a fee or tax has decimals"] },
    ]);
    await removing(client, stay, feesOf(stay)[0]);
    const changed = await changing(client, stay, { currency: "JPY" });
    expect(recordOf(changed, "bookings")).toMatchObject({ currency: "JPY", final_price: "310.0" });
  });

  test("copies currency, damage deposit and balance due date", async () => {
    const client = await aManager();
    const rental = await aRental(client, { currency: "CHF", damage_deposit: "250", balance_due: 30 });
    const stay = await aBooking(client, rental);
    expect(stay).toMatchObject({ currency: "CHF", damage_deposit: "250.0", balance_due_at: "2089-12-05T16:00:00Z" });
    const own = await aBooking(client, await aRental(client), { currency: "USD", damage_deposit: 0 });
    expect(own).toMatchObject({ currency: "USD", damage_deposit: "0.0" });
    const moved = await changing(client, stay, { start_at: "2090-01-05" });
    expect(recordOf(moved, "bookings")).toMatchObject({ balance_due_at: "2089-12-06T16:00:00Z" });
  });
});
