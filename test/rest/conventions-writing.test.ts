import { describe, expect, test } from "vitest";
import { type ApiClient, errorsOf, type Json, recordOf } from "../harness/client.ts";
import { aBooking, aFee, aRental, aRentalsTag, aSource, created, linksOf, read } from "../harness/factories.ts";
import { isSince } from "../harness/moments.ts";
import { useSharedService } from "../harness/service.ts";

const service = useSharedService();
const aManager = async (settings: Json = {}) => service.aClient(await service.anAccount(settings));
const countOf = async (table: string, client: ApiClient) =>
  (await service.sql(`select id from ${table} where account_id = $1`, [client.account])).length;

describe("the root of a body", () => {
  test.each([
    ["an array of one under the plural", { sources: [{ name: "Channel A" }] }],
    ["an object under the singular", { source: { name: "Channel A" } }],
  ])("may be %s", async (_, body) => {
    const answer = await (await aManager()).post("/sources", body);
    expect(answer.status).toBe(201);
    expect(recordOf(answer, "sources")).toMatchObject({ name: "Channel A" });
  });

  const expected = '{ "sources": [ { … } ] }';
  test.each([
    ["missing", {}, `The body has no root "sources". It must be ${expected}.`],
    ["another one", { rentals: [{ name: "Channel A" }] }, `The body has no root "sources". It must be ${expected}.`],
    ["bare attributes", { name: "Channel A" }, `The body has no root "sources". It must be ${expected}.`],
    ["empty", { sources: [] }, `The body must contain exactly one element: ${expected}.`],
    [
      "two elements",
      { sources: [{ name: "A" }, { name: "B" }] },
      `The body must contain exactly one element: ${expected}.`,
    ],
    [
      "an element that is no object",
      { sources: ["A"] },
      `The root "sources" must contain an object. The body must be ${expected}.`,
    ],
    ["a text", { sources: "A" }, `The root "sources" must contain an object. The body must be ${expected}.`],
    ["null", { source: null }, `The root "source" must contain an object. The body must be ${expected}.`],
    ["an array as the body", [{ name: "A" }], `The body must be ${expected}.`],
    ["a number as the body", 7, `The body must be ${expected}.`],
    ["null as the body", null, `The body must be ${expected}.`],
    ["no body", undefined, `The body must be ${expected}.`],
    ["an empty body", "", `The body must be ${expected}.`],
  ])("is refused when it is %s", async (_, body, details) => {
    const client = await aManager();
    const answer = await client.post("/sources", body);
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)).toEqual([{ code: "bad_request", details }]);
    expect(await countOf("sources", client)).toBe(0);
  });
});

describe("an update", () => {
  test.each(["PUT", "PATCH"])("an update by %s changes named attributes and keeps absent ones", async (method) => {
    const client = await aManager();
    const rental = await aRental(client, { sleeps: 4, headline_en: "By the sea", city: "Nevache" });
    const answer = await client.send(method, `/rentals/${rental.id}`, { rentals: [{ sleeps: 5, city: null }] });
    expect(answer.status).toBe(200);
    const { updated_at, ...kept } = rental;
    expect(recordOf(answer, "rentals")).toMatchObject({ ...kept, sleeps: 5, city: null });
    expect(await read(client, "rentals", rental.id)).toEqual(recordOf(answer, "rentals"));
    expect(updated_at).toBeDefined();
  });

  test("echoing a whole record changes nothing", async () => {
    const client = await aManager();
    const stay = await aBooking(client, await aRental(client), { initial_price: "100", discount: "10%" });
    const answer = await client.put(`/bookings/${stay.id}`, { bookings: [stay] });
    expect(answer.status, answer.text).toBe(200);
    const { updated_at: _, ...kept } = stay;
    expect(recordOf(answer, "bookings")).toMatchObject(kept);
  });

  test("an update moves updated_at only when something changes", async () => {
    const client = await aManager();
    const source = await aSource(client);
    await service.sql("update sources set updated_at = '2020-01-01' where account_id = $1", [client.account]);
    await client.put(`/sources/${source.id}`, { sources: [{}] });
    expect(await read(client, "sources", source.id)).toMatchObject({ updated_at: "2020-01-01T00:00:00Z" });
    const began = Date.now();
    await client.put(`/sources/${source.id}`, { sources: [{ position: 3 }] });
    const { updated_at } = await read(client, "sources", source.id);
    expect(isSince(updated_at, began), String(updated_at)).toBe(true);
  });

  test("a refused update changes nothing", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const answer = await client.put(`/rentals/${rental.id}`, { rentals: [{ name: "Cottage 2", sleeps: 101 }] });
    expect(answer.status).toBe(422);
    expect(await read(client, "rentals", rental.id)).toEqual(rental);
  });

  test("updating a deleted or unknown record is 404", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    await client.delete(`/rentals/${rental.id}`);
    for (const id of [rental.id, 999_999]) {
      expect((await client.put(`/rentals/${id}`, { rentals: [{ sleeps: 1 }] })).status).toBe(404);
      expect((await client.delete(`/rentals/${id}`)).status).toBe(404);
      expect((await client.post(`/rentals/${id}/bookings`, { bookings: [{}] })).status).toBe(404);
    }
  });
});

