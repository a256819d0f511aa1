import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { expectedVersions } from "../../src/interfaces/http/headers/entity-tag.ts";
import { type Answer, type ApiClient, errorsOf, type Json, recordOf } from "../harness/client.ts";
import { aBooking, aBookingsTag, aGuest, aRental, aSource, fourNights, read } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { aPayment, cash } from "../payments/factories.ts";

const service = useSharedService();
const aManager = async () => service.aClient(await service.anAccount());

async function aStay(attributes: Json = {}) {
  const client = await aManager();
  const rental = await aRental(client, { base_rate: "100" });
  return { client, rental, booking: await aBooking(client, rental, attributes) };
}

/** The tag of a read. */
async function tagOf(client: ApiClient, path: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await client.get(path, headers);
  const tag = answer.headers.get("etag");
  if (tag === null) throw new Error(`${path} answered ${answer.status} without a tag: ${answer.text}`);
  return tag;
}

const noting = (client: ApiClient, booking: Json, tag: string, notes = "Late", headers: Record<string, string> = {}) =>
  client.put(`/bookings/${booking.id}`, { bookings: [{ notes }] }, { "if-match": tag, ...headers });

function expectFailed(answer: Answer, noun = "booking"): void {
  const details = `The ${noun} has changed since it was read. Read it again.`;
  expect([answer.status, errorsOf(answer)]).toEqual([412, [{ code: "precondition_failed", details }]]);
}

