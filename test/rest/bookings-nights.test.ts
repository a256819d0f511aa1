import { describe, expect, test } from "vitest";
import { type ApiClient, errorsOf, type Json, recordOf } from "../harness/client.ts";
import { aBooking, aRental, booking, changing, read } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { refusedFor } from "../harness/violations.ts";

const service = useSharedService();
const aManager = async (settings: Json = {}) => service.aClient(await service.anAccount(settings));
const hours = ({ start_at, end_at }: Json) => [start_at, end_at];

async function bookingsOf(client: ApiClient): Promise<number> {
  return (await service.sql("select id from bookings where account_id = $1", [client.account])).length;
}

describe("arrival and departure", () => {
  test("dates get the rental's check-in and check-out times", async () => {
    const client = await aManager();
    const rental = await aRental(client, { checkin_time: 15, checkout_time: 11 });
    const stay = await aBooking(client, rental, { start_at: "2090-01-04", end_at: "2090-01-08" });
    expect(hours(stay)).toEqual(["2090-01-04T15:00:00Z", "2090-01-08T11:00:00Z"]);
  });

  test("dates get the account's times when the rental has none", async () => {
    const client = await aManager({ default_arrival_time: 17, default_departure_time: 9 });
    const stay = await aBooking(client, await aRental(client), { start_at: "2090-01-04", end_at: "2090-01-08" });
    expect(hours(stay)).toEqual(["2090-01-04T17:00:00Z", "2090-01-08T09:00:00Z"]);
    const mixed = await aBooking(client, await aRental(client, { checkout_time: 12 }), {
      start_at: "2090-01-04",
      end_at: "2090-01-08",
    });
    expect(hours(mixed)).toEqual(["2090-01-04T17:00:00Z", "2090-01-08T12:00:00Z"]);
  });

  test("times at the end of a day stay on that day", async () => {
    const client = await aManager();
    const rental = await aRental(client, { checkin_time: 24, checkout_time: 0 });
    const stay = await aBooking(client, rental, { start_at: "2090-01-04", end_at: "2090-01-05" });
    expect(hours(stay)).toEqual(["2090-01-04T23:45:00Z", "2090-01-05T00:00:00Z"]);
  });

  test("arrival and departure can be moved separately", async () => {
    const client = await aManager();
    const stay = await aBooking(client, await aRental(client, { checkin_time: 15, checkout_time: 11 }));
    const later = recordOf(await changing(client, stay, { end_at: "2090-01-10" }), "bookings");
    expect(hours(later)).toEqual([stay.start_at, "2090-01-10T11:00:00Z"]);
    const earlier = recordOf(await changing(client, stay, { start_at: "2090-01-02T08:00:00Z" }), "bookings");
    expect(hours(earlier)).toEqual(["2090-01-02T08:00:00Z", "2090-01-10T11:00:00Z"]);
  });

  test.each<[string, Json, Json]>([
    ["both missing", { start_at: null, end_at: null }, { start_at: ["can't be blank"], end_at: ["can't be blank"] }],
    [
      "the wrong way round",
      { start_at: "2090-01-08", end_at: "2090-01-04" },
      { start_at: ["must be before end_at"], end_at: ["must be after start_at"] },
    ],
    [
      "the same moment",
      { start_at: "2090-01-04T16:00:00Z", end_at: "2090-01-04T16:00:00Z" },
      { start_at: ["must be before end_at"], end_at: ["must be after start_at"] },
    ],
    [
      "hours of one day: no night",
      { start_at: "2090-01-04T08:00:00Z", end_at: "2090-01-04T18:00:00Z" },
      { end_at: ["must be at least one night after start_at"] },
    ],
    [
      "of one day in UTC, although of two in their own offset",
      { start_at: "2090-01-04T23:00:00-01:00", end_at: "2090-01-06T00:30:00+01:00" },
      { end_at: ["must be at least one night after start_at"] },
    ],
    [
      "longer apart than rates reach",
      { start_at: "2090-01-01", end_at: "2093-01-02" },
      { end_at: ["must be at most 1096 nights after start_at"] },
    ],
  ])("are refused when %s", async (_, moments, messages) => {
    const client = await aManager();
    const rental = await aRental(client);
    const answer = await booking(client, rental, moments);
    expect([answer.status, errorsOf(answer)]).toEqual([422, messages]);
    expect(await bookingsOf(client)).toBe(0);
    const stay = await aBooking(client, rental);
    const moved = await changing(client, stay, moments);
    expect([moved.status, errorsOf(moved)]).toEqual([422, messages]);
    expect(await read(client, "bookings", stay.id)).toEqual(stay);
  });
});

