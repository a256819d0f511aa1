import { describe, expect, test } from "vitest";
import { expireHolds } from "../../src/modules/stays/bookings/expire-holds.ts";
import { type ApiClient, errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aRental, booking, changing, idsOf, read } from "../harness/factories.ts";
import { inADay } from "../harness/moments.ts";
import { useSharedService } from "../harness/service.ts";

const service = useSharedService();
const aManager = async () => service.aClient(await service.anAccount());
const states = (stay: Json) => ({
  status: stay.status,
  booked: stay.booked,
  unavailable: stay.unavailable,
  hold: stay.tentative_expires_at !== null,
});

const booked = { status: "Booked", booked: true, unavailable: false, hold: false };
const unavailable = { status: "Unavailable", booked: false, unavailable: true, hold: false };
const tentative = { status: "Tentative", booked: false, unavailable: false, hold: true };

/** An expired hold that no job has processed yet. */
async function anExpiredHold(client: ApiClient, rental: Json): Promise<Json> {
  const hold = await aBooking(client, rental, { tentative_expires_at: inADay() });
  await service.sql("update bookings set tentative_expires_at = now() - interval '1 minute' where id = $1", [hold.id]);
  return hold;
}

async function canceledInRow(stay: Json): Promise<unknown> {
  const [row] = await service.sql("select canceled_at is not null as canceled from bookings where id = $1", [stay.id]);
  return row?.canceled;
}

describe("the state of a booking", () => {
  test.each([
    ["booked by default", () => ({}), booked],
    ["booked", () => ({ booked: true }), booked],
    ["unavailable", () => ({ unavailable: true }), unavailable],
    ["a hold", () => ({ tentative_expires_at: inADay() }), tentative],
    [
      "a hold, with the others denied",
      () => ({ tentative_expires_at: inADay(), booked: false, unavailable: false }),
      tentative,
    ],
    [
      "unavailable, with the others denied",
      () => ({ unavailable: true, booked: false, tentative_expires_at: null }),
      unavailable,
    ],
  ])("is %s", async (_, given, expected) => {
    const client = await aManager();
    expect(states(await aBooking(client, await aRental(client), given()))).toEqual(expected);
  });

  test("setting a booking's state clears the others", async () => {
    const client = await aManager();
    const stay = await aBooking(client, await aRental(client));
    const become = async (attributes: Json) => states(recordOf(await changing(client, stay, attributes), "bookings"));
    expect(await become({ tentative_expires_at: inADay() })).toEqual(tentative);
    expect(await become({ unavailable: true })).toEqual(unavailable);
    expect(await become({ booked: true })).toEqual(booked);
    expect(await become({ unavailable: true })).toEqual(unavailable);
    expect(await become({ tentative_expires_at: inADay() })).toEqual(tentative);
    expect(await become({ notes: "changes no state" })).toEqual(tentative);
  });

  test("the state stays when echoed, and changes when the echo clears it", async () => {
    const client = await aManager();
    const hold = await aBooking(client, await aRental(client), { tentative_expires_at: inADay() });
    const echoed = recordOf(await changing(client, hold, hold), "bookings");
    expect(states(echoed)).toEqual(tentative);
    const cleared = { ...hold, tentative_expires_at: null, booked: true };
    expect(states(recordOf(await changing(client, hold, cleared), "bookings"))).toEqual(booked);
  });

  test("a booking cannot have two states", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const message = { base: ["only one of booked, unavailable and tentative_expires_at can be set"] };
    for (const both of [
      { booked: true, unavailable: true },
      { booked: true, tentative_expires_at: inADay() },
      { unavailable: true, tentative_expires_at: inADay() },
    ]) {
      const answer = await booking(client, rental, both);
      expect([answer.status, errorsOf(answer)]).toEqual([422, message]);
    }
    expect(await service.sql("select from bookings where account_id = $1", [client.account])).toEqual([]);
  });

  const three = { booked: () => true, unavailable: () => true, tentative_expires_at: inADay };
  const names = ["booked", "unavailable", "tentative_expires_at"] as const;
  const several = [names, ...names.map((left) => names.filter((name) => name !== left))];
  const befores = names.flatMap((before) => several.map((set) => [before, set.join(" and "), set] as const));
  test.each(befores)("a booking in %s cannot get two states: %s", async (before, _, set) => {
    const client = await aManager();
    const stay = await aBooking(client, await aRental(client), { [before]: three[before]() });
    const shown = await read(client, "bookings", stay.id);
    const answer = await changing(
      client,
      stay,
      Object.fromEntries(set.map((name) => [name, shown[name] || three[name]()])),
    );
    expect([answer.status, errorsOf(answer)]).toEqual([
      422,
      { base: ["only one of booked, unavailable and tentative_expires_at can be set"] },
    ]);
    expect(await read(client, "bookings", stay.id)).toEqual(shown);
  });

  test("a booking cannot have no state", async () => {
    const client = await aManager();
    const stay = await aBooking(client, await aRental(client));
    for (const none of [{ booked: false }, { booked: null }]) {
      const answer = await changing(client, stay, none);
      expect([answer.status, errorsOf(answer)]).toEqual([
        422,
        { base: ["one of booked, unavailable and tentative_expires_at must be set"] },
      ]);
    }
    expect(await read(client, "bookings", stay.id)).toEqual(stay);
  });

  test("a written hold must expire in the future", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const message = { tentative_expires_at: ["must be in the future"] };
    const past = await booking(client, rental, { tentative_expires_at: "2020-01-01T00:00:00Z" });
    expect([past.status, errorsOf(past)]).toEqual([422, message]);
    expect(await service.sql("select from bookings where account_id = $1", [client.account])).toEqual([]);
    const hold = await aBooking(client, rental, { tentative_expires_at: inADay() });
    const shortened = await changing(client, hold, { tentative_expires_at: "2020-01-01T00:00:00Z" });
    expect([shortened.status, errorsOf(shortened)]).toEqual([422, message]);
    expect(await read(client, "bookings", hold.id)).toEqual(hold);
  });

  test("records the application and the time of booking", async () => {
    const client = await aManager();
    const stay = await aBooking(client, await aRental(client), { tentative_expires_at: inADay() });
    expect(stay).toMatchObject({ created_by_id: client.application, created_by_type: "Application" });
    const bookedAt = async () =>
      (await service.sql("select booked_at is not null as set from bookings where id = $1", [stay.id]))[0]?.set;
    expect(await bookedAt()).toBe(false);
    await changing(client, stay, { booked: true });
    expect(await bookedAt()).toBe(true);
  });
});

