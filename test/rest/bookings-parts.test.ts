import { describe, expect, test } from "vitest";
import { type ApiClient, errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aComment, aRental, booking, changing, idsOf, linksOf, read } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { aTaxOf } from "../rates/factories.ts";

/** Fees, taxes and comments nested in a booking's body. */
const service = useSharedService();
const aManager = async () => service.aClient(await service.anAccount());

const lists = ["bookings_fees", "bookings_taxes", "booking_comments"] as const;
const others = { ...Object.fromEntries(lists.map((name) => [name, name])), comments: "booking_comments" };

/** A stay with two fees, two taxes and two comments. */
async function aFullBooking(client: ApiClient): Promise<Json> {
  const tax = await aTaxOf(client);
  const stay = await aBooking(client, await aRental(client), {
    initial_price: "100",
    bookings_fees: [
      { price: "5", name: { en: "Dog", fr: "Chien" }, kind: "pet_fee", times_booked: 2 },
      { price: "7.5", name: "Linen", kind: "bed_linen" },
    ],
    bookings_taxes: [
      { amount: "1", tax_id: tax.id },
      { amount: "2", name: "City", included: true },
    ],
    comments: [{ content: "Late" }],
  });
  await aComment(client, stay, { content: "By boat" });
  return recordOf(await client.get(`/bookings/${stay.id}?include=${lists}`), "bookings");
}

const listIn = (stay: Json, name: string): Json[] =>
  recordsOf({ status: 200, headers: new Headers(), text: "", json: stay }, name);

describe("an update of a booking", () => {
  test("an update ignores echoed embedded records", async () => {
    const client = await aManager();
    const stay = await aFullBooking(client);
    for (const name of lists) expect(listIn(stay, name), name).toHaveLength(2);
    const answer = await changing(client, stay, { ...stay, notes: "By train" });
    expect(answer.status, answer.text).toBe(200);
    const { updated_at, ...kept } = recordOf(await client.get(`/bookings/${stay.id}?include=${lists}`), "bookings");
    const { updated_at: before, ...embedded } = stay;
    expect(kept).toEqual({ ...embedded, notes: "By train" });
    expect([updated_at, before]).toEqual([expect.any(String), expect.any(String)]);
  });

  const changes: readonly (readonly [string, string, (parts: readonly Json[]) => unknown])[] = [
    ["bookings_fees", "another price", ([first, second]) => [{ ...first, price: "6" }, second]],
    ["bookings_fees", "another name", ([first, second]) => [{ ...first, name: { en: "Cat" } }, second]],
    ["bookings_fees", "another kind", ([first, second]) => [{ ...first, kind: "other" }, second]],
    ["bookings_fees", "a further one", (fees) => [...fees, { price: "1", name: "Boat", kind: "other" }]],
    ["bookings_fees", "one less", ([first]) => [first]],
    ["bookings_fees", "one twice", ([first]) => [first, first]],
    ["bookings_fees", "none", () => []],
    ["bookings_fees", "null", () => null],
    ["bookings_fees", "a text", () => "all"],
    ["bookings_fees", "an unknown attribute", ([first, second]) => [{ ...first, flavour: "sweet" }, second]],
    ["bookings_taxes", "another amount", ([first, second]) => [{ ...first, amount: "6" }, second]],
    ["bookings_taxes", "another inclusion", ([first, second]) => [{ ...first, tax_included_in_price: true }, second]],
    ["bookings_taxes", "none", () => []],
    ["booking_comments", "another text", ([first, second]) => [{ ...first, content: "Early" }, second]],
    ["comments", "a further one", () => [{ content: "Early" }]],
  ];
  test.each(changes)("an update refuses to change %s: %s", async (name, _, change) => {
    const client = await aManager();
    const stay = await aFullBooking(client);
    const given = change(listIn(stay, String(Object(others)[name])));
    const answer = await changing(client, stay, { notes: "By train", [name]: given });
    const message = expect.stringMatching(/^cannot be changed with the booking: /);
    expect([answer.status, errorsOf(answer)]).toEqual([422, { [name]: [message] }]);
    expect(recordOf(await client.get(`/bookings/${stay.id}?include=${lists}`), "bookings")).toEqual(stay);
  });

  test("an update does not take over another booking's fees", async () => {
    const client = await aManager();
    const stay = await aFullBooking(client);
    const other = await aBooking(client, await aRental(client));
    const answer = await changing(client, other, { bookings_fees: stay.bookings_fees });
    expect(answer.status).toBe(422);
    expect(linksOf(await read(client, "bookings", other.id)).bookings_fees).toEqual([]);
  });
});

