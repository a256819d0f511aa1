import { describe, expect, test } from "vitest";
import { dayOfInstant, formatDay } from "../../src/core/day.ts";
import { instantIn, localTime } from "../../src/core/time-zone.ts";
import { type ApiClient, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aRental, changing, created } from "../harness/factories.ts";
import { inAnHour } from "../harness/moments.ts";
import { useSharedService } from "../harness/service.ts";
import { importerInto } from "../imports/importer.ts";
import { aBogusGateway, aPayment, cash, order } from "../payments/factories.ts";

/** A stay's times are readings of the rental's clock (bookings.md, The rental's clock). */
const service = useSharedService();

/** Both sides of Greenwich and of the date line. */
const houses = [
  "Pacific/Kiritimati",
  "Pacific/Auckland",
  "Asia/Kathmandu",
  "Europe/Berlin",
  "UTC",
  "America/New_York",
  "Pacific/Honolulu",
  "Etc/GMT+12",
] as const;

/** A day in two months. */
const later = (days: number): string => formatDay(dayOfInstant(Date.now()) + 60 + days);

/** A time at the house: with its UTC offset there, and as its clock shows it. */
function at(timeZone: string, days: number, clock: string): { readonly sent: string; readonly shown: string } {
  const shown = `${later(days)}T${clock}:00Z`;
  const offset = (Date.parse(shown) - instantIn(timeZone, Date.parse(shown))) / 60_000;
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60].map((part) =>
    String(part).padStart(2, "0"),
  );
  return { sent: `${shown.slice(0, -1)}${offset < 0 ? "-" : "+"}${hours}:${minutes}`, shown };
}

const priced = (client: ApiClient, timeZone: string): Promise<Json> =>
  aRental(client, { time_zone: timeZone, currency: "EUR", base_rate: "100", base_rate_kind: "nightly" });

const mapOf = async (client: ApiClient, rental: Json, from: string, nights: number): Promise<string> => {
  const map = recordOf(await client.get(`/availabilities/${rental.id}?from=${from}`), "availabilities");
  return String(map.map).slice(0, nights);
};

describe.each(houses)("in %s", (timeZone) => {
  test.each([
    ["16:00", "11:00"],
    ["00:30", "23:30"],
    ["23:30", "00:30"],
  ])("a stay with an offset keeps its nights: from %s to %s", async (comes, goes) => {
    const client = await service.aClient(await service.anAccount());
    const rental = await priced(client, timeZone);
    const [arrival, departure] = [at(timeZone, 1, comes), at(timeZone, 4, goes)];
    const stay = await aBooking(client, rental, { start_at: arrival.sent, end_at: departure.sent, booked: true });
    expect([stay.start_at, stay.end_at, stay.initial_price]).toEqual([arrival.shown, departure.shown, "300.0"]);
    expect(await mapOf(client, rental, later(0), 5)).toBe("01110");
  });

  test("moves, updates, inquiries and searches read an offset alike", async () => {
    const client = await service.aClient(await service.anAccount());
    const rental = await priced(client, timeZone);
    const [arrival, departure] = [at(timeZone, 1, "17:00"), at(timeZone, 4, "01:00")];
    const days = { start_at: arrival.sent, end_at: departure.sent };
    const shown = { start_at: arrival.shown, end_at: departure.shown };

    const found = recordsOf(await client.get(`/rentals/search?${new URLSearchParams(days)}`), "rentals");
    expect(found.map(({ id, initial_price }) => [id, initial_price])).toEqual([[rental.id, 300]]);

    const stay = await aBooking(client, rental, { start_at: later(90), end_at: later(91), booked: true });
    expect(recordOf(await changing(client, stay, days), "bookings")).toMatchObject(shown);
    await changing(client, stay, { start_at: later(90), end_at: later(91) });
    const moved = await client.post(`/bookings/${stay.id}/move`, { bookings: [days] });
    expect(recordOf(moved, "bookings")).toMatchObject(shown);
    expect(await mapOf(client, rental, later(0), 5)).toBe("01110");
    await client.delete(`/bookings/${stay.id}`);

    const asked = await created(client, `/rentals/${rental.id}/inquiries`, "inquiries", {
      ...{ firstname: "Ada", lastname: "Guest", email: "ada@example.com", adults: 2 },
      ...days,
    });
    expect(asked).toMatchObject(shown);
    expect(recordOf(await client.post(`/inquiries/${asked.id}/book`, {}), "bookings")).toMatchObject(shown);
  });

  test("an imported file's offsets keep their nights", async () => {
    const client = await service.aClient(await service.anAccount());
    const rental = await priced(client, timeZone);
    const [arrival, departure] = [at(timeZone, 1, "17:00"), at(timeZone, 4, "11:00")];
    const file = `external_reference,rental,status,start_at,end_at,adults,final_price
e1,${rental.name},booked,${arrival.sent},${departure.sent},2,900`;
    await importerInto(service)(client, "bookings", file);
    expect(await mapOf(client, rental, later(0), 5)).toBe("01110");
  });

  test("a time without an offset and one in UTC are the rental's clock", async () => {
    const client = await service.aClient(await service.anAccount());
    const rental = await priced(client, timeZone);
    for (const [day, end] of ["Z", "+00:00", " UTC", ""].entries()) {
      const stay = await aBooking(client, rental, { start_at: `${later(day)}T16:00:00${end}`, end_at: later(day + 1) });
      expect(stay.start_at).toBe(`${later(day)}T16:00:00Z`);
    }
  });

  test("a stay is listed, counted and protects its rental until its departure at the house", async () => {
    const client = await service.aClient(await service.anAccount());
    const [rental, other] = [await priced(client, timeZone), await priced(client, timeZone)];
    const reading = (minutes: number): string =>
      `${new Date(localTime(timeZone, Date.now()) + minutes * 60_000).toISOString().slice(0, 19)}Z`;
    const start_at = formatDay(dayOfInstant(localTime(timeZone, Date.now())) - 3);
    const asleep = await aBooking(client, rental, { start_at, end_at: reading(30), booked: true });
    const gone = await aBooking(client, other, { start_at, end_at: reading(-30), booked: true });
    const list = await client.get("/bookings");
    expect(recordsOf(list, "bookings").map(({ id }) => id)).toEqual([asleep.id]);
    expect(list.headers.get("x-total-count")).toBe("1");
    await client.delete(`/bookings/${gone.id}`);
    const all = await client.get("/bookings?include_canceled=true");
    expect([recordsOf(all, "bookings").length, all.headers.get("x-total-count")]).toEqual([1, "1"]);
    expect((await client.delete(`/rentals/${rental.id}`)).status).toBe(422);
    expect((await client.delete(`/rentals/${other.id}`)).status).toBe(204);
  });
});

