import { beforeAll, expect, test } from "vitest";
import type { Json } from "../harness/client.ts";
import { aBooking, aRental, aSource } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { anAgent, aToken, errorIn, objectIn, type WireAgent } from "./fixture.ts";

/** `report` gives agents the figures from src/reports. test/reports checks them against a naive computation. */
const service = useSharedService();

let agent: WireAgent;
let villa: Json;
let source: Json;
let account: number;

beforeAll(async () => {
  account = await service.anAccount();
  const client = await service.aClient(account);
  agent = await anAgent(service, await aToken(service, [account]));
  villa = await aRental(client, { name: "Villa" });
  await aRental(client, { name: "Cottage" });
  source = await aSource(client, { name: "Letters" });
  const stay = (start: string, end: string, more: Json) =>
    aBooking(client, villa, { start_at: `${start}T16:00:00Z`, end_at: `${end}T10:00:00Z`, booked: true, ...more });
  await stay("2090-01-30", "2090-02-02", { final_price: "300.01", source_id: source.id });
  await stay("2090-02-10", "2090-02-15", { final_price: "600" });
  await stay("2090-02-20", "2090-02-21", {});
  await stay("2090-02-22", "2090-02-24", { booked: false, unavailable: true });
});

const february = { from: "2090-02-01", to: "2090-02-28" };

test("reports occupancy, nights, revenue, average and money due, with definitions", async () => {
  const content = await agent.content("report", february);
  expect(content).toMatchObject({ period: { ...february, nights: 28 }, by: "rental" });
  const money = { currency: "EUR", revenue: "700.0", average_daily_rate: "116.67", money_due: "600.0" };
  const villaRow = {
    ...{ stays: 2, nights: 7, nights_open: 26, occupancy: 26.9, nights_without_price: 1 },
    money: [{ ...money, revenue_per_available_night: "26.92" }],
  };
  expect(content.rows).toEqual([
    { rental: { id: villa.id, name: "Villa" }, ...villaRow },
    {
      rental: { id: expect.any(Number), name: "Cottage" },
      stays: 0,
      nights: 0,
      nights_open: 28,
      occupancy: 0,
      money: [],
    },
  ]);
  expect(content.total).toEqual({
    ...{ ...villaRow, nights_open: 54, occupancy: 13 },
    money: [{ ...money, revenue_per_available_night: "12.96" }],
  });
  expect(content.revenue).toBe("rental");
  const { definitions, total_count: total } = objectIn(content.meta);
  expect(total).toBe(2);
  expect(Object.keys(objectIn(definitions))).toEqual([
    ...["stays", "nights", "nights_open", "occupancy", "average_daily_rate", "revenue_per_available_night"],
    ...["money_due", "revenue"],
  ]);
  expect(objectIn(definitions).money_due).toContain("final price minus payments");
});

test("reports by channel, by month and for some rentals", async () => {
  const { rows: channels } = await agent.content("report", { ...february, by: "channel" });
  expect([channels].flat().map((row) => [objectIn(row).channel, objectIn(row).nights])).toEqual([
    [{ id: source.id, name: "Letters" }, 1],
    [null, 6],
  ]);
  const { rows: months } = await agent.content("report", { from: "2090-01-01", to: "2090-02-28", by: "month" });
  expect([months].flat().map((row) => [objectIn(row).month, objectIn(row).nights])).toEqual([
    ["2090-01", 2],
    ["2090-02", 7],
  ]);
  const { rows: some } = await agent.content("report", { ...february, rental_ids: [villa.id] });
  expect([some].flat()).toHaveLength(1);
});

test("reports the pick-up and the tourist tax, with their definitions", async () => {
  const pickUp = await agent.content("report", { from: "2090-01-01", to: "2090-02-28", about: "pick_up" });
  const rows = [pickUp.rows].flat().map(objectIn);
  expect(rows.map(({ month, bookings, nights, revenue }) => [month, bookings, nights, revenue])).toEqual([
    ["2090-01", 1, 2, "200.01"],
    ["2090-02", 3, 7, "700.0"],
  ]);
  expect(pickUp).toMatchObject({ about: "pick_up", revenue: "rental", meta: { total_count: 2 } });
  const ofFebruary = await agent.content("report", { ...february, about: "tourist_tax" });
  expect(ofFebruary).toMatchObject({ about: "tourist_tax", rows: [] });
  expect(objectIn(objectIn(ofFebruary.meta).definitions).adult_nights).toContain("adults multiplied by the nights");
});

test("pages by forty rows", async () => {
  const other = await service.anAccount();
  await service.sql(
    "insert into rentals (account_id, name) select $1, 'Rental ' || n from generate_series(1, 45) as n",
    [other],
  );
  const reader = await anAgent(service, await aToken(service, [other]));
  const first = await reader.content("report", february);
  const { cursor, total_count: total } = objectIn(first.meta);
  const second = await reader.content("report", { ...february, cursor });
  expect([total, [first.rows].flat().length, [second.rows].flat().length]).toEqual([45, 40, 5]);
  expect(objectIn(second.meta)).not.toHaveProperty("cursor");
  expect(second.total).toEqual(first.total);
});

test("refuses each invalid argument by name", async () => {
  const wrong: [Json, RegExp][] = [
    [{}, /from is required/],
    [{ from: "2090-02-01" }, /to is required/],
    [{ from: "2090-02-02", to: "2090-02-01" }, /to must not be before from/],
    [{ from: "2050-01-01", to: "2090-02-01" }, /at most 3660 nights/],
    [{ from: "1900-01-01", to: "1900-02-01" }, /must be between 1970-01-01 and 2199-12-31/],
    [{ ...february, by: "week" }, /by must be one of: rental, channel, month/],
    [{ ...february, rental_ids: [999_999] }, /rentals not found in this account: 999999\./],
    [{ ...february, cursor: "x" }, /cursor must be/],
    [
      { ...february, year: 2090 },
      /unknown argument year\. Known arguments: from, to, about, by, revenue, revenue_on, made_until, booked_from, booked_to, rental_ids, cursor, account_id/,
    ],
  ];
  for (const [args, words] of wrong) {
    const { code, message } = errorIn(await agent.call("report", args));
    expect([code, message], JSON.stringify(args)).toEqual([-32602, expect.stringMatching(words)]);
  }
});
