import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatDay, parseDay } from "../../src/core/day.ts";
import { touristFeeKinds, touristTaxKinds } from "../../src/core/pricing/tourist-tax-kinds.ts";
import type { Revenue } from "../../src/modules/money/reports/report-query.ts";
import { feeKinds } from "../../src/modules/pricing/fees/fee-kinds.ts";
import { taxKinds } from "../../src/modules/pricing/taxes/tax.ts";
import { type Json, recordOf } from "../harness/client.ts";
import { aBooking, aFee, aRental } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { type NaiveBooking, upTo } from "./naive-report.ts";
import { store } from "./store-booking.ts";

/** Pick-up and tourist taxes, compared with computations that walk night by night. */
const service = useSharedService();
const day = (text: string) => parseDay(text) ?? Number.NaN;

interface MadeBooking extends NaiveBooking {
  readonly made: number;
}

/** The rows as a walk over every night of every booking gives them. */
function naiveRows(bookings: readonly MadeBooking[], from: number, after: number, revenue: Revenue): Json[] {
  const rows = new Map<string, { bookings: Set<MadeBooking>; nights: number; revenue: number; earning: number }>();
  for (const booking of bookings.filter(({ state }) => state === "booked"))
    for (let night = Math.max(from, booking.arrival); night < Math.min(after, booking.departure); night++) {
      // 1 January 1970 was a Thursday.
      const monday = booking.made - ((booking.made + 3) % 7);
      const key = [formatDay(night).slice(0, 7), formatDay(monday), booking.currency].join(" ");
      const row = rows.get(key) ?? { bookings: new Set(), nights: 0, revenue: 0, earning: 0 };
      rows.set(key, row);
      row.bookings.add(booking);
      row.nights++;
      const before = night - booking.arrival;
      row.revenue += upTo(booking, before + 1, revenue) - upTo(booking, before, revenue);
      if (booking.price !== null) row.earning++;
    }
  return [...rows].sort().map(([key, row]) => {
    const [month, week, currency] = key.split(" ");
    const rate = row.earning === 0 ? null : Math.floor((row.revenue / row.earning) * 2 + 1) >> 1;
    const average = rate === null ? null : Number((rate / 100).toFixed(2));
    return {
      month,
      week,
      currency,
      bookings: row.bookings.size,
      nights: row.nights,
      revenue: row.revenue / 100,
      average,
    };
  });
}

// At every hour, one of these zones has another date than UTC.
test.each(["Pacific/Kiritimati", "Pacific/Pago_Pago"])(
  "the last day of booking defaults to today in %s",
  async (time_zone) => {
    const client = await service.aClient(await service.anAccount({ time_zone }));
    const today = () =>
      new Intl.DateTimeFormat("sv-SE", { timeZone: time_zone, dateStyle: "short" }).format(Date.now());
    const before = today();
    const report = recordOf(await client.get("/pick_up_reports?from=2090-05-01&to=2090-06-30"), "pick_up_reports");
    expect([before, today()]).toContain(report.booked_to);
  },
);