describe("a write with If-Match", () => {
  test("succeeds once with the tag of a single read, then fails until the record is read again", async () => {
    const { client, booking } = await aStay();
    const path = `/bookings/${booking.id}`;
    const tag = await tagOf(client, path);
    expect((await noting(client, booking, tag, "First")).status).toBe(200);
    expectFailed(await noting(client, booking, tag, "Second"));
    expect(await read(client, "bookings", booking.id)).toMatchObject({ notes: "First" });
    expect((await noting(client, booking, await tagOf(client, path), "Second")).status).toBe(200);
  });

  test("sends the current tag with a refusal, and a retry may use it", async () => {
    const { client, booking } = await aStay();
    const stale = await tagOf(client, `/bookings/${booking.id}`);
    await noting(client, booking, stale);
    const refused = await noting(client, booking, stale, "Second");
    const present = await tagOf(client, `/bookings/${booking.id}`, { "accept-encoding": "identity" });
    expect(refused.headers.get("etag")).toBe(present);
    expect((await noting(client, booking, present, "Second")).status).toBe(200);
  });

  test.each(["", "?fields=id", "?fields=notes,links", "?include=client,payments,bookings_fees"])(
    "accepts the tag of the read with %j, in every coding",
    async (query) => {
      const { client, booking } = await aStay();
      for (const coding of ["identity", "gzip", "br", "zstd"]) {
        const tag = await tagOf(client, `/bookings/${booking.id}${query}`, { "accept-encoding": coding });
        expect((await noting(client, booking, tag, coding)).status, tag).toBe(200);
        expectFailed(await noting(client, booking, tag, "again"));
      }
    },
  );

  test("ignores changes of other records, also of embedded ones", async () => {
    const client = await aManager();
    const guest = await aGuest(client);
    const rental = await aRental(client);
    const booking = await aBooking(client, rental, { client_id: guest.id });
    const tag = await tagOf(client, `/bookings/${booking.id}?include=client`);
    await client.put(`/clients/${guest.id}`, { clients: [{ notes: "Likes dogs" }] });
    await aBooking(client, rental, { start_at: "2091-01-01", end_at: "2091-01-05" });
    expect((await noting(client, booking, tag)).status).toBe(200);
  });

  test("does not count a write without changes as a change", async () => {
    const { client, booking } = await aStay({ notes: "Late" });
    const tag = await tagOf(client, `/bookings/${booking.id}`);
    for (let times = 0; times < 2; times++) expect((await noting(client, booking, tag)).status).toBe(200);
  });

  test.each<[string, (client: ApiClient, booking: Json) => Promise<unknown>]>([
    ["a payment", (client, booking) => aPayment(client, booking, cash())],
    [
      "a fee",
      (client, booking) =>
        client.patch(`/bookings/${booking.id}/add_bookings_fee`, {
          bookings_fees: [{ name_en: "Gift", price: "0", kind: "other", times_booked: 1 }],
        }),
    ],
    [
      "a tag",
      async (client, booking) => client.post(`/bookings/${booking.id}/add_tag/${(await aBookingsTag(client)).id}`),
    ],
    [
      "a move",
      (client, booking) => client.post(`/bookings/${booking.id}/move`, { bookings: [{ end_at: "2090-01-09" }] }),
    ],
  ])("fails after %s", async (_, change) => {
    const { client, booking } = await aStay();
    const tag = await tagOf(client, `/bookings/${booking.id}`);
    await change(client, booking);
    expectFailed(await noting(client, booking, tag));
  });

  test("is checked by deletions and actions too", async () => {
    const { client, booking } = await aStay();
    const stale = await tagOf(client, `/bookings/${booking.id}`);
    await noting(client, booking, stale);
    const headers = { "if-match": stale };
    const tag = await aBookingsTag(client);
    const fees = { bookings_fees: [{ name_en: "Dog", price: "5", kind: "other" }] };
    const path = `/bookings/${booking.id}`;
    for (const [method, action, body] of [
      ["DELETE", path, undefined],
      ["PATCH", path, { bookings: [{ notes: "x" }] }],
      ["PATCH", `${path}/add_bookings_fee`, fees],
      ["POST", `${path}/add_tag/${tag.id}`, undefined],
      ["POST", `${path}/move`, { bookings: [{ end_at: "2090-01-09" }] }],
      ["POST", `${path}/cancel`, { bookings: [{ dry_run: true }] }],
    ] as const)
      expectFailed(await client.send(method, action, body, headers));
    const fresh = { "if-match": await tagOf(client, path) };
    expect((await client.send("DELETE", path, undefined, fresh)).status).toBe(204);
    const source = await aSource(client);
    const old = { "if-match": await tagOf(client, `/sources/${source.id}`) };
    await client.put(`/sources/${source.id}`, { sources: [{ name: "Channel B" }] });
    expectFailed(await client.put(`/sources/${source.id}`, { sources: [{ name: "C" }] }, old), "source");
  });

  test("answers 404 for a missing record, and checks the tag before the body", async () => {
    const { client, booking } = await aStay();
    const tag = await tagOf(client, `/bookings/${booking.id}`);
    expect((await noting(client, { id: 9_999_999 }, tag)).status).toBe(404);
    const invalid = { bookings: [{ adults: -1 }] };
    expect((await client.put(`/bookings/${booking.id}`, invalid, { "if-match": tag })).status).toBe(422);
    expect((await client.put(`/bookings/${booking.id}`, invalid, { "if-match": '"x"' })).status).toBe(412);
  });

  test("never accepts another record's tag, a list's, or a batch's", async () => {
    const { client, rental, booking } = await aStay();
    const other = await aBooking(client, rental, { start_at: "2091-01-01", end_at: "2091-01-05" });
    await service.sql("update bookings set updated_at = now() where id = any ($1)", [[booking.id, other.id]]);
    for (const path of [`/bookings/${other.id}`, "/bookings", `/bookings/${booking.id},${other.id}`])
      expectFailed(await noting(client, booking, await tagOf(client, path)));
  });

  test("accepts a list of tags and the star, and no weak tag", async () => {
    const { client, booking } = await aStay();
    const path = `/bookings/${booking.id}`;
    const tag = await tagOf(client, path);
    expectFailed(await noting(client, booking, `W/${tag}`));
    expect((await noting(client, booking, `"a", ${tag} ,"b"`)).status).toBe(200);
    expectFailed(await noting(client, booking, tag, "again"));
    expect((await noting(client, booking, "*", "any")).status).toBe(200);
  });

  test.each(["abc", '"open', '"a" "b', ""])("is refused with 400 if it is malformed: %j", async (header) => {
    const { client, booking } = await aStay();
    const answer = await noting(client, booking, header);
    expect([answer.status, errorsOf(answer)]).toEqual([
      400,
      [{ code: "bad_request", details: 'If-Match must be * or entity tags in quotes, such as "abc".' }],
    ]);
  });

  test("is refused where no single record is written", async () => {
    const { client, rental } = await aStay();
    const later = { bookings: [{ ...fourNights, start_at: "2091-01-04", end_at: "2091-01-08" }] };
    const details = "If-Match only applies to a write of one record.";
    for (const answer of [
      await client.post(`/rentals/${rental.id}/bookings`, later, { "if-match": "*" }),
      await client.post("/sources", { sources: [{ name: "B" }] }, { "if-match": '"x"' }),
    ])
      expect([answer.status, errorsOf(answer)]).toEqual([400, [{ code: "bad_request", details }]]);
    const bulk = await client.post("/bulk", { operations: [] }, { "if-match": "*" });
    expect([bulk.status, errorsOf(bulk)]).toEqual([
      400,
      [{ code: "bad_request", details: "A bulk request takes no If-Match." }],
    ]);
  });
});

