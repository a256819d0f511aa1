import * as fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { parseDay } from "../../src/core/day.ts";
import { type Report, readReport } from "../../src/modules/money/reports/report.ts";
import { type Division, divisions } from "../../src/modules/money/reports/report-query.ts";
import type { Json } from "../harness/client.ts";
import { aRental, aSource } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { type NaiveBooking, type NaiveFixture, naiveReport } from "./naive-report.ts";
import { store } from "./store-booking.ts";

/** A report's figures, compared with a computation that walks night by night. */
const service = useSharedService();

const day = (text: string) => parseDay(text) ?? Number.NaN;
const inMoment = (work: (accounts: number[]) => Parameters<typeof readReport>[2], account: number): Promise<Report> =>
  service.database
    .within([account])
    .transaction((transaction) => readReport(transaction, [account], work([account])), "read");
const reportOf = (account: number, from: string, last: string, by: Division, rentals?: number[]): Promise<Report> =>
  inMoment(() => ({ from: day(from), after: day(last) + 1, by, rentals }), account);

/** An account with rentals, channels and an application. */
async function anAccountWith(rentals: number, channels: number) {
  const account = await service.anAccount();
  const client = await service.aClient(account);
  const made: Json[] = [];
  for (let count = 0; count < rentals; count++) made.push(await aRental(client, { name: `Rental ${count}` }));
  const sources: Json[] = [];
  for (let count = 0; count < channels; count++) sources.push(await aSource(client, { name: `Channel ${count}` }));
  return { account, rentals: made.map(({ id }) => Number(id)), channels: sources.map(({ id }) => Number(id)) };
}

describe("one stay of 10 nights at 100.00, from 28 January to 7 February", () => {
  let account: number;
  let rental: number;
  let channel: number;
  beforeAll(async () => {
    const made = await anAccountWith(2, 1);
    account = made.account;
    [rental = 0] = made.rentals;
    [channel = 0] = made.channels;
    await store(service, account, {
      ...{ rental, channel, arrival: day("2027-01-28"), departure: day("2027-02-07"), state: "booked" },
      ...{ currency: "EUR", price: 10_001, paid: 2_000, extras: 0, taxes: 0 },
    });
  });

  test("splits the revenue of one stay into 40.00 in January and 60.01 in February", async () => {
    const { rows, total } = await reportOf(account, "2027-01-01", "2027-02-28", "month");
    expect(rows).toEqual([
      {
        ...{ id: null, name: "2027-01", stays: 1, nights: 4, nightsOpen: 62, nightsWithoutPrice: 0 },
        money: [{ currency: "EUR", revenue: 4000, averageDailyRate: 1000, perOpenNight: 65, moneyDue: 8001 }],
      },
      {
        ...{ id: null, name: "2027-02", stays: 0, nights: 6, nightsOpen: 56, nightsWithoutPrice: 0 },
        money: [{ currency: "EUR", revenue: 6001, averageDailyRate: 1000, perOpenNight: 107, moneyDue: 0 }],
      },
    ]);
    expect(total).toEqual({
      ...{ stays: 1, nights: 10, nightsOpen: 118, nightsWithoutPrice: 0 },
      money: [{ currency: "EUR", revenue: 10_001, averageDailyRate: 1000, perOpenNight: 85, moneyDue: 8001 }],
    });
  });

  test("reports a stay under its rental and channel, and lists a rental without stays", async () => {
    const byRental = await reportOf(account, "2027-02-01", "2027-02-28", "rental");
    expect(byRental.rows.map(({ id, name, nights, nightsOpen }) => [id, name, nights, nightsOpen])).toEqual([
      [rental, "Rental 0", 6, 28],
      [expect.any(Number), "Rental 1", 0, 28],
    ]);
    const byChannel = await reportOf(account, "2027-02-01", "2027-02-28", "channel");
    expect(byChannel.rows.map(({ id, name, nights, nightsOpen }) => [id, name, nights, nightsOpen])).toEqual([
      [channel, "Channel 0", 6, 56],
    ]);
    expect((await reportOf(account, "2027-03-01", "2027-03-31", "channel")).rows).toEqual([]);
    expect((await reportOf(account, "2027-02-01", "2027-02-28", "rental", [rental])).total.nightsOpen).toBe(28);
  });

  test("hides stays from other accounts' reports", async () => {
    const other = (await anAccountWith(1, 1)).account;
    const { rows, total } = await reportOf(other, "2027-01-01", "2027-02-28", "rental");
    expect([rows.length, total.nights, total.money]).toEqual([1, 0, []]);
    expect((await reportOf(other, "2027-01-01", "2027-02-28", "rental", [rental])).total.nightsOpen).toBe(0);
    // Row-level security: query the account from the scope of another one.
    const hidden = await service.database.within([other]).transaction((transaction) =>
      readReport(transaction, [account], {
        from: day("2027-01-01"),
        after: day("2027-03-01"),
        by: "rental",
        rentals: undefined,
      }),
    );
    expect(hidden.rows).toEqual([]);
  });
});