describe("names in a write", () => {
  test("ignores read-only attributes in a write", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const stay = await aBooking(client, rental, {
      id: 7,
      links: { rental: 999_999 },
      reference: "ZZZZZZ",
      status: "Canceled",
      created_at: "2001-01-01T00:00:00Z",
      paid_amount: "1000",
      rental_id: 999_999,
      account_id: 999_999,
      rental: 999_999,
    });
    expect(stay).toMatchObject({ status: "Booked", paid_amount: "0.0" });
    expect(stay.id).not.toBe(7);
    expect(stay.reference).not.toBe("ZZZZZZ");
    expect(stay.created_at).not.toBe("2001-01-01T00:00:00Z");
    expect(linksOf(stay)).toMatchObject({ rental: rental.id, account: client.account });
  });

  test("refuses each unknown attribute by name", async () => {
    const client = await aManager();
    const answer = await client.post("/sources", {
      sources: [{ name: "Channel A", colour: "red", name_xx: "x", name_en: "x" }],
    });
    expect(answer.status).toBe(422);
    const message = ["is not an attribute of sources"];
    expect(errorsOf(answer)).toEqual({ colour: message, name_xx: message, name_en: message });
    expect(await countOf("sources", client)).toBe(0);
  });

  test("accepts other members beside the root", async () => {
    const client = await aManager();
    const stay = await aBooking(client, await aRental(client));
    const answer = await client.post("/booking_comments", {
      booking_id: stay.id,
      booking_comments: [{ content: "Late" }],
    });
    expect(answer.status).toBe(201);
    expect(linksOf(recordOf(answer, "booking_comments"))).toMatchObject({ booking: stay.id });
  });

  test("accepts ids, integers and booleans as strings", async () => {
    const client = await aManager();
    const tag = await aRentalsTag(client);
    const rental = await aRental(client, { sleeps: "4", bookable_online: "true", rentals_tag_ids: [`${tag.id}`] });
    expect(rental).toMatchObject({ sleeps: 4, bookable_online: true, links: { rentals_tags: [tag.id] } });
  });

  test("a blank clears an optional attribute and is refused for a required one", async () => {
    const client = await aManager();
    const rental = await aRental(client, { sleeps: 4, base_rate: "10" });
    const emptied = await client.put(`/rentals/${rental.id}`, { rentals: [{ sleeps: "", base_rate: null }] });
    expect(recordOf(emptied, "rentals")).toMatchObject({ sleeps: null, base_rate: null });
    const blank = { currency: null, base_rate_kind: "", rounding_kind: null };
    const kept = await client.put(`/rentals/${rental.id}`, { rentals: [{ ...blank, rental_type: "" }] });
    const { currency, base_rate_kind, rounding_kind } = rental;
    expect(recordOf(kept, "rentals")).toMatchObject({ currency, base_rate_kind, rounding_kind, rental_type: null });
    const refused = await client.put(`/rentals/${rental.id}`, {
      rentals: [{ name: "  ", bookable_online: null, downpayment: "" }],
    });
    expect(refused.status).toBe(422);
    expect(errorsOf(refused)).toEqual({
      name: expect.arrayContaining([expect.stringMatching(/^(can't be blank|is too short)/)]),
      bookable_online: ["can't be null"],
      downpayment: ["can't be null"],
    });
  });
});

describe("a translated attribute", () => {
  test("a translated attribute is written by name_<locale>, a string or an object of locales", async () => {
    const client = await aManager({ default_locale: "fr" });
    const attributes = { kind: "cleaning", rate: "5", rate_kind: "fixed", downpayment_percentage: "0" };
    const fee = async (names: Json) => (await created(client, "/fees", "fees", { ...attributes, ...names })).name;
    expect(await fee({ name_fr: "Ménage", name_en: "Cleaning" })).toEqual({ fr: "Ménage", en: "Cleaning" });
    expect(await fee({ name: "Ménage" })).toEqual({ fr: "Ménage" });
    expect(await fee({ name: { fr: "Ménage", de: "Putzen" } })).toEqual({ fr: "Ménage", de: "Putzen" });
    expect(await fee({ name: "Ménage", name_de: "Putzen", "name_zh-TW": "清潔" })).toEqual({
      fr: "Ménage",
      de: "Putzen",
      "zh-TW": "清潔",
    });
  });

  test("a translated attribute keeps unnamed locales and loses blank ones", async () => {
    const client = await aManager();
    const fee = await aFee(client, { name: { en: "Cleaning", fr: "Ménage", de: "Putzen" } });
    const update = async (names: Json) => recordOf(await client.put(`/fees/${fee.id}`, { fees: [names] }), "fees").name;
    expect(await update({ name_fr: "Nettoyage" })).toEqual({ en: "Cleaning", fr: "Nettoyage", de: "Putzen" });
    expect(await update({ name: { de: null, es: "Limpieza" } })).toEqual({
      en: "Cleaning",
      fr: "Nettoyage",
      es: "Limpieza",
    });
    expect(await update({ name_fr: null, name_es: null })).toEqual({ en: "Cleaning" });
    expect(await update({ name: "Final cleaning" })).toEqual({ en: "Final cleaning" });
  });

  test.each<[string, Json, string]>([
    ["missing in the default locale", { name_fr: "Ménage" }, "can't be blank in en"],
    ["blank in the default locale", { name: " " }, "can't be blank in en"],
    ["emptied in the default locale", { name: { en: null } }, "can't be blank in en"],
    ["in an unknown locale", { name: { en: "Cleaning", xx: "?" } }, "has an unknown locale: xx"],
    ["no text", { name_en: 7 }, "must be a string (en)"],
    ["a list", { name: ["Cleaning"] }, "must be a string (en)"],
    ["null", { name: null }, "can't be blank in en"],
  ])("is refused when %s", async (_, names, message) => {
    const client = await aManager();
    const attributes = { kind: "cleaning", rate: "5", rate_kind: "fixed", downpayment_percentage: "0" };
    const answer = await client.post("/fees", { fees: [{ ...attributes, ...names }] });
    expect(answer.status).toBe(422);
    expect(errorsOf(answer)).toEqual({ name: [message] });
    expect(await countOf("fees", client)).toBe(0);
  });

  test("a stored translated attribute stays required", async () => {
    const client = await aManager();
    const fee = await aFee(client);
    const answer = await client.put(`/fees/${fee.id}`, { fees: [{ name_en: "" }] });
    expect(errorsOf(answer)).toEqual({ name: ["can't be blank in en"] });
    expect(await read(client, "fees", fee.id)).toEqual(fee);
  });
});
