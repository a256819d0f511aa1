import { describe, expect, test } from "vitest";
import { type Answer, type ApiClient, errorsOf, type Json, recordOf } from "../harness/client.ts";
import {
  aBooking,
  aFee,
  aRental,
  aRentalsFee,
  booking,
  changing,
  created,
  fourNights,
  read,
} from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";

const service = useSharedService();
const aManager = async () => service.aClient(await service.anAccount());

/** Four nights cost 400.0, and cleaning 50.0. */
async function aPricedRental(client: ApiClient): Promise<Json> {
  const rental = await aRental(client, { base_rate: "100" });
  await aRentalsFee(client, rental, await aFee(client), { status: "required" });
  return rental;
}

const moving = (client: ApiClient, stay: Json, attributes: Json): Promise<Answer> =>
  client.post(`/bookings/${stay.id}/move`, { bookings: [attributes] });

const isNow = (price: string) => ({ expected_final_price: [`is no longer the price: it is now ${price}`] });

/** The price stands in the message for people, and in `meta` for programs. */
function expectRefusal(answer: Answer, errors: Json): void {
  expect([answer.status, errorsOf(answer)]).toEqual([422, errors]);
  const [, price] = /it is now ([0-9.]+)/.exec(JSON.stringify(errors)) ?? [];
  const isNone = JSON.stringify(errors).includes("there is none");
  expect(answer.json.meta).toEqual(price || isNone ? { final_price: price ?? null } : undefined);
}

describe("a creation with expected_final_price", () => {
  test.each(["450", "450.00", 450, null])("books at the price %j", async (expected) => {
    const client = await aManager();
    const answer = await booking(client, await aPricedRental(client), { expected_final_price: expected });
    expect(answer.status, answer.text).toBe(201);
    expect(recordOf(answer, "bookings")).not.toHaveProperty("expected_final_price");
  });

  test("is refused with the current price after the price changed, and stores nothing", async () => {
    const client = await aManager();
    const rental = await aPricedRental(client);
    await client.put(`/rentals/${rental.id}`, { rentals: [{ base_rate: "110" }] });
    expectRefusal(await booking(client, rental, { expected_final_price: "450" }), isNow("490.0"));
    expect(await service.sql("select from bookings where account_id = $1", [client.account])).toEqual([]);
  });

  test("compares the price that the body itself makes", async () => {
    const client = await aManager();
    const rental = await aPricedRental(client);
    const own = { initial_price: "300", discount: "10%", bookings_fees: [], bookings_taxes: [] };
    expectRefusal(await booking(client, rental, { ...own, expected_final_price: "300" }), isNow("270.0"));
    expect((await booking(client, rental, { ...own, expected_final_price: "270" })).status).toBe(201);
  });

  test("is refused where there is no price", async () => {
    const client = await aManager();
    expectRefusal(await booking(client, await aRental(client), { expected_final_price: "1" }), {
      expected_final_price: ["is no longer the price: there is none"],
    });
  });

  test.each<[unknown, string]>([
    ["cheap", "must be a decimal number"],
    ["-1", "must be greater than or equal to 0"],
    ["1.005", "must be a decimal number"],
    [true, "must be a decimal number"],
  ])("is refused at the field for %j", async (expected, message) => {
    const client = await aManager();
    expectRefusal(await booking(client, await aPricedRental(client), { expected_final_price: expected }), {
      expected_final_price: [expect.stringContaining(message)],
    });
  });

  test("reports the price together with a taken night, but not when its dates are invalid", async () => {
    const client = await aManager();
    const rental = await aPricedRental(client);
    await aBooking(client, rental);
    const stale = { expected_final_price: "1" };
    expectRefusal(await booking(client, rental, stale), { ...isNow("450.0"), base: [expect.any(String)] });
    expectRefusal(await booking(client, rental, { ...stale, end_at: "soon" }), { end_at: [expect.any(String)] });
  });

  test("from an inquiry compares the booked price", async () => {
    const client = await aManager();
    const rental = await aPricedRental(client);
    const inquiry = await created(client, `/rentals/${rental.id}/inquiries`, "inquiries", {
      ...fourNights,
      firstname: "Ada",
      lastname: "Guest",
      email: "ada@example.com",
    });
    const book = (expected: string) =>
      client.post(`/inquiries/${inquiry.id}/book`, { bookings: [{ expected_final_price: expected }] });
    expectRefusal(await book("400"), isNow("450.0"));
    expect((await book("450")).status).toBe(201);
  });

  test("as a strict booking compares the live quote", async () => {
    const client = await aManager();
    const rental = await aPricedRental(client);
    const strictly = (expected: string) =>
      client.post("/strict_bookings", {
        bookings: [
          {
            ...fourNights,
            rental_id: rental.id,
            final_price: "450",
            price_to_pay_now: "0",
            currency: "EUR",
            client: { firstname: "Ada" },
            expected_final_price: expected,
          },
        ],
      });
    expectRefusal(await strictly("400"), isNow("450.0"));
    expect((await strictly("450")).status).toBe(201);
  });
});

describe("a change with expected_final_price", () => {
  test("is stored at that price and refused at another", async () => {
    const client = await aManager();
    const stay = await aBooking(client, await aPricedRental(client));
    const change = { initial_price: "300", notes: "Late" };
    expectRefusal(await changing(client, stay, { ...change, expected_final_price: "450" }), isNow("350.0"));
    expect(await read(client, "bookings", stay.id)).toEqual(stay);
    expect((await changing(client, stay, { ...change, expected_final_price: "350" })).status).toBe(200);
  });

  test("without a new price compares the stored one", async () => {
    const client = await aManager();
    const stay = await aBooking(client, await aPricedRental(client));
    expectRefusal(await changing(client, stay, { notes: "Late", expected_final_price: "449.99" }), isNow("450.0"));
    expect((await changing(client, stay, { notes: "Late", expected_final_price: "450.0" })).status).toBe(200);
  });

  test("that expects the stored price changes nothing by itself", async () => {
    const client = await aManager();
    const stay = await aBooking(client, await aPricedRental(client));
    expect((await changing(client, stay, { expected_final_price: "450" })).status).toBe(200);
    expect(await read(client, "bookings", stay.id)).toEqual(stay);
  });
});

describe("a move with expected_final_price", () => {
  const longer = { end_at: "2090-01-09" };

  test("keeps the agreed price unless it reprices", async () => {
    const client = await aManager();
    const stay = await aBooking(client, await aPricedRental(client));
    expectRefusal(await moving(client, stay, { ...longer, expected_final_price: "550" }), isNow("450.0"));
    const repriced = { ...longer, reprice: true };
    expectRefusal(await moving(client, stay, { ...repriced, expected_final_price: "450" }), isNow("550.0"));
    expect(await read(client, "bookings", stay.id)).toEqual(stay);
    const answer = await moving(client, stay, { ...repriced, expected_final_price: "550.00" });
    expect(recordOf(answer, "bookings")).toMatchObject({ final_price: "550.0" });
  });

  test("is previewed by a dry run", async () => {
    const client = await aManager();
    const stay = await aBooking(client, await aPricedRental(client));
    const preview = { ...longer, reprice: true, dry_run: true, expected_final_price: "450" };
    expect(recordOf(await moving(client, stay, preview), "booking_quotes")).toMatchObject({
      problems: isNow("550.0"),
    });
  });
});
