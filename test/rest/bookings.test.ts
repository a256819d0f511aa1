import { describe, expect, test } from "vitest";
import { errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import {
  aBooking,
  aBookingsTag,
  aComment,
  aFee,
  aGuest,
  aRental,
  aRentalsFee,
  aRentalsTag,
  aSource,
  booking,
  changing,
  created,
  linksOf,
  read,
} from "../harness/factories.ts";
import { isSince } from "../harness/moments.ts";
import { useSharedService } from "../harness/service.ts";

const service = useSharedService();
const aManager = async () => service.aClient(await service.anAccount());

describe("booking a stay", () => {
  test("a rental is booked, and the same nights are refused the second time", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const stay = { start_at: "2090-01-04T16:00:00Z", end_at: "2090-01-08T10:00:00Z", initial_price: "400" };
    const first = await client.post(`/rentals/${rental.id}/bookings`, { bookings: [stay] });
    expect(first.status, first.text).toBe(201);
    const booked = recordOf(first, "bookings");
    expect(booked).toMatchObject({ status: "Booked", start_at: stay.start_at, final_price: "400.0" });
    const second = await client.post(`/rentals/${rental.id}/bookings`, { bookings: [stay] });
    expect(second.status).toBe(422);
    expect(errorsOf(second)).toEqual({ base: [`the nights are taken by booking ${booked.reference}`] });
    const list = await client.get("/bookings");
    expect(recordsOf(list, "bookings")).toEqual([booked]);
  });

  test("books for a guest, from a source, with tags, in a tagged rental", async () => {
    const client = await aManager();
    const rentalsTag = await aRentalsTag(client);
    const rental = await aRental(client, { rentals_tag_ids: [rentalsTag.id] });
    const [guest, source, tag] = [await aGuest(client), await aSource(client), await aBookingsTag(client)];
    const told = {
      adults: 2,
      children: 1,
      notes: "quiet",
      door_key_code: "1234",
      external_reference: "X-1",
      imported: true,
    };
    const stay = await aBooking(client, rental, {
      ...told,
      client_id: guest.id,
      source_id: source.id,
      bookings_tag_ids: [tag.id],
    });
    expect(stay).toMatchObject(told);
    expect(linksOf(stay)).toMatchObject({
      client: guest.id,
      source: source.id,
      bookings_tags: [tag.id],
      rentals_tags: [rentalsTag.id],
    });
    const moved = await changing(client, stay, { client_id: null, bookings_tag_ids: [] });
    expect(linksOf(recordOf(moved, "bookings"))).toMatchObject({ client: null, source: source.id, bookings_tags: [] });
  });

  test("books with comments, fees and taxes, and the answer shows them", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const answer = await booking(client, rental, {
      comments: [{ content: "Arrives late" }, { content: "Has a dog", visible_for_all_account_users: false }],
      bookings_fees: [{ price: "5", name: "Dog", kind: "other" }],
      bookings_taxes: [{ amount: "1", name: "City tax" }],
    });
    const stay = recordOf(answer, "bookings");
    expect(stay).toMatchObject({
      bookings_fees: [{ price: "5.0", name: { en: "Dog" }, links: { booking: stay.id } }],
      bookings_taxes: [{ amount: "1.0", links: { booking: stay.id, taxable: { id: rental.id, type: "Rental" } } }],
    });
    const comments = recordsOf(await client.get("/booking_comments"), "booking_comments");
    expect(comments).toMatchObject([
      { content: "Arrives late", visible_for_all_account_users: true, editable: true, links: { booking: stay.id } },
      { content: "Has a dog", visible_for_all_account_users: false },
    ]);
  });

  test("a new booking with any parts or none is answered as it is read afterwards", async () => {
    const client = await aManager();
    const rental = await aRental(client, { base_rate: "100", rentals_tag_ids: [(await aRentalsTag(client)).id] });
    const fee = await aRentalsFee(client, rental, await aFee(client));
    const code = { discount_code: "Summer24", percentage: 10 };
    await created(client, "/booking/discount_codes", "discount_codes", code);
    const bodies: Json[] = [
      {},
      { initial_price: "120.00", client_id: (await aGuest(client)).id },
      { booked: false, tentative_expires_at: "2090-01-01T00:00:00Z" },
      { unavailable: true, booked: false },
      { canceled_at: "2025-01-01T00:00:00Z" },
      { comments: [{ content: "They come late." }] },
      { bookings_fees: [{ rentals_fee_id: fee.id, times_booked: 1 }] },
      { bookings_tag_ids: [(await aBookingsTag(client)).id] },
      { discount_code: "summer24" },
      { comments: [{ content: "They come early." }], discount_code: "summer24" },
    ];
    for (const [place, body] of bodies.entries()) {
      const nights = { start_at: `${2090 + place}-02-01`, end_at: `${2090 + place}-02-03` };
      const answered = await aBooking(client, rental, { ...nights, ...body });
      // The response also embeds the submitted nested records.
      expect(answered, JSON.stringify(body)).toMatchObject(await read(client, "bookings", answered.id));
    }
  });

  test("is refused as a whole when one of its parts is", async () => {
    const client = await aManager();
    const answer = await booking(client, await aRental(client), {
      comments: [{ content: "" }],
      bookings_fees: [{ price: "5", name: "Dog", kind: "other" }],
      bookings_taxes: [
        { amount: "1", taxable_type: "Guest" },
        { taxable_type: "Rental", taxable_id: 999_999 },
        { amount: "1", taxable_type: "Fee" },
      ],
    });
    expect([answer.status, errorsOf(answer)]).toEqual([
      422,
      {
        comments: ["element 1: content can't be blank"],
        bookings_taxes: [
          "element 1: taxable_type must be one of: Rental, Fee",
          "element 2: amount can't be blank",
          "element 2: taxable_id must be the booking's rental",
          "element 3: taxable_id must be one of the account's fees",
        ],
      },
    ]);
    for (const table of ["bookings", "bookings_fees", "booking_comments"]) {
      expect(await service.sql(`select from ${table} where account_id = $1`, [client.account]), table).toEqual([]);
    }
  });

  test.each<[string, Json, Json]>([
    ["adults", { adults: 1001 }, { adults: ["must be less than or equal to 1000"] }],
    ["children", { children: -1 }, { children: ["must be greater than or equal to 0"] }],
    ["discount", { discount: "101%" }, { discount: ["must be an amount such as 100, or a percentage such as 10%"] }],
    ["notes", { notes: "x".repeat(6001) }, { notes: ["is too long (maximum is 6000 characters)"] }],
    [
      "check-in",
      { expected_checkin_time: "25" },
      { expected_checkin_time: ["must be a time of the day such as 12 or 12:30"] },
    ],
    [
      "check-out",
      { expected_checkout_time: "12:60" },
      { expected_checkout_time: ["must be a time of the day such as 12 or 12:30"] },
    ],
    ["deposit", { damage_deposit: "-1" }, { damage_deposit: ["must be greater than or equal to 0"] }],
    [
      "deposit's collection",
      { damage_deposit_collection_method: "bribe" },
      { damage_deposit_collection_method: ["must be one of: with_service, external, service_damage_deposit"] },
    ],
    ["guest", { client_id: 999_999 }, { client_id: ["must exist"] }],
    ["source", { source_id: 999_999 }, { source_id: ["must exist"] }],
    ["tags", { bookings_tag_ids: [999_998, 999_999] }, { bookings_tag_ids: ["must exist (missing: 999998, 999999)"] }],
  ])("is refused with a wrong %s, and so is a change to it", async (_, attributes, messages) => {
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
});

describe("the reference of a booking", () => {
  test("is its id in base 36, upper case, in six places", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const { id } = await aBooking(client, rental);
    await service.sql("update bookings set id = 982468349 where id = $1", [id]);
    expect(await read(client, "bookings", 982468349)).toMatchObject({ reference: "G8XPFH" });
    const other = await aBooking(client, await aRental(client));
    expect(other.reference).toBe(Number(other.id).toString(36).toUpperCase().padStart(6, "0"));
  });
});

