import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type ApiClient, errorsOf, type Json, recordOf } from "../harness/client.ts";
import {
  aBooking,
  aFee,
  aRental,
  aRentalsFee,
  aSource,
  changing,
  fourNights,
  linksOf,
  read,
} from "../harness/factories.ts";
import { baseUrl, useSharedService } from "../harness/service.ts";
import { aRatesTable, aRule, changed, refusal } from "../rates/factories.ts";

const service = useSharedService();
const aManager = async () => service.aClient(await service.anAccount());

const ada = { firstname: "Ada", lastname: "Guest", email: "ada@example.com", phone_number: "+33 1 23 45" };

/** Four nights for 100 each, 58.33 for cleaning, and a downpayment of a tenth of the rental price. */
async function aQuotedRental(client: ApiClient, attributes: Json = {}) {
  const rental = await aRental(client, { base_rate: "100", downpayment: 10, ...attributes });
  await aRentalsFee(client, rental, await aFee(client, { rate: "58.33" }), { status: "required" });
  return rental;
}

const asked = (rental: Json, attributes: Json = {}) => ({
  ...fourNights,
  rental_id: rental.id,
  adults: 2,
  children: 1,
  final_price: "458.33",
  price_to_pay_now: "40",
  currency: "EUR",
  client: ada,
  ...attributes,
});

const strictly = (client: ApiClient, rental: Json, attributes: Json = {}, headers: Record<string, string> = {}) =>
  client.post("/strict_bookings", { bookings: [asked(rental, attributes)] }, headers);

/** Records that a refused booking must not leave behind. */
async function nothingIn(account: number): Promise<void> {
  for (const table of ["bookings", "clients", "bookings_fees"])
    expect(await service.sql(`select from ${table} where account_id = $1`, [account]), table).toEqual([]);
}