describe("a night", () => {
  test.each([
    ["the same nights", "2090-01-04", "2090-01-08"],
    ["a night inside", "2090-01-05", "2090-01-06"],
    ["the first night", "2090-01-02", "2090-01-05"],
    ["the last night", "2090-01-07", "2090-01-10"],
    ["all around", "2090-01-01", "2090-01-31"],
  ])("is sold once: %s", async (_, start_at, end_at) => {
    const client = await aManager();
    const rental = await aRental(client);
    const stay = await aBooking(client, rental);
    const refusal = { base: [`the nights are taken by booking ${stay.reference}`] };
    for (const state of [{ booked: true }, { unavailable: true }, { tentative_expires_at: "2089-12-31T00:00:00Z" }]) {
      const answer = await booking(client, rental, { start_at, end_at, ...state });
      expect([answer.status, errorsOf(answer)]).toEqual([422, refusal]);
    }
    expect(await bookingsOf(client)).toBe(1);
  });

  test.each([
    ["before, to the day", "2090-01-01", "2090-01-04"],
    ["after, from the day on", "2090-01-08", "2090-01-11"],
  ])("of the neighbouring stay is free: %s", async (_, start_at, end_at) => {
    const client = await aManager();
    const rental = await aRental(client);
    await aBooking(client, rental);
    expect((await booking(client, rental, { start_at, end_at })).status).toBe(201);
  });

  test("a night is free in another rental", async () => {
    const client = await aManager();
    await aBooking(client, await aRental(client));
    expect((await booking(client, await aRental(client))).status).toBe(201);
  });

  test("nights count by UTC date: a late departure and an early arrival may share a day", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    await aBooking(client, rental, { end_at: "2090-01-08T18:00:00Z" });
    const early = { start_at: "2090-01-08T09:00:00Z", end_at: "2090-01-09T09:00:00Z" };
    expect((await booking(client, rental, early)).status).toBe(201);
    const yesterday = { start_at: "2090-01-10T00:30:00+01:00", end_at: "2090-01-11T10:00:00Z" };
    const taken = await aBooking(client, rental, { start_at: "2090-01-09", end_at: "2090-01-10" });
    const answer = await booking(client, rental, yesterday);
    expect(errorsOf(answer)).toEqual({ base: [`the nights are taken by booking ${taken.reference}`] });
  });

  test("refuses a move onto another stay's night and keeps the booking", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const stay = await aBooking(client, rental);
    const next = await aBooking(client, rental, { start_at: "2090-01-08", end_at: "2090-01-12" });
    const answer = await changing(client, stay, { end_at: "2090-01-09", notes: "one more night" });
    expect([answer.status, errorsOf(answer)]).toEqual([
      422,
      { base: [`the nights are taken by booking ${next.reference}`] },
    ]);
    expect(await read(client, "bookings", stay.id)).toEqual(stay);
  });

  test("a booking's own nights do not block a move", async () => {
    const client = await aManager();
    const stay = await aBooking(client, await aRental(client));
    const answer = await changing(client, stay, { start_at: "2090-01-05", end_at: "2090-01-12" });
    expect(recordOf(answer, "bookings")).toMatchObject({ end_at: "2090-01-12T10:00:00Z" });
  });

  test("a canceled stay's nights are free", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const stay = await aBooking(client, rental);
    const old = await aBooking(client, rental, { canceled_at: "2026-01-01T00:00:00Z" });
    expect(old).toMatchObject({ status: "Canceled", canceled_at: "2026-01-01T00:00:00Z" });
    await client.delete(`/bookings/${stay.id}`);
    expect((await booking(client, rental)).status).toBe(201);
  });

  test("the database itself refuses a double booking", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const stay = await aBooking(client, rental);
    const copy =
      "insert into bookings (account_id, rental_id, start_at, end_at, booked, unavailable, created_by_id, created_by_type, currency)" +
      " select account_id, rental_id, start_at, end_at, booked, unavailable, created_by_id, created_by_type, currency from bookings where account_id = $1 and id = $2";
    await expect(service.sql(copy, [client.account, stay.id])).rejects.toSatisfy(
      refusedFor("23P01", "no_night_is_sold_twice"),
    );
  });
});
