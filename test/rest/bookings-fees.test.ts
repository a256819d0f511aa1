import { describe, expect, test } from "vitest";
import { errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aFee, aRental, aRentalsFee, aTax, booking, read } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { adding, feesOf, removing, theExample } from "./bookings-money.ts";

const service = useSharedService();
const aManager = async () => service.aClient(await service.anAccount());

describe("a fee of a booking", () => {
  test("an added fee is returned in the flat form and counts", async () => {
    const client = await aManager();
    const rental = await aRental(client, { damage_deposit: "200" });
    const fee = await aRentalsFee(client, rental, await aFee(client, { name_en: "Cleaning" }));
    const stay = await aBooking(client, rental, { initial_price: "5000" });
    const answer = await adding(client, stay, { times_booked: 7, price: 32.56, rentals_fee_id: fee.id });
    expect(answer.status).toBe(200);
    const { bookings_fees: fees, ...flat } = recordOf(answer, "bookings");
    expect(flat).toEqual({
      id: stay.id,
      start_at: stay.start_at,
      end_at: stay.end_at,
      booked: true,
      unavailable: false,
      tentative_expires_at: null,
      rental_id: rental.id,
      client_id: null,
      initial_price: "5000.0",
      discount: null,
      final_price: "5227.92",
      notes: null,
      adults: null,
      children: null,
      account_id: client.account,
      created_at: stay.created_at,
      updated_at: expect.any(String),
      canceled_at: null,
      downpayment: null,
      currency: "EUR",
      source_id: null,
      damage_deposit: "200.0",
      reference: stay.reference,
      payment_charge_commission: null,
    });
    const shown = await read(client, "bookings", stay.id);
    expect(fees).toEqual([
      {
        id: feesOf(shown)[0],
        booking_id: stay.id,
        rentals_fee_id: fee.id,
        times_booked: 7,
        price: "32.56",
        created_at: expect.any(String),
        updated_at: expect.any(String),
        canceled_at: null,
        commission: null,
        payback_to_owner: null,
        locked: null,
        name: "Cleaning",
      },
    ]);
    expect(shown).toMatchObject({ final_price: "5227.92" });
  });

  test("a fee takes missing attributes from its base fee", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const fee = await aFee(client, { name: { en: "Pets", fr: "Animaux" }, kind: "pet_fee" });
    const rentalsFee = await aRentalsFee(client, rental, fee, { status: "required" });
    const stay = await aBooking(client, rental);
    await adding(client, stay, { price: "5", rentals_fee_id: rentalsFee.id });
    await adding(client, stay, {
      price: "6",
      rentals_fee_id: rentalsFee.id,
      name: "Dog",
      kind: "other",
      required: false,
      public: false,
    });
    const blank = { name: { en: "", fr: "Chien" }, kind: "", required: null, public: null };
    await adding(client, stay, { price: "7", rentals_fee_id: rentalsFee.id, ...blank });
    expect(recordsOf(await client.get("/bookings_fees"), "bookings_fees")).toMatchObject([
      {
        name: { en: "Pets", fr: "Animaux" },
        kind: "pet_fee",
        required: true,
        public: true,
        times_booked: 1,
        links: { fee: fee.id },
      },
      {
        name: { en: "Dog" },
        kind: "other",
        required: false,
        public: false,
        links: { fee: fee.id, rentals_fee: rentalsFee.id },
      },
      { name: { en: "Pets", fr: "Chien" }, kind: "pet_fee", required: true, public: true, links: { fee: fee.id } },
    ]);
  });

  test.each<[string, Json, string[]]>([
    [
      "a kind that there is not",
      { kind: "elephant" },
      [expect.stringMatching(/^element 1: kind must be one of: other, /)],
    ],
    ["no name", { name: undefined }, ["name can't be blank in en without a rentals_fee_id"]],
    ["a blank name", { name: " " }, ["name can't be blank in en without a rentals_fee_id"]],
    ["a name in another locale", { name: { fr: "Chien" } }, ["name can't be blank in en without a rentals_fee_id"]],
    [
      "the lock of another application",
      { locked: "application-0" },
      [expect.stringMatching(/^element 1: locked must be empty or application-\d+$/)],
    ],
  ])("of its own is refused with %s, when it is added and with a new booking", async (_, attributes, messages) => {
    const client = await aManager();
    const rental = await aRental(client);
    const stay = await aBooking(client, rental);
    const fee = { price: "5", name: "Dog", kind: "pet_fee", ...attributes };
    const sentences = messages.map((message) => (typeof message === "string" ? `element 1: ${message}` : message));
    const later = { start_at: "2090-03-01", end_at: "2090-03-03", bookings_fees: [fee] };
    for (const answer of [await adding(client, stay, fee), await booking(client, rental, later)])
      expect([answer.status, errorsOf(answer)]).toEqual([422, { bookings_fees: sentences }]);
    expect(await service.sql("select from bookings_fees where account_id = $1", [client.account])).toEqual([]);
  });

  test("an application locks its fee or leaves it open", async () => {
    const client = await aManager();
    const stay = await aBooking(client, await aRental(client));
    const own = `application-${client.application}`;
    for (const locked of [own, "", null])
      await adding(client, stay, { price: "1", name: "Dog", kind: "other", locked });
    expect(recordsOf(await client.get("/bookings_fees"), "bookings_fees").map((fee) => fee.locked)).toEqual([
      own,
      null,
      null,
    ]);
  });

  test("a removed fee is deleted with its taxes and no longer counts", async () => {
    const client = await aManager();
    const stay = await theExample(service, client);
    const [first, second] = feesOf(stay);
    const answer = await removing(client, stay, first);
    expect(answer.status).toBe(200);
    expect(recordOf(answer, "bookings")).toMatchObject({ final_price: "2830.0", bookings_fees: [{ id: second }] });
    expect(feesOf(await read(client, "bookings", stay.id))).toEqual([second]);
    const again = await removing(client, stay, first);
    expect([again.status, errorsOf(again)]).toEqual([
      404,
      [{ code: "not_found", details: "The booking does not have this fee." }],
    ]);
    expect(await read(client, "bookings_fees", first)).toMatchObject({ canceled_at: expect.any(String) });
    const list = await client.get("/bookings_fees?updated_since=2020-01-01T00:00:00Z");
    expect(list.json).toMatchObject({ bookings_fees: [{ id: second }], meta: { deleted_ids: [first] } });
  });

  test("removing another booking's fee is 404", async () => {
    const client = await aManager();
    const [stay, other] = [await theExample(service, client), await theExample(service, client)];
    expect((await removing(client, stay, feesOf(other)[0])).status).toBe(404);
    expect(await read(client, "bookings", other.id)).toEqual(other);
  });

  test.each<[string, Json, string]>([
    ["without a price", { times_booked: 1 }, "price can't be blank"],
    ["with a negative price", { price: "-1" }, "price must be greater than or equal to 0"],
    ["booked less than never", { price: "1", times_booked: -1 }, "times_booked must be greater than or equal to 0"],
    ["tied to nothing", { price: "1", rentals_fee_id: 999_999 }, "rentals_fee_id must exist"],
  ])("is refused %s", async (_, fee, message) => {
    const client = await aManager();
    const stay = await theExample(service, client);
    const answer = await adding(client, stay, { price: "1" }, fee);
    expect(answer.status).toBe(422);
    expect(errorsOf(answer)).toMatchObject({ bookings_fees: expect.arrayContaining([`element 2: ${message}`]) });
    expect(await read(client, "bookings", stay.id)).toEqual(stay);
  });

  test("refuses another rental's fee and a count above the maximum", async () => {
    const client = await aManager();
    const [rental, other] = [await aRental(client), await aRental(client)];
    const fee = await aFee(client);
    const foreign = await aRentalsFee(client, other, fee);
    const scarce = await aRentalsFee(client, rental, fee, { maximum_bookable: 2 });
    const stay = await aBooking(client, rental);
    const answer = await adding(
      client,
      stay,
      { price: "1", rentals_fee_id: foreign.id },
      { price: "1", rentals_fee_id: scarce.id, times_booked: 3 },
    );
    expect([answer.status, errorsOf(answer)]).toEqual([
      422,
      {
        bookings_fees: [
          "element 1: rentals_fee_id must be a fee of the booking's rental",
          "element 2: times_booked must be less than or equal to 2",
        ],
      },
    ]);
    expect(await read(client, "bookings", stay.id)).toEqual(stay);
  });

  test("a dry run prices a fee with its taxes and changes nothing", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const fee = await aFee(client, { rate: "50" });
    const tax = await aTax(service, client.account);
    await service.sql(
      "insert into fees_taxes (account_id, fee_id, tax_id, tax_included_in_rate) values ($1, $2, $3, false)",
      [client.account, fee.id, tax.id],
    );
    const rentalsFee = await aRentalsFee(client, rental, fee);
    const { id } = await aBooking(client, rental, { initial_price: "400", final_price: "333" });
    const stay = await read(client, "bookings", id);
    const bookings_fees = [{ rentals_fee_id: rentalsFee.id, times_booked: 2 }];
    const asking = (dry_run: boolean) => client.patch(`/bookings/${id}/add_bookings_fee`, { bookings_fees, dry_run });
    const answer = await asking(true);
    expect([answer.status, recordOf(answer, "fee_quotes")]).toEqual([
      200,
      {
        booking_id: id,
        currency: "EUR",
        final_price: "510.0",
        bookings_fees: [{ price: "50.0", times_booked: 2, amount: "100.0" }],
        bookings_taxes: [{ tax_id: tax.id, percentage: "10.0", amount: "10.0", included: false }],
      },
    ]);
    expect(await read(client, "bookings", id)).toEqual(stay);
    const added = await asking(false);
    expect(recordOf(added, "bookings").final_price).toBe("510.0");
    // Send the response back unchanged (conventions.md, Writing).
    const echoed = await client.put(`/bookings/${id}`, added.text);
    expect([echoed.status, recordOf(echoed, "bookings")]).toEqual([200, await read(client, "bookings", id)]);
    expect(recordOf(echoed, "bookings").final_price).toBe("510.0");
  });

  test.each<[unknown]>([[{}], [{ bookings_fees: [] }], [{ bookings_fees: { price: "1" } }], [[]], [null]])(
    "is added by a body with bookings_fees, not by %j",
    async (body) => {
      const client = await aManager();
      const stay = await aBooking(client, await aRental(client));
      const answer = await client.patch(`/bookings/${stay.id}/add_bookings_fee`, body);
      expect([answer.status, errorsOf(answer)]).toEqual([
        400,
        [
          {
            code: "bad_request",
            details:
              'The body must be { "id": …, "dry_run": …, "bookings_fees": [ { … } ] } with at least one element.',
          },
        ],
      ]);
    },
  );
});