test("the pick-up matches a walk over every night, for rental revenue and totals", async () => {
  const account = await service.anAccount();
  const client = await service.aClient(account);
  const rental = Number((await aRental(client)).id);
  const first = day("2027-05-20");
  const stays = fc.array(
    fc.record({
      gap: fc.integer({ min: 0, max: 9 }),
      length: fc.integer({ min: 1, max: 35 }),
      state: fc.constantFrom("booked", "booked", "canceled", "unavailable", "tentative"),
      price: fc.option(fc.integer({ min: 0, max: 300_000 }), { freq: 5 }),
      made: fc.integer({ min: day("2026-09-01"), max: day("2026-11-20") }),
    }),
    { maxLength: 8 },
  );
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(stays, async (list) => {
      let arrival = first;
      const bookings = list.map(({ gap, length, price, ...stay }): MadeBooking => {
        const start = arrival + gap;
        arrival = start + length;
        const part = Math.floor((price ?? 0) / 5);
        return {
          ...{ ...stay, rental, channel: null, currency: "EUR", arrival: start, departure: arrival, price, paid: 0 },
          ...{ extras: part, taxes: part },
        };
      });
      await service.sql("delete from bookings_taxes where account_id = $1", [account]);
      await service.sql("delete from bookings where account_id = $1", [account]);
      for (const booking of bookings) await store(service, account, booking, `${formatDay(booking.made)}T23:30:00Z`);
      for (const revenue of ["rental", "total"] as const) {
        const days = "from=2027-06-01&to=2027-07-31&booked_from=2026-09-01&booked_to=2026-11-20";
        const report = recordOf(await client.get(`/pick_up_reports?${days}&revenue=${revenue}`), "pick_up_reports");
        const rows = [report.rows].flat().map((row) => {
          const { average_daily_rate: rate, revenue: earned, ...rest } = Object(row);
          return { ...rest, revenue: Number(earned), average: rate === null ? null : Number(rate) };
        });
        expect(rows).toEqual(naiveRows(bookings, day("2027-06-01"), day("2027-08-01"), revenue));
        compared += rows.length;
      }
    }),
    { numRuns: 25 },
  );
  expect(compared).toBeGreaterThan(40);
});

describe("a pick-up report", () => {
  test("covers the last thirteen weeks, names its days and comes as a file with a byte order mark", async () => {
    const client = await service.aClient(await service.anAccount());
    const rental = await aRental(client, { currency: "EUR" });
    const times = { start_at: "2090-05-30T16:00:00Z", end_at: "2090-06-02T10:00:00Z" };
    await aBooking(client, rental, {
      ...times,
      booked: true,
      initial_price: "300",
      bookings_fees: [],
      bookings_taxes: [],
    });
    const path = "/pick_up_reports?from=2090-05-01&to=2090-06-30";
    const report = recordOf(await client.get(path), "pick_up_reports");
    expect(report).toMatchObject({ from: "2090-05-01", to: "2090-06-30", revenue: "rental" });
    expect(day(String(report.booked_to)) - day(String(report.booked_from))).toBe(90);
    expect([report.rows].flat()).toMatchObject([
      { month: "2090-05", currency: "EUR", bookings: 1, nights: 2, revenue: "200.0", average_daily_rate: "100.0" },
      { month: "2090-06", currency: "EUR", bookings: 1, nights: 1, revenue: "100.0", average_daily_rate: "100.0" },
    ]);
    const file = await client.get(`${path}&format=csv_with_bom`);
    expect(file.text.startsWith("\ufeff")).toBe(true);
    expect(file.text.split("\r\n")).toHaveLength(4);
  });

  test.each([
    ["booked_from=2026-02-01&booked_to=2026-01-01", "booked_to must not be before booked_from"],
    ["booked_from=2020-01-01&booked_to=2026-01-01", "at most 400 days apart"],
    [
      "by=month",
      "Unknown parameter by. Known parameters: from, to, revenue, booked_from, booked_to, rental_id, format.",
    ],
    ["revenue=gross", "revenue must be one of: rental, total"],
  ])("refuses %s", async (query, message) => {
    const client = await service.aClient(await service.anAccount());
    const answer = await client.get(`/pick_up_reports?from=2090-05-01&to=2090-06-30&${query}`);
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(message)]);
  });
});

test("the kinds of tourist taxes are kinds of fees and taxes", () => {
  expect(feeKinds).toEqual(expect.arrayContaining([...touristFeeKinds]));
  expect(taxKinds).toEqual(expect.arrayContaining([...touristTaxKinds]));
});