describe("a new booking", () => {
  test("a new booking accepts comments under either name, but not both", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    await aBooking(client, rental, { booking_comments: [{ content: "Late" }] });
    expect(recordsOf(await client.get("/booking_comments"), "booking_comments")).toMatchObject([{ content: "Late" }]);
    const comments = [{ content: "Early" }];
    const later = { start_at: "2090-02-01", end_at: "2090-02-03", comments, booking_comments: comments };
    expect(errorsOf(await booking(client, rental, later))).toEqual({
      booking_comments: ["cannot be combined with comments"],
    });
  });

  test("a new booking takes a tax's missing attributes from its base tax", async () => {
    const client = await aManager();
    const tax = await aTaxOf(client, { name: { en: "VAT", fr: "TVA" }, percentage: "20" });
    const stay = await aBooking(client, await aRental(client), {
      bookings_taxes: [
        { amount: "1", tax_id: tax.id, name: "", percentage: null },
        { amount: "2", tax_id: tax.id, name: "City", percentage: "5", tax_included_in_price: true },
        { amount: "3", included: true, tax_included_in_price: true },
      ],
    });
    const taxes = recordsOf(await client.get("/bookings_taxes"), "bookings_taxes");
    expect(idsOf(taxes)).toEqual(linksOf(stay).bookings_taxes);
    expect(taxes).toMatchObject([
      { name: { en: "VAT", fr: "TVA" }, percentage: "20.0", amount: "1.0", tax_included_in_price: false },
      { name: { en: "City" }, percentage: "5.0", amount: "2.0", tax_included_in_price: true },
      { name: {}, percentage: "0.0", amount: "3.0", tax_included_in_price: true },
    ]);
  });

  test.each<[Json, string]>([
    [
      { amount: "1", included: true, tax_included_in_price: false },
      "included contradicts tax_included_in_price: send only one of them",
    ],
    [{ amount: "" }, "amount can't be blank"],
    [{ amount: "1", flavour: "sweet" }, "flavour is not an attribute of bookings_taxes"],
    [{ amount: "1", tax_id: 999_999 }, "tax_id must exist"],
    [{ amount: "1", percentage: "-1" }, "percentage must be greater than or equal to 0"],
  ])("is refused with the tax %j", async (tax, message) => {
    const client = await aManager();
    const answer = await booking(client, await aRental(client), { bookings_taxes: [tax] });
    expect([answer.status, errorsOf(answer)]).toEqual([422, { bookings_taxes: [`element 1: ${message}`] }]);
  });
});

describe("a blank", () => {
  test("a blank currency is the rental's on creation and null on update", async () => {
    const client = await aManager();
    const rental = await aRental(client, { currency: "USD" });
    for (const [month, currency] of ["", null].entries()) {
      const stay = await aBooking(client, rental, {
        start_at: `2090-0${month + 1}-04`,
        end_at: `2090-0${month + 1}-08`,
        currency,
        initial_price: "100",
      });
      expect(stay).toMatchObject({ currency: "USD" });
      await client.put(`/rentals/${rental.id}`, { rentals: [{ currency: "EUR" }] });
      const answer = await changing(client, stay, { currency, notes: "By train" });
      expect(recordOf(answer, "bookings")).toMatchObject({
        currency: "USD",
        initial_price: "100.0",
        notes: "By train",
      });
      await client.put(`/rentals/${rental.id}`, { rentals: [{ currency: "USD" }] });
    }
    expect(
      errorsOf(await booking(client, rental, { start_at: "2090-05-01", end_at: "2090-05-03", currency: "XXX" })),
    ).toEqual({
      currency: [expect.stringMatching(/^must be one of the currencies: /)],
    });
  });

  test("a blank text or enumeration clears an optional attribute", async () => {
    const client = await aManager();
    const filled = {
      discount: "10%",
      expected_checkin_time: "12:30",
      expected_checkout_time: "10",
      damage_deposit_collection_method: "external",
      damage_deposit_external_collection_method_name: "Cash box",
      notes: "x",
      locked: `application-${client.application}`,
    };
    const stay = await aBooking(client, await aRental(client), { initial_price: "100", ...filled });
    expect(stay).toMatchObject(filled);
    const blanks = Object.fromEntries([...Object.keys(filled), "discount_code"].map((name) => [name, ""]));
    const emptied = recordOf(await changing(client, stay, { ...blanks, rental_payback_to_owner: "" }), "bookings");
    for (const name of Object.keys(filled)) expect([null, ""], name).toContainEqual(emptied[name]);
    expect(emptied).toMatchObject({
      locked: null,
      damage_deposit_collection_method: null,
      final_rental_price: "100.0",
    });
  });
});
