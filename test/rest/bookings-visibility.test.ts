import { describe, expect, test } from "vitest";
import { booking as bookings } from "../../src/modules/stays/bookings/booking.ts";
import { type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aComment, aGuest, aRental, aSource, created, idsOf, linksOf, read } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";

const service = useSharedService();

const publicAttributes = ["links", "id", "start_at", "end_at", "status", "reference", "updated_at"];
const publicLinks = ["account", "rental", "bookings_tags", "rentals_tags", "discount_code_usage"];
/** The registry shows these to bookings_read and bookings_write, but not to bookings_write_owned. */
const officeOnly = [
  "tentative_expires_at", "canceled_at", "locked", "owned_by_app", "initial_rental_price", "final_rental_price",
  "commission", "paid_amount", "bookings_payments_count", "payment_url", "balance_due_at", "review_requests_count",
  "contract_updated_at", "created_at",
]; // biome-ignore format: keep the list compact

const sorted = (names: readonly string[]) => [...names].sort();
const keysOf = (record: Json | undefined) => sorted(Object.keys(record ?? {}));

/** A booking by the manager, and one by each of two applications with owned write scopes. */
async function aFixture() {
  const account = await service.anAccount();
  const manager = await service.aClient(account);
  const portal = await service.aClient(account, { scopes: ["bookings_write_owned"] });
  const rival = await service.aClient(account, { scopes: ["bookings_write_owned"] });
  const rental = await aRental(manager);
  const guest = await aGuest(manager);
  const source = await aSource(manager);
  const parts = { client_id: guest.id, source_id: source.id, initial_price: "100", notes: "the key is under the mat" };
  const own = await aBooking(portal, rental, { ...parts, start_at: "2090-01-01", end_at: "2090-01-03" });
  const theirs = await aBooking(rival, rental, { ...parts, start_at: "2090-02-01", end_at: "2090-02-03" });
  const managed = await aBooking(manager, rental, { ...parts, start_at: "2090-03-01", end_at: "2090-03-03" });
  await aComment(manager, managed);
  return { account, manager, portal, rental, own, theirs, managed };
}