describe("a strict booking", () => {
  test("a request at the live quote's prices creates a normal booking and a client", async () => {
    const client = await aManager();
    const rental = await aQuotedRental(client);
    const source = await aSource(client);
    const answer = await strictly(client, rental, { source_id: source.id, client: ada });
    expect(answer.status, answer.text).toBe(201);
    const stay = recordOf(answer, "bookings");
    expect(answer.headers.get("location")).toBe(`${baseUrl}/api/v3/bookings/${stay.id}`);
    expect(stay).toMatchObject({
      ...fourNights,
      status: "Booked",
      booked: true,
      locked: null,
      adults: 2,
      children: 1,
      currency: "EUR",
      initial_price: "400.0",
      final_price: "458.33",
      links: { rental: rental.id, source: source.id },
    });
    expect(await read(client, "bookings", stay.id)).toEqual(stay);
    expect(await read(client, "clients", linksOf(stay).client)).toMatchObject({
      fullname: "Ada Guest",
      firstname: "Ada",
      lastname: "Guest",
      emails: [{ email: "ada@example.com", primary: true }],
      phones: [{ number: "+33 1 23 45", label: "default" }],
    });
    const plain = await aBooking(client, rental, {
      start_at: "2090-02-01",
      end_at: "2090-02-05",
      adults: 2,
      children: 1,
    });
    const {
      id,
      start_at,
      end_at,
      reference,
      links,
      created_at,
      updated_at,
      balance_due_at,
      payment_schedule,
      contract_updated_at,
      ...same
    } = plain;
    expect(stay).toMatchObject(same);
  });

  test("accepts times and dates, decimals as strings and numbers, and partial guest details", async () => {
    const client = await aManager();
    const rental = await aQuotedRental(client);
    const answer = await strictly(client, rental, {
      start_at: "2090-01-04",
      end_at: "2090-01-08",
      final_price: 458.33,
      price_to_pay_now: 40,
      client: { lastname: "Guest", firstname: null, email: "" },
    });
    const stay = recordOf(answer, "bookings");
    expect(stay).toMatchObject(fourNights);
    const guest = await read(client, "clients", linksOf(stay).client);
    expect(guest).toMatchObject({ fullname: "Guest", firstname: null, lastname: "Guest", emails: [], phones: [] });
  });

  test("is locked to an application with the owned scope", async () => {
    const client = await aManager();
    const rental = await aQuotedRental(client);
    const channel = await service.aClient(client.account, { scopes: ["bookings_write_owned"] });
    const stay = recordOf(await strictly(channel, rental), "bookings");
    expect(await read(client, "bookings", stay.id)).toMatchObject({ locked: `application-${channel.application}` });
    expect((await changing(client, stay, { notes: "x" })).status).toBe(403);
  });

  test("needs a scope that writes bookings", async () => {
    const client = await aManager();
    const rental = await aQuotedRental(client);
    const reader = await service.aClient(client.account, {
      scopes: ["bookings_read", "clients_write", "rentals_write"],
    });
    expect((await strictly(reader, rental)).status).toBe(403);
  });

  test("is created once when retried with its idempotency key", async () => {
    const client = await aManager();
    const rental = await aQuotedRental(client);
    const key = { "idempotency-key": randomUUID() };
    const first = await strictly(client, rental, { client: ada }, key);
    const second = await strictly(client, rental, { client: ada }, key);
    expect([second.status, second.text]).toEqual([201, first.text]);
    expect(await service.sql("select from clients where account_id = $1", [client.account])).toHaveLength(1);
  });

  test.each<[string, Json]>([
    ["none", { client: undefined }],
    ["null", { client: null }],
    ["a blank", { client: "" }],
    ["an empty one", { client: {} }],
    ["one of blanks", { client: { firstname: "", lastname: null, email: " ", phone_number: "" } }],
  ])("needs a client and lists its attributes: %s", async (_, attributes) => {
    const client = await aManager();
    const rental = await aQuotedRental(client);
    expect(refusal(await strictly(client, rental, attributes))).toEqual([
      422,
      { client: ["can't be blank. It takes firstname, lastname, email, phone_number and country_code"] },
    ]);
    await nothingIn(client.account);
  });

  test.each([{ strict_bookings: [{}] }, { bookings: [] }, { bookings: [{}, {}] }, []])(
    "stands alone under bookings: %j",
    async (body) => {
      const client = await aManager();
      expect((await client.post("/strict_bookings", body)).status).toBe(400);
    },
  );
});