test("tourist taxes are summed by municipality and month of arrival", async () => {
  const account = await service.anAccount();
  const client = await service.aClient(account);
  const rentals = await Promise.all(
    ["Lindau", "Lindau", "Wasserburg"].map((city) => aRental(client, { city, currency: "EUR" })),
  );
  await aFee(client, { kind: "cleaning", name: "Cleaning" });
  const expected = new Map<string, Json>();
  const stays: [number, string, number, number, number, string][] = [
    [0, "2027-05-30", 4, 2, 1, "24.00"],
    [1, "2027-05-02", 3, 1, 0, "9.00"],
    [0, "2027-06-10", 7, 2, 0, "42.00"],
    [2, "2027-06-01", 2, 4, 2, "24.00"],
  ];
  for (const [index, start, nights, adults, children, tax] of stays) {
    const rental = rentals[index] ?? {};
    const times = { start_at: start, end_at: formatDay(day(start) + nights) };
    const fees = [
      { name: "Tax", kind: "city_tax", price: String(Number(tax) / (nights * adults)), times_booked: nights * adults },
      { name: "Cleaning", kind: "cleaning", price: "50", times_booked: 1 },
    ];
    const stay = {
      ...times,
      adults,
      children,
      booked: true,
      initial_price: "500",
      bookings_fees: fees,
      bookings_taxes: [],
    };
    await aBooking(client, rental, stay);
    const key = `${index === 2 ? "Wasserburg" : "Lindau"} ${start.slice(0, 7)}`;
    const row = expected.get(key) ?? { stays: 0, nights: 0, adults: 0, children: 0, adult_nights: 0, amount: 0 };
    expected.set(key, {
      stays: Number(row.stays) + 1,
      nights: Number(row.nights) + nights,
      adults: Number(row.adults) + adults,
      children: Number(row.children) + children,
      adult_nights: Number(row.adult_nights) + adults * nights,
      amount: Number(row.amount) + Number(tax),
    });
  }
  // Neither a stay without the tax nor a canceled one counts.
  const plain = { booked: true, initial_price: "500", bookings_fees: [], bookings_taxes: [] };
  await aBooking(client, rentals[1] ?? {}, { start_at: "2027-06-01", end_at: "2027-06-05", ...plain });
  const taxed = { ...plain, bookings_fees: [{ name: "Tax", kind: "city_tax", price: "3", times_booked: 4 }] };
  const canceled = await aBooking(client, rentals[1] ?? {}, { start_at: "2027-06-10", end_at: "2027-06-12", ...taxed });
  await client.delete(`/bookings/${canceled.id}`);
  const path = "/tourist_tax_reports?from=2027-05-01&to=2027-06-30";
  const report = recordOf(await client.get(path), "tourist_tax_reports");
  const rows = [report.rows].flat().map((row) => {
    const { municipality, month, currency, amount, ...counts } = Object(row);
    return [`${municipality} ${month}`, { ...counts, amount: Number(amount) }, currency];
  });
  expect(rows).toEqual([...expected].sort().map(([key, row]) => [key, row, "EUR"]));
  const file = await client.get(`${path}&format=csv`);
  expect(file.text.split("\r\n")[1]).toBe('"Lindau","2027-05","EUR",2,7,3,1,11,33.0');
});

test("rental revenue leaves out a fee per night, and a total counts it", async () => {
  const client = await service.aClient(await service.anAccount());
  const rental = await aRental(client, { base_rate: "100", base_rate_kind: "nightly", currency: "EUR" });
  const fee = await aFee(client, { kind: "city_tax", rate: "9.00", rate_kind: "fixed_per_night", currency: "EUR" });
  const attached = { fee_id: fee.id, status: "required", always_applied: true };
  await client.post(`/rentals/${rental.id}/rentals_fees`, { rentals_fees: [attached] });
  const stay = await aBooking(client, rental, {
    start_at: "2027-07-01",
    end_at: "2027-07-07",
    adults: 2,
    booked: true,
  });
  expect(stay).toMatchObject({ initial_price: "600.0", final_price: "654.0" });
  const figures = async (query: string) => {
    const path = `/reports?from=2027-07-01&to=2027-07-31&by=rental&rental_id=${rental.id}${query}`;
    return recordOf(await client.get(path), "reports");
  };
  expect(await figures("")).toMatchObject({
    revenue: "rental",
    total: { money: [{ revenue: "600.0", average_daily_rate: "100.0", revenue_per_available_night: "19.35" }] },
  });
  expect(await figures("&revenue=total")).toMatchObject({
    revenue: "total",
    total: { money: [{ revenue: "654.0", average_daily_rate: "109.0", revenue_per_available_night: "21.1" }] },
  });
});
