import { describe, expect, test } from "vitest";
import { type Answer, errorsOf, recordOf, recordsOf } from "../harness/client.ts";
import {
  aBooking,
  aComment,
  aFee,
  aGuest,
  aRental,
  aRentalsFee,
  aSource,
  idsOf,
  linksOf,
  read,
} from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";

const service = useSharedService();
const aManager = async () => service.aClient(await service.anAccount());

function expectBadParameter(answer: Answer, details: string): void {
  expect({ status: answer.status, errors: errorsOf(answer) }).toEqual({
    status: 400,
    errors: [{ code: "bad_request", details }],
  });
}

describe("fields", () => {
  test("fields returns exactly the named attributes, on lists and single reads", async () => {
    const client = await aManager();
    const rental = await aRental(client, { sleeps: 4 });
    for (const path of ["/rentals", `/rentals/${rental.id}`]) {
      const some = recordOf(await client.get(`${path}?fields=name,sleeps`), "rentals");
      expect(some).toEqual({ name: "Cottage 1", sleeps: 4 });
      const linked = recordOf(await client.get(`${path}?fields=links,id`), "rentals");
      expect(linked).toEqual({ id: rental.id, links: rental.links });
    }
  });

  test("fields refuses unknown and write-only attributes by name", async () => {
    const client = await aManager();
    for (const name of ["colour", "account", "booked_at", "client_id"]) {
      const answer = await client.get(`/bookings?fields=id,${name}`);
      expectBadParameter(answer, `The parameter fields names ${name}, which is not an attribute of bookings.`);
    }
    expectBadParameter(await client.get("/bookings?fields="), "The parameter fields must name at least one attribute.");
    expectBadParameter(
      await client.get("/bookings?fields=,"),
      "The parameter fields must name at least one attribute.",
    );
  });

  test("fields leaves out attributes that the token may not see", async () => {
    const account = await service.anAccount();
    await aRental(await service.aClient(account), { notes: "the key is under the mat" });
    const stranger = await service.aClient(account, { scopes: ["public"] });
    expect(recordOf(await stranger.get("/rentals?fields=name,notes"), "rentals")).toEqual({ name: "Cottage 1" });
  });
});

