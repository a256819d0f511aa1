import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { errorsOf, recordOf, recordsOf } from "../harness/client.ts";
import {
  aBooking,
  aBookingsTag,
  aFee,
  anAmenity,
  aRental,
  aRentalsFee,
  aRentalsTag,
  aTax,
  idsOf,
  linksOf,
} from "../harness/factories.ts";
import { isSince } from "../harness/moments.ts";
import { baseUrl, useService } from "../harness/service.ts";
import { dayAhead } from "../rates/factories.ts";

const service = useService();
const aManager = async () => service.aClient(await service.anAccount());
const root = `${baseUrl}/api/v3`;

describe("the envelope", () => {
  test("the envelope of one record has the record in an array, link templates and meta, in this order", async () => {
    const client = await aManager();
    const stay = await aBooking(client, await aRental(client));
    const answer = await client.get(`/bookings/${stay.id}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/vnd.api+json; charset=utf-8");
    expect(Object.keys(answer.json)).toEqual(["bookings", "links", "meta"]);
    expect(answer.json.links).toMatchObject({
      "bookings.account": `${root}/accounts/{bookings.account}`,
      "bookings.rental": `${root}/rentals/{bookings.rental}`,
      "bookings.bookings_fees": `${root}/bookings_fees/{bookings.bookings_fees}`,
      "bookings.rental_agreement": `${root}/rental_agreements/{bookings.rental_agreement}`,
    });
    expect(answer.json.meta).toEqual({});
    expect(Object.keys(recordOf(answer, "bookings"))[0]).toBe("links");
  });

  test("the envelope of a fee operation names bookings only", async () => {
    const client = await aManager();
    const stay = await aBooking(client, await aRental(client));
    const answer = await client.patch(`/bookings/${stay.id}/add_bookings_fee`, {
      bookings_fees: [{ price: "5", name: "Dog", kind: "other" }],
    });
    expect(answer.status).toBe(200);
    expect(answer.json.links).toEqual({ "bookings.bookings_fees": `${root}/bookings_fees/{bookings.bookings_fees}` });
  });

  test("links are an id, ascending ids, null, or id and type", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const tags = [await aBookingsTag(client), await aBookingsTag(client), await aBookingsTag(client)];
    const [first, second, third] = idsOf(tags);
    const fee = await aFee(client);
    const tax = await aTax(service, client.account);
    const stay = await aBooking(client, rental, {
      bookings_tag_ids: [third, first, second],
      bookings_taxes: [
        { amount: "5", tax_id: tax.id, taxable_type: "Rental", taxable_id: rental.id },
        { amount: "6", taxable_type: "Fee", taxable_id: fee.id },
      ],
    });
    expect(linksOf(stay)).toMatchObject({
      account: client.account,
      rental: rental.id,
      client: null,
      bookings_tags: [first, second, third],
      bookings_fees: [],
    });
    const taxes = await client.get(`/bookings_taxes`);
    expect(recordsOf(taxes, "bookings_taxes").map(linksOf)).toMatchObject([
      { tax: tax.id, taxable: { id: rental.id, type: "Rental" } },
      { tax: null, taxable: { id: fee.id, type: "Fee" } },
    ]);
    expect(taxes.json.links).toMatchObject({
      "bookings_taxes.rental": `${root}/rentals/{bookings_taxes.taxable.id}`,
      "bookings_taxes.fee": `${root}/fees/{bookings_taxes.taxable.id}`,
    });
  });

  test("times, dates and decimals have one form each, whatever the input", async () => {
    const client = await aManager();
    const rental = await aRental(client, { base_rate: 100, absolute_min_price: "50.250" });
    expect(rental).toMatchObject({ base_rate: "100.0", absolute_min_price: "50.25" });
    expect(rental.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const fee = await aRentalsFee(client, rental, await aFee(client), {
      start_date: dayAhead(100),
      end_date: dayAhead(130),
    });
    expect(fee).toMatchObject({ start_date: dayAhead(100), end_date: dayAhead(130) });
    const stay = await aBooking(client, rental, {
      start_at: "2090-01-04T18:30:15.999+02:00",
      end_at: "2090-01-08 06:00:00-0400",
      initial_price: 3000,
      commission: "0.1",
      final_price: 12.34,
    });
    expect(stay).toMatchObject({
      start_at: "2090-01-04T16:30:15Z",
      end_at: "2090-01-08T10:00:00Z",
      initial_price: "3000.0",
      commission: "0.1",
      final_price: "12.34",
    });
  });
});

describe("several by id", () => {
  test("several ids return records in the requested order, without unknown and foreign ones, each once", async () => {
    const client = await aManager();
    const [a, b, c] = idsOf([await aRental(client), await aRental(client), await aRental(client)]);
    const foreign = await aRental(await aManager());
    const answer = await client.get(`/rentals/${c},${foreign.id},${a},999999,${b},${c}`);
    expect(answer.status).toBe(200);
    expect(idsOf(recordsOf(answer, "rentals"))).toEqual([c, a, b]);
    expect(answer.json.meta).toEqual({});
  });

  test("several unknown ids return an empty array; a single one is 404", async () => {
    const client = await aManager();
    const answer = await client.get("/rentals/999998,999999");
    expect([answer.status, answer.json.rentals]).toEqual([200, []]);
    expect((await client.get("/rentals/999999")).status).toBe(404);
  });

  test("a path accepts at most a thousand ids, with commas in any escape", async () => {
    const client = await aManager();
    await service.sql(
      "insert into rentals (account_id, name) select $1, 'Cottage ' || n from generate_series(1, 1000) as n",
      [client.account],
    );
    const rows = await service.sql("select id::integer from rentals where account_id = $1 order by id desc", [
      client.account,
    ]);
    const ids = rows.map(({ id }) => id);
    for (const comma of [",", "%2C"]) {
      const answer = await client.get(`/rentals/${ids.join(comma)}?fields=id`);
      expect(answer.status).toBe(200);
      expect(idsOf(recordsOf(answer, "rentals"))).toEqual(ids);
    }
    const answer = await client.get(`/rentals/${ids},999999999`);
    expect(errorsOf(answer)).toEqual([{ code: "bad_request", details: "The path has 1001 ids (maximum is 1000)." }]);
    expect(answer.status).toBe(400);
  });

  test("a path accepts a thousand UUIDs with escaped commas", async () => {
    const client = await aManager();
    const ids = Array.from({ length: 1000 }, () => randomUUID());
    const answer = await client.get(`/booking/discount_codes/${ids.join("%2C")}`, { "x-trace": "x".repeat(8000) });
    expect([answer.status, answer.json.discount_codes]).toEqual([200, []]);
  });

  test("refuses a URL longer than 64 KiB in the usual error form", async () => {
    const client = await aManager();
    const long = await client.get(`/rentals/1?fields=${"a".repeat(66_000)}`);
    expect([long.status, errorsOf(long)]).toEqual([
      413,
      [{ code: "payload_too_large", details: "The URL is longer than 64 KiB." }],
    ]);
    expect(long.headers.get("x-ratelimit-limit")).toBe("1000");
    const endless = await client.get(`/rentals/1?fields=${"a".repeat(100_000)}`);
    expect([endless.status, errorsOf(endless)]).toEqual([
      431,
      [{ code: "payload_too_large", details: "The URL and headers are larger than 80 KiB." }],
    ]);
    expect((await client.get("/rentals")).status).toBe(200);
  });
});

describe("the response to a write", () => {
  test("201 with Location for a creation, 200 for an update, 204 and no body for a deletion", async () => {
    const client = await aManager();
    const creation = await client.post("/rentals", { rentals: [{ name: "Cottage 1" }] });
    const { id } = recordOf(creation, "rentals");
    expect([creation.status, creation.headers.get("location")]).toEqual([201, `${root}/rentals/${id}`]);
    expect(Object.keys(creation.json)).toEqual(["rentals", "links", "meta"]);
    for (const update of [
      await client.put(`/rentals/${id}`, { rentals: [{ sleeps: 4 }] }),
      await client.patch(`/rentals/${id}`, { rentals: [{ sleeps: 4 }] }),
    ]) {
      expect([update.status, update.headers.get("location")]).toEqual([200, null]);
      expect(recordOf(update, "rentals")).toMatchObject({ id, name: "Cottage 1", sleeps: 4 });
    }
    const deletion = await client.delete(`/rentals/${id}`);
    expect([deletion.status, deletion.text, deletion.headers.get("content-type")]).toEqual([204, "", null]);
    expect((await client.get(`/rentals/${id}`)).status).toBe(404);
  });
});

describe("the headers of every response", () => {
  test("every response has its own request id and the database's clock", async () => {
    const client = await aManager();
    const { id } = await aRental(client);
    const before = Date.now();
    const answers = [
      await client.get("/rentals"),
      await client.get(`/rentals/${id}`),
      await client.post("/sources", { sources: [{ name: "Channel A" }] }),
      await client.put(`/rentals/${id}`, { rentals: [{ sleeps: 4 }] }),
      await client.delete(`/rentals/${id}`),
      await client.get("/rentals/999999"),
      await client.get("/nothing"),
      await client.post("/rentals", "{"),
    ];
    expect(new Set(answers.map(({ headers }) => headers.get("x-request-id"))).size).toBe(answers.length);
    for (const { headers } of answers) {
      const synced = headers.get("x-updated-since-request-synced-at") ?? "";
      expect(synced).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      // Subtract one second: see src/interfaces/http/headers/standard-headers.ts.
      expect(isSince(synced, before - 1000), synced).toBe(true);
    }
  });

  test("synchronizing by that clock misses no change", async () => {
    const client = await aManager();
    const before = await client.get("/rentals");
    const rental = await aRental(client);
    const since = before.headers.get("x-updated-since-request-synced-at");
    expect(idsOf(recordsOf(await client.get(`/rentals?updated_since=${since}`), "rentals"))).toEqual([rental.id]);
  });
});

describe("an entity tag", () => {
  test.each(["/rentals", "/rentals/:id", "/rentals?fields=name", "/rentals/meta", "/me"])(
    "saves sending %s twice",
    async (path) => {
      const client = await aManager();
      const rental = await aRental(client);
      const first = await client.get(path.replace(":id", String(rental.id)));
      const tag = first.headers.get("etag") ?? "";
      expect(tag).toMatch(/^"[\w-]+(\.[\w-]+)?"$/);
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
        const again = await client.get(path.replace(":id", String(rental.id)), { "if-none-match": known });
        expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", tag]);
        expect(again.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
      }
      expect((await client.get(path.replace(":id", String(rental.id)), { "if-none-match": '"other"' })).status).toBe(
        200,
      );
    },
  );

  test("the entity tag changes with the record", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const tag = (await client.get(`/rentals/${rental.id}`)).headers.get("etag") ?? "";
    await client.put(`/rentals/${rental.id}`, { rentals: [{ name: "Cottage 2" }] });
    const again = await client.get(`/rentals/${rental.id}`, { "if-none-match": tag });
    expect([again.status, recordOf(again, "rentals").name]).toEqual([200, "Cottage 2"]);
    expect(again.headers.get("etag")).not.toBe(tag);
  });
});

describe("special resources", () => {
  test("amenities are shared and have no links", async () => {
    const client = await aManager();
    const amenity = await anAmenity(service);
    const answer = await client.get(`/amenities/${amenity.id}`);
    expect(answer.json.links).toEqual({});
    expect(recordOf(answer, "amenities")).toMatchObject({ id: amenity.id, key: "internet", title: { en: "internet" } });
  });

  test("rentals_meta has each rental's id and time of last change", async () => {
    const client = await aManager();
    const [a, b] = [await aRental(client), await aRental(client)];
    const all = await client.get("/rentals/meta");
    const [first, second] = [a, b].map(({ id, updated_at }) => ({ id, updated_at }));
    expect(all.json).toEqual({ rentals_meta: [first, second], links: {}, meta: {} });
    expect(Object.keys(all.json)).toEqual(["rentals_meta", "links", "meta"]);
    const some = await client.get(`/rentals/${b.id},999999,${a.id}/meta`);
    expect(some.json.rentals_meta).toEqual([second, first]);
    const unknown = await client.get("/rentals/999999/meta");
    expect(errorsOf(unknown)).toEqual([{ code: "not_found", details: "Record not found." }]);
  });

  test("a rental's links list its parts", async () => {
    const client = await aManager();
    const tag = await aRentalsTag(client);
    const rental = await aRental(client, { rentals_tag_ids: [tag.id] });
    const fee = await aRentalsFee(client, rental, await aFee(client));
    expect(linksOf(recordOf(await client.get(`/rentals/${rental.id}`), "rentals"))).toMatchObject({
      rentals_tags: [tag.id],
      rentals_fees: [fee.id],
      photos: [],
    });
  });
});
