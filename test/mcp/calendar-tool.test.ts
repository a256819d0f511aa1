import { beforeAll, expect, test } from "vitest";
import { formatDay, parseDay } from "../../src/core/day.ts";
import { type ApiClient, type Json, recordOf } from "../harness/client.ts";
import { aBooking, aRental } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { aPeriod, aRatesTable, aRule, aSeason, changed } from "../rates/factories.ts";
import { anAgent, aToken, errorIn, objectIn, type WireAgent } from "./fixture.ts";

/** `calendar` shows the API's maps night by night, with booking references (agent.md). */
const service = useSharedService();

let client: ApiClient;
let agent: WireAgent;
let villa: Json;
let cottage: Json;
let today: number;

/** The day that many days after the tests started. */
const ahead = (days: number) => formatDay(today + days);
const stay = (from: number, to: number, more: Json = {}) =>
  aBooking(client, villa, { start_at: `${ahead(from)}T16:00:00Z`, end_at: `${ahead(to)}T10:00:00Z`, ...more });

beforeAll(async () => {
  const account = await service.anAccount();
  client = await service.aClient(account);
  agent = await anAgent(service, await aToken(service, [account]));
  const [row] = await service.sql("select to_char(now() at time zone 'UTC', 'YYYY-MM-DD') as day");
  today = parseDay(String(row?.day)) ?? 0;
  villa = await aRental(client, { name: "Villa", base_rate: "100", base_rate_kind: "nightly" });
  cottage = await aRental(client, { name: "Cottage" });
  const table = await aRatesTable(client);
  const season = await aSeason(client, table, { ratio_percentage: "150", minimum_stay: 3 });
  await aPeriod(client, season, 20, 25);
  await aRule(client, table, { kind: "departure_only", variables: { days: [(today + 22 + 4) % 7] }, percentage: null });
  await changed(client, `/rentals/${villa.id}`, "rentals", { rates_table_id: table.id });
  await stay(10, 13, { booked: true });
  await stay(13, 14, { unavailable: true });
  const canceled = await stay(30, 31, { booked: true });
  await client.delete(`/bookings/${canceled.id}`);
});

const calendar = async (args: Json, reader = agent) => {
  const content = await reader.content("calendar", args);
  const rentals = [content.rentals].flat().map(objectIn);
  return { rentals, nights: rentals.map(({ nights }) => [nights].flat().map(objectIn)), meta: objectIn(content.meta) };
};

test("combines the availability, rate and change-over maps with the booking for each night", async () => {
  const asked = { rental_ids: [villa.id], from: ahead(2), to: ahead(40) };
  const [nights = []] = (await calendar(asked)).nights;
  expect(nights.map(({ night }) => night)).toEqual(Array.from({ length: 39 }, (_, index) => ahead(2 + index)));
  const of = async (root: string, query = "") => recordOf(await client.get(`/${root}/${villa.id}${query}`), root);
  const free = await of("availabilities", `?from=${ahead(2)}`);
  const rates = await of("nightly_rate_maps");
  const changes = await of("change_overs");
  const at = (map: unknown, start: unknown, night: unknown) => {
    const values = String(map).includes(",") ? String(map).split(",") : [...String(map)];
    return values[(parseDay(String(night)) ?? 0) - (parseDay(String(start)) ?? 0)];
  };
  const states: Record<string, string> = { 0: "free", 1: "booked", 2: "tentative", 3: "unavailable" };
  for (const { night, booking: _, ...told } of nights) {
    const change = at(changes.map, changes.start_date, night) ?? "";
    expect(told, String(night)).toEqual({
      state: states[at(free.map, free.start_date, night) ?? ""],
      price: at(rates.rates_map, rates.start_date, night),
      minimum_stay: Number(at(rates.minimum_stays_map, rates.start_date, night)),
      ...("CI".includes(change) ? {} : { arrival: false }),
      ...("CO".includes(change) ? {} : { departure: false }),
    });
  }
  const on = (days: number) => nights.find(({ night }) => night === ahead(days));
  const [booked] = (await agent.list("bookings", { filter: { status: "booked" } })).map(({ reference }) => reference);
  expect(on(9)).toMatchObject({ state: "free", price: "100", minimum_stay: 1 });
  for (const days of [10, 11, 12]) expect(on(days)).toMatchObject({ state: "booked", booking: booked, arrival: false });
  expect(on(13)).toMatchObject({ state: "unavailable", booking: expect.not.stringMatching(String(booked)) });
  expect(on(20)).toMatchObject({ price: "150", minimum_stay: 3 });
  expect([on(22)?.departure, on(23)?.departure]).toEqual([undefined, false]);
  expect(on(30)).toMatchObject({ state: "free" });
  expect(on(30)).not.toHaveProperty("booking");
});