describe("canceling a booking", () => {
  const why = {
    cancelation_reason: "ill",
    cancelation_message_to_guest: "Get well soon.\nYour hosts",
    cancelation_message_to_channel: "Guest is ill",
  };

  test.each<[string, unknown, Json]>([
    ["without a word", undefined, { cancelation_reason: null }],
    ["with reasons", { bookings: [why] }, why],
    ["with reasons under the singular", { booking: why }, why],
    ["with an empty body", {}, { cancelation_reason: null }],
  ])("%s frees its nights and keeps it readable", async (_, body, expected) => {
    const client = await aManager();
    const rental = await aRental(client);
    const stay = await aBooking(client, rental);
    const began = Date.now();
    const answer = await client.delete(`/bookings/${stay.id}`, body);
    expect([answer.status, answer.text]).toEqual([204, ""]);
    const canceled = await read(client, "bookings", stay.id);
    expect(canceled).toMatchObject({ status: "Canceled", ...expected });
    expect(isSince(canceled.canceled_at, began), String(canceled.canceled_at)).toBe(true);
    expect((await booking(client, rental)).status).toBe(201);
  });

  test("twice changes nothing the second time", async () => {
    const client = await aManager();
    const stay = await aBooking(client, await aRental(client));
    await client.delete(`/bookings/${stay.id}`, { bookings: [why] });
    await service.sql("update bookings set canceled_at = '2026-01-01', updated_at = '2026-01-01' where id = $1", [
      stay.id,
    ]);
    const canceled = await read(client, "bookings", stay.id);
    const again = await client.delete(`/bookings/${stay.id}`, { bookings: [{ cancelation_reason: "bored" }] });
    expect(again.status).toBe(204);
    expect(await read(client, "bookings", stay.id)).toEqual(canceled);
  });

  test("sets nothing else", async () => {
    const client = await aManager();
    const stay = await aBooking(client, await aRental(client));
    const answer = await client.delete(`/bookings/${stay.id}`, {
      bookings: [{ ...why, notes: "x", cancelation_fee: "5" }],
    });
    const message = ["cannot be set by a cancelation"];
    expect(answer.status).toBe(422);
    expect(errorsOf(answer)).toMatchObject({ notes: message, cancelation_fee: expect.arrayContaining(message) });
    expect(await read(client, "bookings", stay.id)).toEqual(stay);
  });
});