test("counts a deleted rental's nights up to the day of its deletion", async () => {
  const { account, rentals } = await anAccountWith(1, 0);
  const [rental = 0] = rentals;
  await store(service, account, {
    ...{ rental, channel: null, arrival: day("2021-01-10"), departure: day("2021-01-12"), state: "booked" },
    ...{ currency: "EUR", price: 300_00, paid: 0, extras: 0, taxes: 0 },
  });
  await service.sql("update rentals set deleted_at = '2021-01-21T23:00:00Z' where id = $1", [rental]);
  const { rows } = await reportOf(account, "2021-01-01", "2021-01-31", "rental");
  expect(rows).toMatchObject([{ id: rental, nights: 2, nightsOpen: 20, money: [{ revenue: 300_00 }] }]);
  expect((await reportOf(account, "2021-02-01", "2021-02-28", "rental")).rows).toEqual([]);
});

describe("random bookings", () => {
  const first = day("2026-12-20");
  const nights = 75;

  test("matches the naive report for random bookings, with equal totals in every grouping", async () => {
    const { account, rentals, channels } = await anAccountWith(3, 2);
    const gaps = fc.record({
      gap: fc.integer({ min: 0, max: 6 }),
      length: fc.integer({ min: 1, max: 40 }),
      state: fc.constantFrom("booked", "booked", "booked", "unavailable", "tentative", "canceled", "expired"),
      channel: fc.constantFrom(null, ...channels),
      currency: fc.constantFrom("EUR", "EUR", "JPY", "USD"),
      price: fc.option(fc.integer({ min: 0, max: 500_000 }), { freq: 5 }),
      extras: fc.integer({ min: 0, max: 40_000 }),
      taxes: fc.integer({ min: 0, max: 40_000 }),
      paid: fc.integer({ min: 0, max: 100_000 }),
    });
    const calendars = fc.tuple(...rentals.map(() => fc.array(gaps, { maxLength: 8 })));
    const period = fc
      .tuple(fc.nat(nights - 1), fc.nat(nights - 1))
      .map(([a, b]) => [Math.min(a, b), Math.max(a, b) + 1] as const);
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(
        calendars,
        period,
        fc.subarray(rentals, { minLength: 1 }),
        async (calendar, [from, after], some) => {
          const bookings = calendar.flatMap((list, index) => {
            let arrival = first;
            return list.map(({ gap, length, price, extras, taxes, paid, ...booking }): NaiveBooking => {
              const start = arrival + gap;
              arrival = start + length;
              const unit = booking.currency === "JPY" ? 100 : 1;
              const whole = price === null ? null : Math.floor(price / unit) * unit;
              return {
                ...booking,
                rental: rentals[index] ?? 0,
                arrival: start,
                departure: arrival,
                price: whole,
                // Never more than the price, so that a naive quotient is not negative.
                extras: Math.min(Math.floor(extras / unit) * unit, Math.floor((whole ?? 0) / 2 / unit) * unit),
                taxes: Math.min(Math.floor(taxes / unit) * unit, Math.floor((whole ?? 0) / 3 / unit) * unit),
                paid: Math.floor(paid / unit) * unit,
              };
            });
          });
          await service.sql("delete from bookings_taxes where account_id = $1", [account]);
          await service.sql("delete from bookings where account_id = $1", [account]);
          for (const booking of bookings) await store(service, account, booking);
          for (const asked of [undefined, some]) {
            const fixture: NaiveFixture = { rentals: asked ?? rentals, bookings };
            for (const by of divisions) {
              const revenue = by === "channel" ? "total" : "rental";
              const query = { from: first + from, after: first + after, by, revenue } as const;
              const report = await inMoment(() => ({ ...query, rentals: asked }), account);
              expect(report).toEqual(naiveReport(fixture, query, report));
              compared++;
            }
          }
        },
      ),
      { numRuns: 30 },
    );
    expect(compared).toBe(180);
  });
});