describe("include", () => {
  test("include embeds one and many records with their links, and one more level", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const fee = await aFee(client);
    const rentalsFee = await aRentalsFee(client, rental, fee);
    const guest = await aGuest(client);
    const stay = await aBooking(client, rental, {
      client_id: guest.id,
      bookings_fees: [
        { price: "5", rentals_fee_id: rentalsFee.id },
        { price: "6", name: "Extra", kind: "other" },
      ],
    });
    const paths = ["client", "bookings_fees.fee", "bookings_fees.rentals_fee", "source"];
    const record = recordOf(await client.get(`/bookings/${stay.id}?include=${paths}`), "bookings");
    const { client: embedded, bookings_fees: fees, source, ...rest } = record;
    expect(rest).toEqual(await read(client, "bookings", stay.id));
    expect(embedded).toEqual(guest);
    expect(source).toBeNull();
    const [first, second] = recordsOf({ status: 200, headers: new Headers(), text: "", json: { fees } }, "fees");
    expect(first).toMatchObject({ price: "5.0", links: { booking: stay.id, fee: fee.id }, fee });
    expect(first?.rentals_fee).toEqual(await read(client, "rentals_fees", rentalsFee.id));
    expect(second).toMatchObject({ name: { en: "Extra" }, links: { fee: null }, fee: null, rentals_fee: null });
  });

  test("include embeds in every record of a list", async () => {
    const client = await aManager();
    const [a, b] = [await aRental(client, { name: "Cottage A" }), await aRental(client, { name: "Cottage B" })];
    for (const rental of [a, b, a])
      await client.post(`/rentals/${rental.id}/bedrooms`, { bedrooms: [{ name_en: `of ${rental.name}` }] });
    const records = recordsOf(await client.get("/rentals?include=bedrooms&fields=name"), "rentals");
    expect(records).toMatchObject([
      { name: "Cottage A", bedrooms: [{ name: { en: "of Cottage A" } }, { name: { en: "of Cottage A" } }] },
      { name: "Cottage B", bedrooms: [{ name: { en: "of Cottage B" } }] },
    ]);
    expect(Object.keys(records[0] ?? {})).toEqual(["name", "bedrooms"]);
  });

  test("include works with fields that select nothing else", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    await aBooking(client, rental);
    const answer = await client.get("/bookings?fields=adults&include=rental");
    expect(recordOf(answer, "bookings")).toEqual({ adults: null, rental });
  });

  test("include shows relations to resources of a later release as empty", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const record = recordOf(await client.get(`/rentals/${rental.id}?include=photos,rates_table`), "rentals");
    expect(record).toEqual({ ...rental, photos: [], rates_table: null });
  });

  test("include does not embed records that the token may not read", async () => {
    const account = await service.anAccount();
    const manager = await service.aClient(account);
    const stay = await aBooking(manager, await aRental(manager), { client_id: (await aGuest(manager)).id });
    const reader = await service.aClient(account, { scopes: ["bookings_read", "public"] });
    const record = recordOf(await reader.get(`/bookings/${stay.id}?include=client,rental`), "bookings");
    expect(record).not.toHaveProperty("client");
    expect(record).toHaveProperty("rental");
    expect(linksOf(record)).toEqual(linksOf(stay));
  });

  test("include does not embed deleted records", async () => {
    const client = await aManager();
    const stay = await aBooking(client, await aRental(client));
    const [kept, gone] = [await aComment(client, stay), await aComment(client, stay)];
    await client.delete(`/booking_comments/${gone.id}`);
    const record = recordOf(await client.get(`/bookings/${stay.id}?include=booking_comments`), "bookings");
    expect(record.booking_comments).toEqual([kept]);
    expect(linksOf(record).booking_comments).toEqual([kept.id]);
  });

  test.each([
    [
      "colour",
      /^The parameter include names colour, which bookings cannot embed\. Known relations: account, rental, client, /,
    ],
    ["bookings_fees.colour", /^The parameter include names bookings_fees\.colour, which bookings_fees cannot embed\. /],
    ["start_at", /^The parameter include names start_at, which bookings cannot embed\. /],
    [
      "bookings_fees.fee.account",
      /^The parameter include names bookings_fees\.fee\.account, which is more than two levels deep\.$/,
    ],
    ["client.", /^The parameter include names client\., which clients cannot embed\. /],
    [".client", /^The parameter include names \.client, which bookings cannot embed\. /],
  ])("of %s is 400", async (include, details) => {
    const answer = await (await aManager()).get(`/bookings?include=${include}`);
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)).toEqual([{ code: "bad_request", details: expect.stringMatching(details) }]);
  });

  test("include beyond unserved records is 400", async () => {
    const answer = await (await aManager()).get("/rentals?include=videos.rental");
    const details = "The parameter include names videos.rental, but records of videos are not available.";
    expect([answer.status, errorsOf(answer)]).toEqual([400, [{ code: "bad_request", details }]]);
  });
});