describe("a token with", () => {
  test.each([["bookings_read"], ["bookings_write"]] as const)(
    "%s sees every attribute that is read, of every booking",
    async (scope) => {
      const { account, own, theirs, managed } = await aFixture();
      const office = await service.aClient(account, { scopes: [scope] });
      const all = Object.entries(bookings.attributes).filter(([, { traits }]) => traits.readers !== "nobody");
      const records = recordsOf(await office.get("/bookings"), "bookings");
      expect(idsOf(records)).toEqual([own.id, theirs.id, managed.id]);
      for (const record of records) {
        expect(keysOf(record)).toEqual(sorted(["links", ...all.map(([name]) => name)]));
        expect(keysOf(linksOf(record))).toEqual(sorted(Object.keys(bookings.relations)));
      }
    },
  );

  test("public sees future live bookings in their public form", async () => {
    const { account, manager, own, theirs, managed } = await aFixture();
    const anybody = await service.aClient(account, { scopes: ["public"] });
    const answer = await anybody.get("/bookings");
    expect(idsOf(recordsOf(answer, "bookings"))).toEqual([own.id, theirs.id, managed.id]);
    for (const record of recordsOf(answer, "bookings")) {
      expect(keysOf(record)).toEqual(sorted(publicAttributes));
      expect(keysOf(linksOf(record))).toEqual(sorted(publicLinks));
    }
    expect(keysOf(Object(answer.json.links))).toEqual(sorted(publicLinks.map((name) => `bookings.${name}`)));
    expect(answer.text).not.toContain("under the mat");
    await manager.delete(`/bookings/${managed.id}`);
    expect((await anybody.get(`/bookings/${managed.id}`)).status).toBe(404);
    expect(idsOf(recordsOf(await anybody.get(`/bookings/${own.id},${managed.id}`), "bookings"))).toEqual([own.id]);
  });

  test("public never sees past bookings", async () => {
    const { account, manager, rental } = await aFixture();
    const past = await aBooking(manager, rental, { start_at: "2020-01-04", end_at: "2020-01-06" });
    const anybody = await service.aClient(account, { scopes: ["public"] });
    expect((await anybody.get(`/bookings/${past.id}`)).status).toBe(404);
    const list = await anybody.get("/bookings?from=2019-01-01T00:00:00Z&until=2021-01-01T00:00:00Z");
    expect(list.json.bookings).toEqual([]);
    expect((await anybody.get("/bookings?include_canceled=true")).status).toBe(403);
  });

  test("public sees no more when another application has more scopes", async () => {
    const { account } = await aFixture();
    const odd = await service.aClient(account, { scopes: ["public", "rentals_write", "clients_read"] });
    for (const record of recordsOf(await odd.get("/bookings"), "bookings")) {
      expect(keysOf(record)).toEqual(sorted(publicAttributes));
    }
  });

  test("bookings_write_owned sees its own bookings in full except internal data, and others in public form", async () => {
    const { portal, own, theirs, managed } = await aFixture();
    const [mine, ...others] = recordsOf(await portal.get("/bookings"), "bookings");
    expect(idsOf(others)).toEqual([theirs.id, managed.id]);
    expect(mine).toMatchObject({ id: own.id, notes: "the key is under the mat", initial_price: "100.0" });
    const hidden = new Set(officeOnly);
    const shown = Object.entries(bookings.attributes)
      .filter(([name, { traits }]) => traits.readers !== "nobody" && !hidden.has(name))
      .map(([name]) => name);
    expect(keysOf(mine)).toEqual(sorted(["links", ...shown]));
    for (const record of others) {
      expect(keysOf(record)).toEqual(sorted(publicAttributes));
      expect(keysOf(linksOf(record))).toEqual(sorted(publicLinks));
    }
    expect(keysOf(await read(portal, "bookings", theirs.id))).toEqual(sorted(publicAttributes));
  });

  test("bookings_write_owned cannot get hidden attributes by fields", async () => {
    const { portal, own, theirs } = await aFixture();
    const records = recordsOf(await portal.get("/bookings?fields=id,notes,links"), "bookings");
    expect(records[0]).toMatchObject({ id: own.id, notes: "the key is under the mat" });
    expect(keysOf(records[1])).toEqual(["id", "links"]);
    expect(records[1]).toMatchObject({ id: theirs.id });
  });

  test("bookings_write_owned cannot include the client or source of other bookings", async () => {
    const { account, own, theirs, managed } = await aFixture();
    const { application } = await service.aClient(account);
    const token = { scopes: ["bookings_write_owned", "clients_read", "public"] as const, application };
    const portal = await service.aClient(account, token);
    const mine = await aBooking(portal, await aRental(await service.aClient(account)), {
      client_id: linksOf(await read(await service.aClient(account), "bookings", own.id)).client,
    });
    const answer = await portal.get("/bookings?include=client,source,rental,booking_comments,bookings_fees");
    const byId = new Map(recordsOf(answer, "bookings").map((record) => [record.id, record]));
    expect(byId.get(mine.id)).toMatchObject({ client: { fullname: "Ada Guest" }, source: null, booking_comments: [] });
    for (const id of [own.id, theirs.id, managed.id]) {
      expect(keysOf(byId.get(id))).toEqual(sorted([...publicAttributes, "rental"]));
    }
  });

  test("bookings_write_owned cannot search by hidden attributes", async () => {
    const { account, portal, own, managed } = await aFixture();
    const guest = linksOf(await read(await service.aClient(account), "bookings", managed.id)).client;
    expect(idsOf(recordsOf(await portal.get(`/bookings?client_id=${guest}`), "bookings"))).toEqual([own.id]);
  });
});

describe("records that bookings belong to", () => {
  test("related records link only to bookings that the token sees", async () => {
    const { account, manager, own, theirs, managed } = await aFixture();
    const source = recordOf(await manager.get("/sources"), "sources");
    expect(linksOf(source)).toMatchObject({ bookings: [own.id, theirs.id, managed.id] });
    const portal = await service.aClient(account, { scopes: ["bookings_write_owned"] });
    const other = await created(portal, "/sources", "sources", { name: "Channel B" });
    expect(await read(portal, "sources", other.id)).toEqual(other);
  });
});