describe("refusals of strict bookings", () => {
  test("refuses missing required attributes, naming all of them", async () => {
    const client = await aManager();
    const answer = await client.post("/strict_bookings", { bookings: [{ client: { email: "nobody" }, notes: "x" }] });
    const blank = ["can't be blank"];
    expect(refusal(answer)).toEqual([
      422,
      {
        rental_id: blank,
        start_at: blank,
        end_at: blank,
        final_price: blank,
        price_to_pay_now: blank,
        currency: blank,
        notes: ["is not an attribute of strict_bookings"],
        client: ["email must be an e-mail address"],
      },
    ]);
  });

  test("refuses prices or a currency that differ, naming each with its quoted value", async () => {
    const client = await aManager();
    const rental = await aQuotedRental(client);
    const answer = await strictly(client, rental, {
      final_price: "400",
      price_to_pay_now: "40.01",
      currency: "USD",
      client: ada,
    });
    expect(refusal(answer)).toEqual([
      422,
      {
        final_price: ["is 458.33 by the live quote, not 400.0"],
        price_to_pay_now: ["is 40.0 by the live quote, not 40.01"],
        currency: ["is EUR by the live quote, not USD"],
      },
    ]);
    await nothingIn(client.account);
  });

  test("refuses a price that has changed since the quote", async () => {
    const client = await aManager();
    const rental = await aQuotedRental(client);
    expect((await strictly(client, rental)).status).toBe(201);
    await changed(client, `/rentals/${rental.id}`, "rentals", { base_rate: "101" });
    const answer = await strictly(client, rental, { start_at: "2090-02-01", end_at: "2090-02-05" });
    expect(refusal(answer)).toEqual([
      422,
      {
        final_price: ["is 462.33 by the live quote, not 458.33"],
        price_to_pay_now: ["is 40.4 by the live quote, not 40.0"],
      },
    ]);
  });

  test("refuses a stay that breaks rules, naming each rule and its requirement", async () => {
    const client = await aManager();
    const table = await aRatesTable(client);
    const days = { percentage: undefined, variables: { days: [0] } };
    const arrival = await aRule(client, table, { kind: "arrival_only", ...days });
    const rental = await aQuotedRental(client, { rates_table_id: table.id, sleeps_max: 2 });
    await service.sql("update rentals set absolute_min_stay = 7 where id = $1", [rental.id]);
    const answer = await strictly(client, rental, { client: ada });
    expect(answer.status).toBe(422);
    expect([Object(errorsOf(answer)).base].flat().sort()).toEqual([
      `the stay is refused by arrival_only (rates rule ${arrival.id})`,
      "the stay is refused by minimum_stay (at least 7 nights)",
      "the stay is refused by sleeps_max (at most 2 guests)",
    ]);
    await nothingIn(client.account);
  });

  test("refuses a night that has no rate", async () => {
    const client = await aManager();
    const rental = await aQuotedRental(client, { base_rate: null });
    expect(refusal(await strictly(client, rental))).toEqual([
      422,
      { base: ["the stay is refused by no_rate (the night of 2090-01-04 has none)"] },
    ]);
  });

  test("refuses a taken night, along with all other differences", async () => {
    const client = await aManager();
    const rental = await aQuotedRental(client);
    const first = recordOf(await strictly(client, rental), "bookings");
    const answer = await strictly(client, rental, {
      start_at: "2090-01-07",
      end_at: "2090-01-11",
      final_price: "1",
      client: ada,
    });
    expect(refusal(answer)).toEqual([
      422,
      {
        base: [`the nights are taken by booking ${first.reference}`],
        final_price: ["is 458.33 by the live quote, not 1.0"],
      },
    ]);
    const guests = await service.sql("select id::integer from clients where account_id = $1", [client.account]);
    expect(guests).toEqual([{ id: linksOf(first).client }]);
  });

  test.each<[string, Json, Json]>([
    [
      "the other way round",
      { start_at: "2090-01-08", end_at: "2090-01-04" },
      { start_at: ["must be before end_at"], end_at: ["must be after start_at"] },
    ],
    ["no guests that there could be", { adults: -1 }, { adults: ["must be greater than or equal to 0"] }],
    ["a price below zero", { final_price: "-1" }, { final_price: ["must be greater than or equal to 0"] }],
    ["no currency", { currency: 7 }, { currency: [expect.stringMatching(/^must be one of the currencies: /)] }],
    [
      "a guest that is none",
      { client: "Ada" },
      { client: ["must be an object with firstname, lastname, email, phone_number and country_code"] },
    ],
    [
      "a guest whom nobody can reach",
      { client: { firstname: "A".repeat(151), email: 7, phone_number: "call me", fullname: "Ada" } },
      {
        client: [
          "fullname is not an attribute of client: it has firstname, lastname, email, phone_number and country_code",
          "firstname is too long (maximum is 150 characters)",
          "email must be a string",
          "phone_number must be a phone number",
        ],
      },
    ],
  ])("refuses an invalid body: %s", async (_, attributes, messages) => {
    const client = await aManager();
    const rental = await aQuotedRental(client);
    expect(refusal(await strictly(client, rental, attributes))).toEqual([422, messages]);
    await nothingIn(client.account);
  });

  test("refuses an unknown, deleted or other account's rental with the same message", async () => {
    const client = await aManager();
    const stranger = await aManager();
    const deleted = await aQuotedRental(client);
    await client.delete(`/rentals/${deleted.id}`);
    for (const rental of [{ id: 999_999_999 }, deleted, await aQuotedRental(stranger)])
      expect(refusal(await strictly(client, rental))).toEqual([422, { rental_id: ["must exist"] }]);
  });
});