describe("updated_since", () => {
  test("updated_since lists changed records and the ids deleted, canceled or archived since", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const fee = await aFee(client);
    const rentalsFee = await aRentalsFee(client, rental, fee);
    const stay = await aBooking(client, rental);
    const kept = await aBooking(client, rental, { start_at: "2090-02-01", end_at: "2090-02-03" });
    const comment = await aComment(client, kept);
    const longAgo = "2020-01-01T00:00:00Z";
    const none = await client.get(`/bookings?updated_since=${longAgo}`);
    expect(none.json).toMatchObject({ bookings: [{ id: stay.id }, { id: kept.id }], meta: { deleted_ids: [] } });

    expect((await client.delete(`/bookings/${stay.id}`)).status).toBe(204);
    expect((await client.delete(`/booking_comments/${comment.id}`)).status).toBe(204);
    expect((await client.delete(`/rentals_fees/${rentalsFee.id}`)).status).toBe(204);
    expect((await client.delete(`/fees/${fee.id}`)).status).toBe(204);
    for (const [root, gone, left] of [
      ["bookings", stay.id, [kept.id]],
      ["booking_comments", comment.id, []],
      ["rentals_fees", rentalsFee.id, []],
      ["fees", fee.id, []],
    ] as const) {
      const answer = await client.get(`/${root}?updated_since=${longAgo}`);
      expect(idsOf(recordsOf(answer, root)), root).toEqual(left);
      expect(answer.json.meta, root).toMatchObject({ deleted_ids: [gone], "X-Total-Count": String(left.length) });
      const ahead = await client.get(`/${root}?updated_since=2090-01-01T00:00:00Z`);
      expect(ahead.json, root).toMatchObject({ [root]: [], meta: { deleted_ids: [] } });
    }
  });

  test("updated_since lists everything deleted with a rental", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const room = await client.post(`/rentals/${rental.id}/bedrooms`, { bedrooms: [{ name_en: "Attic" }] });
    const { id } = recordOf(room, "bedrooms");
    await client.delete(`/rentals/${rental.id}`);
    const since = "updated_since=2020-01-01T00:00:00Z";
    expect((await client.get(`/rentals?${since}`)).json.meta).toMatchObject({ deleted_ids: [rental.id] });
    expect((await client.get(`/bedrooms?${since}`)).json.meta).toMatchObject({ deleted_ids: [id] });
    expect((await client.get(`/bedrooms/${id}`)).status).toBe(404);
  });

  test("updated_since is exact to the second in any offset", async () => {
    const client = await aManager();
    const source = await aSource(client);
    await service.sql("update sources set updated_at = '2026-03-04T05:06:07Z' where account_id = $1", [client.account]);
    for (const [since, found] of [
      ["2026-03-04T05:06:07Z", [source.id]],
      ["2026-03-04T07:06:07%2B02:00", [source.id]],
      ["2026-03-04T07:06:07+02:00", [source.id]],
      ["2026-03-04T05:06:08Z", []],
    ] as const) {
      expect(idsOf(recordsOf(await client.get(`/sources?updated_since=${since}`), "sources")), since).toEqual(found);
    }
  });

  test("without updated_since there is no deleted_ids", async () => {
    const answer = await (await aManager()).get("/bookings");
    expect(answer.json.meta).not.toHaveProperty("deleted_ids");
  });

  test.each(["yesterday", "2027", "2027-02-30T00:00:00Z", "2027-01-01T25:00:00Z", ""])(
    "of %j is 400",
    async (value) => {
      const answer = await (await aManager()).get(`/bookings?updated_since=${value}`);
      expectBadParameter(answer, "The parameter updated_since must be a time such as 2027-01-04T16:00:00Z, or a date.");
    },
  );
});

describe("parameters", () => {
  test("refuses unknown parameters and lists the valid ones", async () => {
    const client = await aManager();
    await aBooking(client, await aRental(client));
    const known = "fields, include, page, per_page, after, updated_since";
    const search = "from, until, months, status, include_canceled, rental_id, client_id, source_id, unpaid, query";
    for (const name of ["rental", "Rental_id", "status[]", "offset"]) {
      const answer = await client.get(`/bookings?${encodeURIComponent(name)}=1`);
      expectBadParameter(answer, `Unknown parameter ${name}. Known parameters: ${known}, ${search}.`);
    }
    const single = await client.get("/bookings/1?page=1");
    expectBadParameter(single, "Unknown parameter page. Known parameters: fields, include, include_canceled.");
  });

  test.each([
    ["bookings", "from", "soon", "must be a time such as 2027-01-04T16:00:00Z, or a date"],
    ["bookings", "until", "2027-02-30", "must be a time such as 2027-01-04T16:00:00Z, or a date"],
    ["bookings", "months", "1.5", "must be an integer"],
    ["bookings", "months", "0", "must be greater than or equal to 1"],
    ["bookings", "months", "99999999999999999999", "must be an integer"],
    ["bookings", "status", "booked,lost", "cannot be lost; use one of: booked, tentative, unavailable"],
    ["bookings", "status", "", "can't be blank; use one of: booked, unavailable, tentative"],
    ["bookings", "include_canceled", "maybe", "must be true or false"],
    ["bookings", "rental_id", "1,abc", "must be an array of ids"],
    ["bookings", "rental_id", "1;2", "must be an array of ids"],
    ["bookings", "client_id", "-1", "must be an array of ids"],
    ["rentals", "bedrooms_count", "many", "must be an integer"],
    ["rentals", "bookable_online", "1", "must be true or false"],
    ["rentals", "included_amenities", "pool", "must be an array of ids"],
  ])("of %s: %s of %j is 400, naming the parameter", async (root, name, value, problem) => {
    const answer = await (await aManager()).get(`/${root}?${name}=${encodeURIComponent(value)}`);
    expectBadParameter(answer, `The parameter ${name} ${problem}.`);
  });

  test("decodes parameters by the query's escapes", async () => {
    const client = await aManager();
    await aRental(client, { city: "Saint-Étienne & Cie" });
    const found = await client.get(`/rentals?city=${encodeURIComponent("saint-étienne & cie")}`);
    expect(recordOf(found, "rentals")).toMatchObject({ city: "Saint-Étienne & Cie" });
  });
});