describe("a hold whose time has passed", () => {
  test("an expired hold is canceled for every reader without a job", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const hold = await anExpiredHold(client, rental);
    const shown = await read(client, "bookings", hold.id);
    expect(shown).toMatchObject({ status: "Canceled", canceled_at: shown.tentative_expires_at });
    expect(shown.canceled_at).not.toBeNull();
    const list = async (query: string) => (await client.get(`/bookings${query}`)).json;
    expect(await list("")).toMatchObject({ bookings: [], meta: { "X-Total-Count": "0" } });
    expect(await list("?status=tentative")).toMatchObject({ bookings: [] });
    expect(await list("?include_canceled=false")).toMatchObject({ bookings: [] });
    expect(await list("?include_canceled=true")).toMatchObject({ bookings: [{ id: hold.id, status: "Canceled" }] });
    const since = "updated_since=2020-01-01T00:00:00Z";
    expect(await list(`?${since}`)).toMatchObject({ bookings: [], meta: { deleted_ids: [hold.id] } });
    expect(await list("?updated_since=2089-01-01T00:00:00Z")).toMatchObject({ meta: { deleted_ids: [] } });
    expect(await canceledInRow(hold)).toBe(false);
  });

  test("an expired hold is hidden from the public and does not block deleting the rental", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const hold = await anExpiredHold(client, rental);
    const anybody = await service.aClient(client.account, { scopes: ["public"] });
    expect((await anybody.get(`/bookings/${hold.id}`)).status).toBe(404);
    expect((await client.delete(`/rentals/${rental.id}`)).status).toBe(204);
  });

  test("an expired hold frees its nights", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const hold = await anExpiredHold(client, rental);
    const stay = await aBooking(client, rental, { start_at: "2090-01-07", end_at: "2090-01-09" });
    expect(idsOf(recordsOf(await client.get("/bookings"), "bookings"))).toEqual([stay.id]);
    expect(await read(client, "bookings", hold.id)).toMatchObject({ status: "Canceled" });
    const other = await aBooking(client, rental, { start_at: "2090-03-01", end_at: "2090-03-03" });
    expect((await changing(client, other, { start_at: "2090-01-04", end_at: "2090-01-06" })).status).toBe(200);
  });

  test("the job cancels the expired hold only", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const hold = await anExpiredHold(client, rental);
    const running = await aBooking(client, await aRental(client), { tentative_expires_at: inADay() });
    const before = await read(client, "bookings", hold.id);
    expect(await expireHolds(service.database)).toBeGreaterThanOrEqual(1);
    expect([await canceledInRow(hold), await canceledInRow(running)]).toEqual([true, false]);
    const { updated_at: _, ...shown } = before;
    expect(await read(client, "bookings", hold.id)).toMatchObject(shown);
    expect(await read(client, "bookings", running.id)).toEqual(running);
  });

  test.each([
    ["before the job came by", async () => 0],
    ["after the job came by", () => expireHolds(service.database)],
  ])("is neither booked nor held longer until a write reinstates it: %s", async (_, job) => {
    const client = await aManager();
    const hold = await anExpiredHold(client, await aRental(client));
    await job();
    for (const write of [{ booked: true }, { tentative_expires_at: inADay() }]) {
      const refused = await changing(client, hold, write);
      const problem = "is canceled: set canceled_at to null to reinstate it";
      expect([refused.status, errorsOf(refused)]).toEqual([422, { canceled_at: [problem] }]);
    }
    expect(await read(client, "bookings", hold.id)).toMatchObject({ status: "Canceled", booked: false });
    const reinstated = recordOf(await changing(client, hold, { booked: true, canceled_at: null }), "bookings");
    expect(reinstated).toMatchObject({ status: "Booked", canceled_at: null });
  });

  test.each([
    ["before the job came by", async () => 0],
    ["after the job came by", () => expireHolds(service.database)],
  ])("is not canceled a second time: %s", async (_, job) => {
    const client = await aManager();
    const hold = await anExpiredHold(client, await aRental(client));
    await job();
    const before = await read(client, "bookings", hold.id);
    const answer = await client.delete(`/bookings/${hold.id}`, { bookings: [{ cancelation_reason: "too late" }] });
    expect(answer.status).toBe(204);
    const after = await read(client, "bookings", hold.id);
    expect(after).toMatchObject({ canceled_at: before.canceled_at, cancelation_reason: null });
  });
});

