import { expect, test } from "vitest";
import { parseDay } from "../../src/core/day.ts";
import { readReport } from "../../src/modules/money/reports/report.ts";
import type { RevenueDate } from "../../src/modules/money/reports/report-query.ts";
import { aBooking, aRental } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";

/** The days of reports are those of the house (bookings.md, The rental's clock). */
const service = useSharedService();

const zones = [
  "Pacific/Kiritimati",
  "Pacific/Auckland",
  "Europe/Berlin",
  "UTC",
  "America/New_York",
  "Pacific/Honolulu",
] as const;

/** Around midnight of some house: on a usual day, at both changes of summer time in Berlin and New York, and on leap day. */
const instants = [
  ...["2026-03-10T09:30:00Z", "2026-03-10T10:30:00Z", "2026-03-10T11:30:00Z"],
  ...[
    "2026-03-28T23:30:00Z",
    "2026-03-29T21:30:00Z",
    "2026-03-29T22:30:00Z",
    "2026-10-24T22:30:00Z",
    "2026-10-25T22:30:00Z",
  ],
  ...["2026-03-08T04:30:00Z", "2026-03-09T03:30:00Z", "2026-11-01T03:30:00Z", "2026-11-02T04:30:00Z"],
  ...["2028-02-29T04:30:00Z", "2028-02-29T09:30:00Z", "2028-02-29T10:30:00Z", "2028-02-29T23:30:00Z"],
];

/** The date that a zone's calendar shows. */
const dateIn = (timeZone: string, instant: string): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(new Date(instant));

test.each(zones)("a booking is made, and canceled, on the day that a calendar in %s shows", async (time_zone) => {
  const account = await service.anAccount();
  const client = await service.aClient(account);
  const rental = await aRental(client, { time_zone });
  const stay = await aBooking(client, rental, { start_at: "2030-05-03", end_at: "2030-05-06", final_price: "300" });
  const figures = async (choices: { revenueOn?: RevenueDate; madeUntil?: number }, from: number, last: number) => {
    const query = { by: "rental", from, after: last + 1, rentals: undefined, ...choices } as const;
    const { total } = await service.database
      .within([account])
      .transaction((transaction) => readReport(transaction, [account], query), "read");
    return { stays: total.stays, revenue: total.money[0]?.revenue ?? 0 };
  };
  const [first, last] = [parseDay("2030-05-01") ?? 0, parseDay("2030-05-31") ?? 0];
  for (const instant of instants) {
    const day = parseDay(dateIn(time_zone, instant)) ?? 0;
    const made = async (madeUntil: number) => (await figures({ madeUntil }, first, last)).stays;
    const earned = async (on: number) => (await figures({ revenueOn: "booking" }, on, on)).revenue;
    await service.sql("update bookings set created_at = $2, canceled_at = null where id = $1", [stay.id, instant]);
    expect([await made(day - 1), await made(day)], instant).toEqual([0, 1]);
    expect([await earned(day - 1), await earned(day), await earned(day + 1)], instant).toEqual([0, 30_000, 0]);
    await service.sql("update bookings set created_at = '2026-01-01', canceled_at = $2 where id = $1", [
      stay.id,
      instant,
    ]);
    expect([await made(day - 1), await made(day)], instant).toEqual([1, 0]);
  }
});
