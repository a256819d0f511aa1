import { describe, expect, test } from "vitest";
import { integer } from "../../src/kernel/attribute.ts";
import { jsonBody } from "../../src/kernel/request-body.ts";
import type { ComputedAnswer } from "../../src/kernel/route.ts";
import { action } from "../../src/kernel/write/actions.ts";
import { createsUnder } from "../../src/kernel/write/creates.ts";
import { updateRecord } from "../../src/kernel/write/store.ts";
import { rental } from "../../src/modules/property/rentals/rental.ts";
import { booking } from "../../src/modules/stays/bookings/booking.ts";
import { bookingComment } from "../../src/modules/stays/bookings/booking-comment.ts";
import { ApiClient, errorsOf, type Json } from "../harness/client.ts";
import { aBooking, aRental, read } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { serveRoutes } from "./sample-service.ts";

const service = useSharedService();

const { id: _id, ...attributes } = rental.attributes;

/** Renames several rentals in one request. */
const renamesMany = action(rental, {
  on: "many",
  method: "PUT",
  path: "rename",
  scopes: ["rentals_write"],
  summary: "Give rentals one name.",
  body: jsonBody({ ...rental, attributes }, { writing: "update" }),
  async run(context, rentals, { draft, errors }) {
    errors.throwIfAny();
    for (const { id } of rentals) await updateRecord(context, id, draft);
    return "gone";
  },
});

const countsRentals = action(rental, {
  on: "none",
  method: "POST",
  path: "count",
  scopes: ["rentals_write"],
  summary: "Count the rentals.",
  success: 204,
  run: async () => "gone",
});

/** Creates a booking's comment. */
const commentsUnder = createsUnder(
  booking,
  { ...bookingComment, relations: {} },
  {
    scopes: ["bookings_write_owned", "bookings_write"],
    serverSet: (_draft, context) => ({ created_by_application_id: context.caller.application }),
  },
);

async function aManager(url: string) {
  const account = await service.anAccount();
  const client = await service.aClient(account);
  return { client, custom: new ApiClient(url, client.token, client.account, client.application) };
}

describe("an action on many records", () => {
  const body = { rentals: [{ name: "Renamed" }] };

  test("receives each record of the path once, and applies to all or none", async () => {
    const { client, custom } = await aManager(await serveRoutes(service, [renamesMany, countsRentals]));
    const [first, second] = [await aRental(client), await aRental(client)];
    const done = await custom.put(`/rentals/${second.id},${first.id},${second.id}/rename`, body);
    expect(done.status).toBe(204);
    for (const { id } of [first, second]) expect(await read(client, "rentals", id)).toMatchObject({ name: "Renamed" });
    const missing = await custom.put(`/rentals/${first.id},999999/rename`, { rentals: [{ name: "Again" }] });
    expect(missing.status).toBe(404);
    expect(await read(client, "rentals", first.id)).toMatchObject({ name: "Renamed" });
    expect((await custom.post("/rentals/count")).status).toBe(204);
  });

  test("finds no record of another account, and refuses more than a thousand", async () => {
    const url = await serveRoutes(service, [renamesMany]);
    const [own, other] = [await aManager(url), await aManager(url)];
    const [mine, theirs] = [await aRental(own.client), await aRental(other.client)];
    expect((await own.custom.put(`/rentals/${mine.id},${theirs.id}/rename`, body)).status).toBe(404);
    expect(await read(own.client, "rentals", mine.id)).not.toMatchObject({ name: "Renamed" });
    const many = Array.from({ length: 1001 }, (_, index) => index + 1).join();
    expect((await own.custom.put(`/rentals/${many}/rename`, body)).status).toBe(400);
  });
});