test("covers all rentals by default, with null for missing prices and unknown past nights", async () => {
  const { rentals, nights } = await calendar({ from: ahead(3), to: ahead(4) });
  expect(rentals.map(({ id, name, currency }) => [id, name, currency])).toEqual([
    [villa.id, "Villa", "EUR"],
    [cottage.id, "Cottage", "EUR"],
  ]);
  expect(nights[1]).toEqual(
    [3, 4].map((days) => ({
      ...{ night: ahead(days), state: "free", price: null, minimum_stay: 1 },
    })),
  );
  const [past] = (await calendar({ rental_ids: [villa.id], from: "2019-01-01", to: "2019-01-01" })).nights;
  expect(past).toEqual([{ night: "2019-01-01", state: "free", price: null, minimum_stay: null }]);
  const { nights: month } = await calendar({ rental_ids: [villa.id] });
  expect(month[0]?.length).toBeGreaterThanOrEqual(28);
});

test("pages by a short answer's length until each night of each rental was listed once", async () => {
  const account = await service.anAccount();
  const theirs = await service.aClient(account);
  const reader = await anAgent(service, await aToken(service, [account]));
  const three = [await aRental(theirs), await aRental(theirs), await aRental(theirs)];
  for (const [from, to] of [
    [2, 130],
    [2, 51],
    [2, 20],
  ] as const) {
    const seen: unknown[] = [];
    let args: Json = { from: ahead(from), to: ahead(to) };
    do {
      const { rentals, nights, meta } = await calendar(args, reader);
      seen.push(
        ...rentals.flatMap(({ id }, index) =>
          (nights[index] ?? []).map(({ night }) => `${String(id)} ${String(night)}`),
        ),
      );
      expect(JSON.stringify(rentals).length).toBeLessThan(7800);
      args = { ...args, cursor: meta.cursor };
    } while (args.cursor !== undefined);
    const expected = three.flatMap(({ id }) =>
      Array.from({ length: to - from + 1 }, (_, index) => `${String(id)} ${ahead(from + index)}`),
    );
    expect(seen).toEqual(expected);
  }
});

test("refuses each invalid argument by name", async () => {
  const wrong: [Json, RegExp][] = [
    [{ from: "soon" }, /from must be a date/],
    [{ from: ahead(3), to: ahead(2) }, /to must not be before from/],
    [{ from: "1969-12-31" }, /from and to must be between 1970-01-01 and \d{4}-\d\d-\d\d, where the calendar ends/],
    [{ to: ahead(1200) }, /where the calendar ends/],
    [{ rental_ids: [villa.id, 999_999] }, /rentals not found in this account: 999999\./],
    [{ rental_ids: "x" }, /rental_ids must be an array/],
    [{ cursor: "1.2.00000000" }, /cursor must be/],
    [{ rental_id: villa.id }, /unknown argument rental_id\. Known arguments: rental_ids, from, to, cursor, account_id/],
  ];
  for (const [args, words] of wrong) {
    const { code, message } = errorIn(await agent.call("calendar", args));
    expect([code, message], JSON.stringify(args)).toEqual([-32602, expect.stringMatching(words)]);
  }
});