describe("a canceled booking", () => {
  test("a canceled booking is reinstated when its nights are free", async () => {
    const client = await aManager();
    const stay = await aBooking(client, await aRental(client));
    await client.delete(`/bookings/${stay.id}`);
    expect(await read(client, "bookings", stay.id)).toMatchObject({ status: "Canceled" });
    const answer = await changing(client, stay, { canceled_at: null });
    expect(recordOf(answer, "bookings")).toMatchObject({ status: "Booked", canceled_at: null });
  });

  test("a canceled booking is not reinstated when its nights are taken", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const stay = await aBooking(client, rental);
    await client.delete(`/bookings/${stay.id}`);
    const other = await aBooking(client, rental, { start_at: "2090-01-07", end_at: "2090-01-12" });
    const canceled = await read(client, "bookings", stay.id);
    const answer = await changing(client, stay, { canceled_at: null });
    expect([answer.status, errorsOf(answer)]).toEqual([
      422,
      { base: [`the nights are taken by booking ${other.reference}`] },
    ]);
    expect(await read(client, "bookings", stay.id)).toEqual(canceled);
  });

  test("a canceled booking can be changed although its nights are taken", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const stay = await aBooking(client, rental);
    await client.delete(`/bookings/${stay.id}`);
    await aBooking(client, rental);
    const answer = await changing(client, stay, { notes: "came to nothing" });
    expect(recordOf(answer, "bookings")).toMatchObject({ status: "Canceled", notes: "came to nothing" });
  });
});
