import { describe, expect, test } from "vitest";
import { errorsOf, type Json } from "../harness/client.ts";
import { aBooking, aFee, aGuest, aRental, booking, changing, fourNights, read } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";

const service = useSharedService();
const aManager = async () => service.aClient(await service.anAccount());

/** Deeply nested arrays as JSON. */
const deep = "[".repeat(50_000) + "]".repeat(50_000);
const inherited = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"];

describe("names that every object inherits", () => {
  test.each(inherited)("%s is no attribute", async (name) => {
    const client = await aManager();
    const answer = await client.post("/rentals", `{"rentals":[{"name":"Cottage 1","${name}":{"admin":true}}]}`);
    expect(answer.status).toBe(422);
    expect(answer.text).toBe(`{"errors":{"${name}":["is not an attribute of rentals"]}}`);
  });

  test.each(inherited)("%s is no field", async (name) => {
    const answer = await (await aManager()).get(`/rentals?fields=${name}`);
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)).toEqual([
      { code: "bad_request", details: `The parameter fields names ${name}, which is not an attribute of rentals.` },
    ]);
  });

  test.each(inherited)("%s is no relation", async (name) => {
    const client = await aManager();
    for (const include of [name, `rental.${name}`]) {
      const answer = await client.get(`/bookings?include=${include}`);
      expect(answer.status).toBe(400);
      expect(answer.text).toContain(`The parameter include names ${include}, which `);
    }
  });

  test.each(inherited)("%s is no parameter, no root and no locale", async (name) => {
    const client = await aManager();
    const listed = await client.get(`/rentals?${name}=1`);
    expect(listed.status).toBe(400);
    expect(listed.text).toContain(`Unknown parameter ${name}. Known parameters: `);
    const rooted = await client.post("/rentals", `{"${name}":[{"name":"Cottage 1"}]}`);
    expect(rooted.status).toBe(400);
    expect(rooted.text).toContain('The body has no root \\"rentals\\"');
    const translated = await client.post("/rentals", `{"rentals":[{"name":"Cottage 1","headline":{"${name}":"x"}}]}`);
    expect(translated.text).toBe(`{"errors":{"headline":["has an unknown locale: ${name}"]}}`);
  });

  test("no object prototype is changed", async () => {
    await (await aManager()).post("/rentals", '{"__proto__":{"polluted":1},"rentals":[{"__proto__":{"polluted":1}}]}');
    expect("polluted" in {}).toBe(false);
  });
});

describe("characters that no text accepts", () => {
  test.each([
    ["NUL", "\u0000"],
    ["a bell", "\u0007"],
    ["delete", "\u007f"],
    ["an escape", "\u001b[31m"],
    ["a line break in a line", "a\nb"],
    ["a zero-width space", "\u200b"],
  ])("%s", async (_, text) => {
    const client = await aManager();
    const answer = await client.post("/rentals", {
      rentals: [{ name: `Cottage ${text}`, headline_en: text, city: text }],
    });
    const message = ["cannot contain non-printing characters"];
    expect(answer.status).toBe(422);
    expect(errorsOf(answer)).toEqual({ name: message, headline: [`${message} (en)`], city: message });
  });

  test("refuses NUL in long texts, which accept line breaks and tabs", async () => {
    const client = await aManager();
    const stay = await aBooking(client, await aRental(client));
    const refused = await changing(client, stay, { notes: "a\u0000b" });
    expect(errorsOf(refused)).toEqual({ notes: ["cannot contain non-printing characters"] });
    const kept = await changing(client, stay, { notes: "a\n\tb — Ünïcödé 🏡" });
    expect(kept.json.bookings).toMatchObject([{ notes: "a\n\tb — Ünïcödé 🏡" }]);
  });

  test.each(["\\ud800", "\\udc00x", "x\\ud83c"])("refuses a lone surrogate: %s", async (half) => {
    const client = await aManager();
    const body = `{"rentals":[{"name":"Cottage 1","city":"${half}","headline_en":"${half}"}]}`;
    const answer = await client.post("/rentals", body);
    expect(answer.status).toBe(422);
    expect(errorsOf(answer)).toEqual({
      city: ["must be valid Unicode: it contains an unpaired surrogate"],
      headline: ["must be valid Unicode: it contains an unpaired surrogate (en)"],
    });
  });

  test("refuses NUL in a search", async () => {
    const answer = await (await aManager()).get("/rentals?city=%00");
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("The parameter city cannot contain non-printing characters.");
  });
});