describe("concurrent writes with one tag", () => {
  test("succeed exactly once", async () => {
    const { client, booking } = await aStay();
    const tag = await tagOf(client, `/bookings/${booking.id}`);
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => noting(client, booking, tag, `${n}`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 412)]);
    const [winner] = answers.filter(({ status }) => status === 200);
    expect(winner && recordOf(winner, "bookings")).toEqual(await read(client, "bookings", booking.id));
  });

  test("with one idempotency key all get the stored response", async () => {
    const { client, booking } = await aStay();
    const tag = await tagOf(client, `/bookings/${booking.id}`);
    const key = { "idempotency-key": randomUUID() };
    const answers = await Promise.all(Array.from({ length: 4 }, () => noting(client, booking, tag, "Late", key)));
    const later = await noting(client, booking, tag, "Late", key);
    expect(new Set([...answers, later].map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(later.status).toBe(200);
  });
});

describe("a hold that expires", () => {
  const expire = (booking: Json) =>
    service.sql("update bookings set tentative_expires_at = now() - interval '1 minute' where id = $1", [booking.id]);

  test("has changed for a reader who saw it live, even before the job cancels it", async () => {
    const { client, booking } = await aStay({ tentative_expires_at: "2089-01-01T00:00:00Z" });
    await service.sql("update bookings set tentative_expires_at = now() + interval '1 hour' where id = $1", [
      booking.id,
    ]);
    const tag = await tagOf(client, `/bookings/${booking.id}`);
    await expire(booking);
    expectFailed(await noting(client, booking, tag));
  });

  test("can be written by a reader who saw it expired, before the job cancels it", async () => {
    const { client, booking } = await aStay({ tentative_expires_at: "2089-01-01T00:00:00Z" });
    await expire(booking);
    const tag = await tagOf(client, `/bookings/${booking.id}`);
    expect((await noting(client, booking, tag)).status).toBe(200);
    expectFailed(await noting(client, booking, tag, "again"));
  });
});

test.each<[string, ReturnType<typeof expectedVersions>]>([
  ['"body.abcdefghijk"', new Set(["abcdefghijk"])],
  ['"body.abcdefghi-k-gzip", "b.ABCDEFGHIJ_"', new Set(["abcdefghi-k", "ABCDEFGHIJ_"])],
  ['W/"body.abcdefghijk"', new Set()],
  ['"abcdefghijk"', new Set()],
  [', "x,y" ,', new Set()],
  [" * ", "any"],
  ['"a" x', undefined],
])("the header %j names its versions", (header, versions) => {
  expect(expectedVersions(header)).toEqual(versions);
});
