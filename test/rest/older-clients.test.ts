import { describe, expect, test } from "vitest";
import { withScheme } from "../../src/kernel/values/text.ts";
import { parseInstant } from "../../src/kernel/values/time.ts";
import { type ApiClient, errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aRental, created, read } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { aBusiness, order, paying } from "../payments/factories.ts";
import { adding } from "./bookings-money.ts";

/** Roost accepts requests in the form of an older API release (conventions.md, Resources beyond the catalogue). */
const service = useSharedService();
const aManager = async () => service.aClient(await service.anAccount());

const guest = { firstname: "Ines", lastname: "Muster", email: "ines@example.com", country_code: "DE" };

const strictly = (client: ApiClient, rental: Json, attributes: Json) =>
  client.post("/strict_bookings", {
    bookings: [
      {
        ...{ rental_id: rental.id, start_at: "2090-06-05 16:00:00", end_at: "2090-06-08 10:00:00 UTC", adults: 2 },
        ...{ final_price: "300", price_to_pay_now: "0", currency: "EUR", client: guest, ...attributes },
      },
    ],
  });

describe("a fee that stands alone", () => {
  test("a fee without kind is of kind other", async () => {
    const client = await aManager();
    const stay = await aBooking(client, await aRental(client));
    const answer = await adding(client, stay, { times_booked: 1, price: 5, name_en: "Cot" });
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    expect(recordsOf(await client.get("/bookings_fees"), "bookings_fees")).toMatchObject([
      { kind: "other", name: { en: "Cot" }, price: "5.0" },
    ]);
  });
});

describe("a strict booking", () => {
  test.each<[string, unknown, string[]]>([
    ["one text", "Late arrival", ["Late arrival"]],
    ["a list", [{ content: "Late arrival" }, { content: "Brings a dog" }], ["Late arrival", "Brings a dog"]],
    ["a blank text", " ", []],
  ])("stores its guest's country and its comments: %s", async (_, comments, contents) => {
    const client = await aManager();
    const rental = await aRental(client, { base_rate: "100", downpayment: 0 });
    const answer = await strictly(client, rental, { comments });
    expect(answer.status, answer.text).toBe(201);
    const { id, links, start_at } = recordOf(answer, "bookings");
    expect(start_at).toBe("2090-06-05T16:00:00Z");
    const notes = recordsOf(await client.get("/booking_comments"), "booking_comments");
    expect(notes.filter((note) => Object(note.links).booking === id).map(({ content }) => content)).toEqual(contents);
    const { addresses } = await read(client, "clients", Object(links).client);
    expect(addresses).toMatchObject([{ country_code: "DE" }]);
  });

  test("a strict booking refuses an unknown country and creates no client", async () => {
    const client = await aManager();
    const rental = await aRental(client, { base_rate: "100", downpayment: 0 });
    const answer = await strictly(client, rental, { client: { ...guest, country_code: "Germany" } });
    expect([answer.status, Object.keys(Object(errorsOf(answer)))]).toEqual([422, ["client"]]);
    expect(recordsOf(await client.get("/clients"), "clients")).toEqual([]);
  });
});

describe("a URL without a scheme", () => {
  test.each<[string, string]>([
    ["example.com/house", "https://example.com/house"],
    ["test_test.com", "https://test_test.com"],
    ["example.com:8080/x?y=1", "https://example.com:8080/x?y=1"],
    ["http://example.com", "http://example.com"],
    ["javascript:alert(1.5)", "javascript:alert(1.5)"],
    ["mailto:ines@example.com", "mailto:ines@example.com"],
    ["nonsense", "nonsense"],
  ])("%s becomes %s", (written, stored) => {
    expect(withScheme(written)).toBe(stored);
  });

  test("every URL attribute adds https to a URL without a scheme and refuses other schemes", async () => {
    const client = await aManager();
    const { id } = await aRental(client, { website_url_en: "example.com" });
    expect((await read(client, "rentals", id)).website_url).toEqual({ en: "https://example.com" });
    const settings = (website: string) =>
      client.put(`/preferences_general_settings/${client.account}`, { preferences_general_settings: [{ website }] });
    expect(recordOf(await settings("example.com/a"), "preferences_general_settings").website).toBe(
      "https://example.com/a",
    );
    const page = await created(client, `/rentals/${id}/rental_urls`, "rental_urls", { url: "test_test.com" });
    expect(page.url).toBe("https://test_test.com");
    for (const website of ["ftp://example.com", "javascript:alert(1.5)", "nonsense", "two words.com"])
      expect((await settings(website)).status, website).toBe(422);
  });
});

test("a time without an offset is in UTC, in every accepted form", () => {
  for (const text of [
    "2027-06-05T16:00:00Z",
    "2027-06-05 16:00:00",
    "2027-06-05T16:00",
    "2027-06-05 16:00",
    "2027-06-05 16:00:00 UTC",
    "2027-06-05 16:00:00 +0000",
    "2027-06-05T18:00:00+02:00",
  ])
    expect([text, parseInstant(text)]).toEqual([text, Date.UTC(2027, 5, 5, 16)]);
  for (const text of ["2027-06-05 25:00", "2027-02-30 16:00", "16:00", "2027-06-05 16:00 CET"])
    expect([text, parseInstant(text)]).toEqual([text, undefined]);
});

test("a payment with paid_at accepts any gateway type", async () => {
  const { client, booking, gateway } = await aBusiness(service);
  const paid = { paid_at: "2024-01-01T10:00:00Z", credit_card_token: undefined };
  for (const gateway_type of ["PaypalExpressGateway", "PaymentGateway"]) {
    const answer = await paying(client, booking, order(gateway, { gateway_type, ...paid }));
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  }
  const charge = await paying(client, booking, order(gateway, { gateway_type: "PaypalExpressGateway" }));
  expect([charge.status, Object.keys(Object(errorsOf(charge)))]).toEqual([422, ["gateway_type"]]);
});