describe("west of Greenwich, where a departure's reading in UTC has passed before it", () => {
  const timeZone = "Pacific/Honolulu";
  const reading = (minutes: number): number =>
    Math.floor(localTime(timeZone, Date.now()) / 1000) * 1000 + minutes * 60_000;
  const text = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}Z`;
  const start_at = formatDay(dayOfInstant(localTime(timeZone, Date.now())) - 3);

  test("a hold that is paid on the last morning still blocks the linked rentals", async () => {
    const client = await service.aClient(await service.anAccount());
    const [rental, linked] = [await priced(client, timeZone), await priced(client, timeZone)];
    await created(client, "/rental_link_groups", "rental_link_groups", { rental_ids: [rental.id, linked.id] });
    const hold = { start_at, end_at: text(reading(60)), tentative_expires_at: inAnHour() };
    const stay = await aBooking(client, rental, hold);
    await aPayment(client, stay, {
      ...order(await aBogusGateway(client), {
        kind: "instant-booking",
        paid_at: "2024-01-01",
        credit_card_token: null,
      }),
    });
    const mirrors = recordsOf(await client.get(`/bookings?rental_id=${linked.id}`), "bookings");
    expect(mirrors).toMatchObject([{ created_by_id: stay.id, unavailable: true, tentative_expires_at: null }]);
  });

  test("another application may know of the stay, and a host's review expires two weeks after it", async () => {
    const account = await service.anAccount();
    const client = await service.aClient(account);
    const stay = await aBooking(client, await priced(client, timeZone), {
      ...{ start_at, end_at: text(reading(60)), booked: true },
    });
    const scopes = ["payments_write_owned", "bookings_write_owned", "public"] as const;
    const other = await service.aClient(account, { scopes });
    expect((await other.post(`/bookings/${stay.id}/payments`, { payments: [cash()] })).status).toBe(403);
    const end = reading(-30);
    const gone = await aBooking(client, await priced(client, timeZone), { start_at, end_at: text(end), booked: true });
    const review = { comment: "Kind", source_id: null };
    const draft = await created(client, `/bookings/${gone.id}/host_reviews/draft`, "host_reviews", review);
    expect(draft.expires_at).toBe(text(instantIn(timeZone, end + 14 * 86_400_000)));
  });
});

test("a list's from and until with an offset are instants, read on each rental's clock", async () => {
  const client = await service.aClient(await service.anAccount());
  const stays = new Map<string, Json>();
  for (const timeZone of houses) {
    const times = { start_at: `${later(1)}T16:00:00Z`, end_at: `${later(4)}T11:00:00Z` };
    stays.set(timeZone, await aBooking(client, await priced(client, timeZone), { ...times, booked: true }));
  }
  const listed = async (parameters: Record<string, string>): Promise<unknown[]> => {
    const answer = await client.get(`/bookings?${new URLSearchParams(parameters)}`);
    const ids = recordsOf(answer, "bookings").map(({ id }) => id);
    expect(answer.headers.get("x-total-count"), JSON.stringify(parameters)).toBe(String(ids.length));
    return ids;
  };
  for (const [timeZone, stay] of stays) {
    const from = (clock: string, more = {}) => listed({ from: at(timeZone, 4, clock).sent, ...more });
    const until = (clock: string) => listed({ from: later(0), until: at(timeZone, 1, clock).sent });
    // At a zone's own offset zero, both are readings, for all houses.
    expect(await from("10:59"), timeZone).toContain(stay.id);
    expect(await from("10:59", { months: "1" }), timeZone).toContain(stay.id);
    expect(await from("11:00"), timeZone).not.toContain(stay.id);
    expect(await until("16:01"), timeZone).toContain(stay.id);
    expect(await until("16:00"), timeZone).not.toContain(stay.id);
  }
  // After Berlin's guests have left, those west of it are still there.
  const west = ["UTC", "America/New_York", "Pacific/Honolulu", "Etc/GMT+12"].map((timeZone) => stays.get(timeZone)?.id);
  expect(await listed({ from: at("Europe/Berlin", 4, "11:00").sent })).toEqual(west);
  expect(await listed({ from: later(4), until: later(4) })).toHaveLength(houses.length);
  expect(await listed({ from: later(0), until: "9999-12-31" })).toHaveLength(houses.length);
  expect(await listed({ from: `${later(4)}T11:00:00Z` })).toEqual([]);
});

test.each(houses)(
  "a special offer begins today at the earliest, on the calendar of a house in %s",
  async (timeZone) => {
    const client = await service.aClient(await service.anAccount({ time_zone: "Etc/GMT-14" }));
    const rental = await priced(client, timeZone);
    const offer = { name: { en: "Early" }, end_date: later(0), discount: 10 };
    const offering = async (start: number) =>
      client.post(`/rentals/${rental.id}/special_offers`, {
        special_offers: [{ ...offer, start_date: formatDay(start) }],
      });
    const today = dayOfInstant(localTime(timeZone, Date.now()));
    const [past, present] = [await offering(today - 1), await offering(today)];
    // At its midnight, the rental's calendar may turn meanwhile.
    const isSameDay = today === dayOfInstant(localTime(timeZone, Date.now()));
    expect([past.status, present.status], present.text).toEqual([422, isSameDay ? 201 : present.status]);
  },
);

test("a search by instants gives each rental the nights on its own clock", async () => {
  const client = await service.aClient(await service.anAccount());
  const [west, east] = [await priced(client, "Pacific/Honolulu"), await priced(client, "Asia/Tokyo")];
  // Four in the afternoon in Honolulu is noon or so of the next day in Tokyo.
  const days = { start_at: at("Pacific/Honolulu", 1, "16:00").sent, end_at: at("Pacific/Honolulu", 4, "08:00").sent };
  await aBooking(client, west, { start_at: later(4), end_at: later(5) });
  await aBooking(client, east, { start_at: later(1), end_at: later(2) });
  const search = async (more: Json = {}) =>
    recordsOf(await client.get(`/rentals/search?${new URLSearchParams({ ...days, ...more })}`), "rentals");
  expect((await search()).map(({ id, initial_price }) => [id, initial_price])).toEqual([
    [west.id, 300],
    [east.id, 300],
  ]);
  await aBooking(client, east, { start_at: later(4), end_at: later(5) });
  expect((await search()).map(({ id }) => id)).toEqual([west.id]);
  expect((await search({ sort: "price", include_not_available: "true" })).map(({ id }) => id)).toEqual([
    west.id,
    east.id,
  ]);
});

test("a rental whose time zone changes keeps its nights", async () => {
  const client = await service.aClient(await service.anAccount());
  const rental = await priced(client, "America/Los_Angeles");
  const days = {
    start_at: at("America/Los_Angeles", 1, "17:00").sent,
    end_at: at("America/Los_Angeles", 4, "11:00").sent,
  };
  const stay = await aBooking(client, rental, { ...days, booked: true });
  await client.put(`/rentals/${rental.id}`, { rentals: [{ time_zone: "Asia/Tokyo" }] });
  expect(recordOf(await client.get(`/bookings/${stay.id}`), "bookings").start_at).toBe(stay.start_at);
  expect(await mapOf(client, rental, later(0), 5)).toBe("01110");
});

test.each([
  ["after the skipped hour of spring", "2027-03-28T01:30:00+00:30", "2027-03-28T03:00:00Z"],
  ["in the repeated hour of autumn, in summer time", "2027-10-31T01:30:00+01:30", "2027-10-31T02:00:00Z"],
  ["in the repeated hour of autumn, in winter time", "2027-10-31T01:30:00+00:30", "2027-10-31T02:00:00Z"],
])("an instant %s has the reading that its house shows", async (_, start_at, shown) => {
  const client = await service.aClient(await service.anAccount());
  const stay = await aBooking(client, await priced(client, "Europe/Berlin"), { start_at, end_at: "2027-11-05" });
  expect(stay.start_at).toBe(shown);
});