describe("tags of a booking", () => {
  test("are put on and taken off, each once", async () => {
    const client = await aManager();
    const stay = await aBooking(client, await aRental(client));
    const [beach, dog] = [await aBookingsTag(client), await aBookingsTag(client, { name_en: "Dog" })];
    const tag = (which: Json) => client.post(`/bookings/${stay.id}/add_tag/${which.id}`);
    const first = await tag(beach);
    expect(first.status).toBe(200);
    expect(linksOf(recordOf(first, "bookings")).bookings_tags).toEqual([beach.id]);
    expect((await tag(beach)).status).toBe(200);
    expect(linksOf(recordOf(await tag(dog), "bookings")).bookings_tags).toEqual([beach.id, dog.id]);
    const removal = await client.delete(`/bookings/${stay.id}/remove_tag/${beach.id}`);
    expect([removal.status, removal.text]).toEqual([204, ""]);
    expect(linksOf(await read(client, "bookings", stay.id)).bookings_tags).toEqual([dog.id]);
    const again = await client.delete(`/bookings/${stay.id}/remove_tag/${beach.id}`);
    const details = "The booking does not have this tag.";
    expect([again.status, errorsOf(again)]).toEqual([404, [{ code: "not_found", details }]]);
  });

  test("refuses tags that do not exist", async () => {
    const client = await aManager();
    const stay = await aBooking(client, await aRental(client));
    const answer = await client.post(`/bookings/${stay.id}/add_tag/999999`);
    expect([answer.status, errorsOf(answer)]).toEqual([404, [{ code: "not_found", details: "Tag not found." }]]);
    expect(await read(client, "bookings", stay.id)).toEqual(stay);
  });
});

describe("comments of a booking", () => {
  test("are listed with it", async () => {
    const client = await aManager();
    const stay = await aBooking(client, await aRental(client));
    const [first, second] = [await aComment(client, stay), await aComment(client, stay, { content: "Leaves early" })];
    expect(linksOf(await read(client, "bookings", stay.id)).booking_comments).toEqual([first.id, second.id]);
    expect(recordsOf(await client.get("/booking_comments"), "booking_comments")).toEqual([first, second]);
  });
});