describe("a creation by a token that can only write its own parents", () => {
  async function aCase() {
    const url = await serveRoutes(service, [commentsUnder]);
    const account = await service.anAccount();
    const manager = await service.aClient(account);
    const rented = await aRental(manager);
    const application = await service.anApplication();
    const owner = await service.aClient(account, { application, scopes: ["bookings_write_owned", "rentals_read"] });
    const foreign = await aBooking(manager, rented);
    const stay = { start_at: "2091-01-04T16:00:00Z", end_at: "2091-01-08T10:00:00Z" };
    const own = await aBooking(owner, rented, stay);
    return { foreign, own, custom: new ApiClient(url, owner.token, account, application) };
  }
  const comment = { booking_comments: [{ content: "Arrives late." }] };

  test("succeeds under its own booking", async () => {
    const { own, custom } = await aCase();
    const made = await custom.post(`/bookings/${own.id}/booking_comments`, comment);
    expect([made.status, made.text.slice(0, 300)]).toEqual([201, expect.stringContaining("Arrives late.")]);
  });

  test("fails under another application's booking, and under an unknown one", async () => {
    const { foreign, custom } = await aCase();
    const refused = await custom.post(`/bookings/${foreign.id}/booking_comments`, comment);
    expect([403, 404]).toContain(refused.status);
    expect((await custom.post("/bookings/999999/booking_comments", comment)).status).toBe(404);
    const [{ count } = { count: undefined }] = await service.sql(
      "select count(*)::integer as count from booking_comments where booking_id = $1",
      [foreign.id],
    );
    expect(count).toBe(0);
  });
});

test("a body is limited to its operation's maximum size", async () => {
  const small = action(rental, {
    on: "none",
    method: "POST",
    path: "note",
    scopes: ["rentals_write"],
    summary: "Note.",
    success: 204,
    body: jsonBody({ ...rental, attributes }, { writing: "update", limit: 2048 }),
    run: async () => "gone",
  });
  const { custom } = await aManager(await serveRoutes(service, [small]));
  const body = (length: number): Json => ({ rentals: [{ name: "x".repeat(length) }] });
  expect((await custom.post("/rentals/note", body(100))).status).toBe(204);
  const large = await custom.post("/rentals/note", body(2048));
  expect([large.status, errorsOf(large)]).toEqual([
    413,
    [{ code: "payload_too_large", details: "The body is larger than 2 KiB." }],
  ]);
});

test("an action may compute an object instead of showing a record, and the document says so", async () => {
  const computes: ComputedAnswer = {
    root: "rental_guesses",
    description: "A guess.",
    attributes: { guests: integer().readOnly().present().description("How many guests.") },
  };
  const guesses = action(rental, {
    on: "one",
    method: "POST",
    path: "guess",
    scopes: ["rentals_write"],
    summary: "Guess.",
    computes,
    run: async () => ({ computes, object: '{"guests":4}' }),
  });
  const { client, custom } = await aManager(await serveRoutes(service, [guesses]));
  const answer = await custom.post(`/rentals/${(await aRental(client)).id}/guess`);
  expect([answer.status, answer.json]).toEqual([200, { rental_guesses: [{ guests: 4 }], links: {}, meta: {} }]);
  const document = JSON.stringify((await custom.get("/openapi.json")).json);
  expect(document).toContain('"anyOf":[{"$ref":"#/components/schemas/rentals_answer"}');
  expect(document).toContain('"rental_guesses":{"type":"array","items":{"type":"object","description":"A guess."');
});

test("an action's preparation can read the body, and a bad body is refused once the record is found", async () => {
  const names: unknown[] = [];
  const looksAhead = action(rental, {
    on: "one",
    method: "POST",
    path: "look",
    scopes: ["rentals_write"],
    summary: "Look ahead.",
    success: 204,
    body: jsonBody({ ...rental, attributes }, { writing: "update" }),
    async prepare(_context, _id, peek) {
      names.push(await peek());
    },
    async run(_context, _record, request) {
      names.push(request.draft);
      return "gone";
    },
  });
  const { client, custom } = await aManager(await serveRoutes(service, [looksAhead]));
  const done = await custom.post(`/rentals/${(await aRental(client)).id}/look`, { rentals: [{ name: "Renamed" }] });
  expect(done.status).toBe(204);
  expect(names).toHaveLength(2);
  expect(names[0]).toBe(names[1]);
  const missing = await custom.post("/rentals/999999/look", { wrong: 1 });
  expect(missing.status).toBe(404);
  expect((await custom.post(`/rentals/${(await aRental(client)).id}/look`, { wrong: 1 })).status).toBe(400);
  expect(names.slice(2)).toEqual([undefined, undefined]);
});