describe("numbers out of range", () => {
  test.each([
    ["adults", "1e400", "must be an integer"],
    ["adults", "2.5", "must be an integer"],
    ["adults", "9007199254740993", "must be an integer"],
    ["adults", "1001", "must be less than or equal to 1000"],
    ["adults", '"1e3"', "must be an integer"],
    ["initial_price", "1e21", "is too large"],
    ["initial_price", "1e400", "must be a decimal number with at most two decimals"],
    ["initial_price", "0.001", "must be a decimal number with at most two decimals"],
    ["initial_price", '"NaN"', "must be a decimal number with at most two decimals"],
    ["initial_price", '"10000000000"', "must be less than or equal to 9999999999.99"],
    ["initial_price", "-1", "must be greater than or equal to 0"],
    ["client_id", "9223372036854775808", "must be an integer"],
    ["client_id", "0", "must be greater than or equal to 1"],
    ["client_id", "true", "must be an integer"],
    ["client_id", "[1]", "must be an integer"],
    ["booked", "1", "must be true or false"],
    ["notes", "7", "must be a string"],
  ])("%s of %s", async (name, value, message) => {
    const client = await aManager();
    const stay = await aBooking(client, await aRental(client));
    const answer = await client.put(`/bookings/${stay.id}`, `{"bookings":[{"${name}":${value}}]}`);
    expect(answer.status).toBe(422);
    expect(errorsOf(answer)).toEqual({ [name]: [message] });
    expect(await read(client, "bookings", stay.id)).toEqual(stay);
  });

  test("refuses a sum that is too large", async () => {
    const client = await aManager();
    const answer = await booking(client, await aRental(client), {
      initial_price: "9999999999.99",
      bookings_fees: [{ price: "9999999999.99", times_booked: 10_000, name: "Gold", kind: "other" }],
    });
    expect(answer.status).toBe(422);
    expect(errorsOf(answer)).toEqual({ base: ["has a number that is out of range"] });
    expect(await service.sql("select from bookings where account_id = $1", [client.account])).toEqual([]);
  });

  test("days at the ends of the calendar work or are refused", async () => {
    const client = await aManager();
    const rental = await aRental(client, { balance_due: 1000 });
    const early = await booking(client, rental, { start_at: "0001-01-01T10:00:00Z", end_at: "0001-01-02T10:00:00Z" });
    // Its balance would be due before the calendar begins, but never before the booking is made.
    expect(early.status, early.text).toBe(201);
    const never = await booking(client, rental, { start_at: "0000-06-01", end_at: "0000-06-04" });
    expect(errorsOf(never)).toEqual({
      start_at: ["must be a time such as 2027-01-04T16:00:00Z, or a date"],
      end_at: ["must be a time such as 2027-01-04T16:00:00Z, or a date"],
    });
    const late = await booking(client, rental, { start_at: "9999-12-30", end_at: "9999-12-31" });
    expect(late.status, late.text).toBe(201);
  });
});

describe("deeply nested JSON", () => {
  test.each([
    ["as the body", () => deep, 400],
    ["as a text", () => `{"rentals":[{"name":${deep}}]}`, 422],
    ["as a structure", () => `{"rentals":[{"name":"Cottage 1","certifications":{"clevacances":${deep}}}]}`, 422],
    ["as a translation", () => `{"rentals":[{"name":"Cottage 1","headline":{"en":${deep}}}]}`, 422],
    ["as ids", () => `{"rentals":[{"name":"Cottage 1","rentals_tag_ids":${deep}}]}`, 422],
  ])("%s", async (_, body, status) => {
    const client = await aManager();
    expect((await client.post("/rentals", body())).status).toBe(status);
    expect(await service.sql("select from rentals where account_id = $1", [client.account])).toEqual([]);
  });

  test.each([
    ["something very deep", deep, ["is nested too deeply (JSON may be 32 levels deep)"]],
    [
      "something that cannot be a number",
      '{"toString":1,"valueOf":1}',
      ["element 1: id must be an integer", "element 2: id must be an integer"],
    ],
  ])("as the id of a guest's e-mail address: %s", async (_, id, emails) => {
    const client = await aManager();
    const guest = await aGuest(client);
    const answer = await client.put(
      `/clients/${guest.id}`,
      `{"clients":[{"emails":[{"email":"ada@example.com","id":${id}},{"email":"eve@example.com","id":${id}}]}]}`,
    );
    expect(answer.status).toBe(422);
    expect(errorsOf(answer)).toEqual({ emails });
    expect(await read(client, "clients", guest.id)).toEqual(guest);
  });

  test.each([
    ["something very deep", deep, "is nested too deeply (JSON may be 32 levels deep)"],
    ["something that cannot be a number", '{"toString":1,"valueOf":1}', "must be an integer"],
  ])("as the id of the booking that takes a fee: %s", async (_, id, message) => {
    const client = await aManager();
    const stay = await aBooking(client, await aRental(client));
    const path = `/bookings/${stay.id}/add_bookings_fee`;
    const answer = await client.patch(path, `{"id":${id},"bookings_fees":[{"price":"5","name":"Dog","kind":"other"}]}`);
    expect(answer.status).toBe(422);
    expect(errorsOf(answer)).toEqual({ id: [message] });
    expect(await read(client, "bookings", stay.id)).toEqual(stay);
  });
});

describe("bodies that are not a record", () => {
  test.each<[string, Json, string]>([
    ["fees that are no list", { bookings_fees: { price: "5" } }, "must be an array of at most 200 objects"],
    [
      "more fees than two hundred",
      { bookings_fees: Array.from({ length: 201 }, () => ({ price: "5" })) },
      "has too many elements (maximum is 200)",
    ],
  ])("%s", async (_, parts, message) => {
    const client = await aManager();
    const answer = await booking(client, await aRental(client), parts);
    expect(answer.status).toBe(422);
    expect(errorsOf(answer)).toEqual({ bookings_fees: [message] });
  });

  test("refuses elements that are not objects", async () => {
    const client = await aManager();
    await aFee(client);
    const answer = await booking(client, await aRental(client), {
      ...fourNights,
      bookings_fees: [null, "x", [{}]],
      bookings_taxes: [7],
      comments: ["hello"],
    });
    expect(answer.status).toBe(422);
    expect(errorsOf(answer)).toEqual({
      bookings_fees: [1, 2, 3].map((number) => `element ${number}: must be an object`),
      bookings_taxes: ["element 1: must be an object"],
      comments: ["element 1: must be an object"],
    });
  });
});
