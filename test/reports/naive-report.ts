import { formatDay } from "../../src/core/day.ts";
import type { Figures, Report, ReportRow } from "../../src/modules/money/reports/report.ts";
import type { Division, Revenue } from "../../src/modules/money/reports/report-query.ts";

/** A booking for the naive computation; epoch days, hundredths. */
export interface NaiveBooking {
  readonly rental: number;
  readonly channel: number | null;
  readonly arrival: number;
  readonly departure: number;
  readonly state: string;
  readonly currency: string;
  readonly price: number | null;
  /** The part of the price that is fees and taxes, on top of the rental's. */
  readonly extras: number;
  /** Taxes that the rental's price includes. */
  readonly taxes: number;
  readonly paid: number;
}

export interface NaiveFixture {
  readonly rentals: readonly number[];
  readonly bookings: readonly NaiveBooking[];
}

/** The revenue of a stay's first nights, rounded half up to the currency's minor unit. */
export function upTo(booking: NaiveBooking, nights: number, revenue: Revenue): number {
  const unit = booking.currency === "JPY" ? 100n : 1n;
  const length = BigInt(booking.departure - booking.arrival) * unit;
  const others = revenue === "rental" ? booking.extras + booking.taxes : 0;
  return Number(((BigInt((booking.price ?? 0) - others) * BigInt(nights) * 2n + length) / (length * 2n)) * unit);
}

/**
 * Computes the same report by walking over every night of every booking.
 * @param named the report that provides the rows' names
 */
export function naiveReport(
  fixture: NaiveFixture,
  {
    from,
    after,
    by,
    revenue,
  }: { readonly from: number; readonly after: number; readonly by: Division; readonly revenue: Revenue },
  named: Report,
): Report {
  const keyOf = (booking: NaiveBooking | undefined, rental: number | null, night: number): string => {
    if (by === "month") return formatDay(night).slice(0, 7);
    return String(by === "rental" ? rental : (booking?.channel ?? null));
  };
  const tables = new Map<string, Tally>();
  const total = new Tally();
  const both = (key: string): Tally[] => {
    const known = tables.get(key) ?? new Tally();
    tables.set(key, known);
    return [known, total];
  };
  for (let night = from; night < after; night++) {
    for (const rental of fixture.rentals) {
      const bookings = fixture.bookings.filter(
        (one) => one.rental === rental && one.arrival <= night && night < one.departure,
      );
      const isBlocked = bookings.some(({ state }) => state === "unavailable");
      if (!isBlocked) {
        if (by !== "channel") for (const tally of both(keyOf(undefined, rental, night))) tally.open++;
        else total.open++;
      } else if (by !== "channel") both(keyOf(undefined, rental, night));
      for (const booking of bookings.filter(({ state }) => state === "booked")) {
        for (const tally of both(keyOf(booking, rental, night))) tally.add(booking, night, revenue);
      }
    }
  }
  const rows = [...tables].map(([key, tally]): ReportRow => {
    const id = by === "month" || key === "null" ? null : Number(key);
    const name = by === "month" ? key : (named.rows.find((row) => row.id === id)?.name ?? null);
    return { id, name, ...tally.figures(by === "channel" ? total.open : tally.open) };
  });
  const order = (row: ReportRow): number => row.id ?? (by === "month" ? 0 : Number.POSITIVE_INFINITY);
  return { rows: rows.sort((a, b) => order(a) - order(b) || 0), total: total.figures(total.open) };
}

class Tally {
  open = 0;
  private stays = 0;
  private nights = 0;
  private readonly money = new Map<string, { revenue: number; priced: number; due: number }>();

  add(booking: NaiveBooking, night: number, revenue: Revenue): void {
    this.nights++;
    const money = this.money.get(booking.currency) ?? { revenue: 0, priced: 0, due: 0 };
    this.money.set(booking.currency, money);
    const before = night - booking.arrival;
    if (before === 0) this.stays++;
    if (booking.price === null) return;
    money.priced++;
    money.revenue += upTo(booking, before + 1, revenue) - upTo(booking, before, revenue);
    if (before === 0) money.due += booking.price - booking.paid;
  }

  figures(nightsOpen: number): Figures {
    const money = [...this.money].filter(([, { priced }]) => priced > 0).sort(([a], [b]) => (a < b ? -1 : 1));
    const priced = [...this.money.values()].reduce((sum, one) => sum + one.priced, 0);
    return {
      ...{ stays: this.stays, nights: this.nights, nightsOpen, nightsWithoutPrice: this.nights - priced },
      money: money.map(([currency, one]) => {
        const unit = currency === "JPY" ? 100 : 1;
        const averageDailyRate = Math.floor((one.revenue / unit / one.priced) * 2 + 1) >> 1;
        const open = nightsOpen > 0 ? (Math.floor((one.revenue / unit / nightsOpen) * 2 + 1) >> 1) * unit : null;
        return {
          ...{ currency, revenue: one.revenue, averageDailyRate: averageDailyRate * unit },
          ...{ perOpenNight: open, moneyDue: one.due },
        };
      }),
    };
  }
}
