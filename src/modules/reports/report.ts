import { divideHalfUp, minorUnit } from "../../core/rounding.ts";
import type { Transaction } from "../../database/transaction.ts";
import type { AskedReport } from "./asked-report.ts";
import { type OpenRow, openNightsStatement, type StaysRow, staysStatement } from "./report-statements.ts";

/** Money in one currency: currencies are never added to each other. Hundredths. */
export interface ReportMoney {
  readonly currency: string;
  readonly revenue: number;
  /** Null where no night has a price. */
  readonly averageDailyRate: number | null;
  readonly moneyDue: number;
}

/**
 * What a report says of a rental, a channel or a month, or of all of them. It counts stays that are booked: not what is tentative,
 * unavailable or canceled. A night belongs to the UTC date on which it begins (bookings.md, States).
 */
export interface Figures {
  /** Stays that arrive in the period. */
  readonly stays: number;
  /** Nights of the period that are booked, whenever their stays arrive. */
  readonly nights: number;
  /**
   * Nights of the period that could be: those of all rentals, also of one that was deleted since, up to that day; less those blocked as
   * unavailable. A channel's are those of all rentals.
   */
  readonly nightsOpen: number;
  /** Booked nights without a price: they bring no revenue, and are not in the average. */
  readonly nightsWithoutPrice: number;
  readonly money: readonly ReportMoney[];
}

export interface ReportRow extends Figures {
  /** Of the rental or the source; null: bookings without a source, and months. */
  readonly id: number | null;
  /** The name, or the month as `2027-07`. */
  readonly name: string | null;
}

export interface Report {
  /** Ascending: rentals and channels by id, months in their order. */
  readonly rows: readonly ReportRow[];
  readonly total: Figures;
}

/**
 * Computes a report.
 * - Revenue is counted by nights, not by the day of booking, arrival or payment: the final price (rental, fees, taxes) of a stay is spread
 *   evenly over its nights, and those in the period count. The first k of n nights bring price × k / n, rounded to the minor unit, so
 *   that parts add up to the price whatever they are split by.
 * - The average daily rate is revenue / booked nights that have a price, rounded half up.
 * - Money due is the final price less what was paid, of the stays that arrive in the period: whole, and counted with the arrival.
 * Two statements: to be read in one snapshot.
 */
export async function readReport(
  transaction: Transaction,
  accounts: readonly number[],
  asked: AskedReport,
): Promise<Report> {
  const [stays, open] = [staysStatement(accounts, asked), openNightsStatement(accounts, asked)];
  const staysRows = await transaction.rows<StaysRow>(stays.text, stays.values);
  const openRows = await transaction.rows<OpenRow>(open.text, open.values);
  const openOf = new Map(openRows.map((row) => [row.key, row]));
  const openInAll = sum(openRows, ({ nights }) => nights);
  const blockedInAll = sum(staysRows, ({ blocked }) => blocked);
  const groups = Map.groupBy(staysRows, ({ key }) => key);
  const isChannel = asked.by === "channel";
  const keys = isChannel ? [...groups.keys()] : [...openOf.keys()];
  const rows = keys.map((key): ReportRow => {
    const group = groups.get(key) ?? [];
    const blocked = isChannel ? blockedInAll : sum(group, (row) => row.blocked);
    const nightsOpen = (isChannel ? openInAll : (openOf.get(key)?.nights ?? 0)) - blocked;
    const name = group[0]?.name ?? openOf.get(key)?.name ?? null;
    return { id: asked.by === "month" ? null : key, name, ...figuresOf(group, nightsOpen) };
  });
  const shown = isChannel ? rows.filter(({ nights, stays: arriving }) => nights + arriving > 0) : rows;
  return { rows: shown, total: figuresOf(staysRows, openInAll - blockedInAll) };
}

function figuresOf(rows: readonly StaysRow[], nightsOpen: number): Figures {
  const money = [...Map.groupBy(rows, ({ currency }) => currency)]
    .map(([currency, group]) => moneyOf(currency, group))
    .filter(({ revenue, moneyDue, averageDailyRate }) => revenue !== 0 || moneyDue !== 0 || averageDailyRate !== null);
  return {
    stays: sum(rows, (row) => row.stays),
    nights: sum(rows, (row) => row.nights),
    nightsOpen,
    nightsWithoutPrice: sum(rows, (row) => row.nights - row.priced),
    money: money.sort((a, b) => (a.currency < b.currency ? -1 : 1)),
  };
}

function moneyOf(currency: string, rows: readonly StaysRow[]): ReportMoney {
  const [revenue, nights] = [sum(rows, (row) => row.revenue), sum(rows, (row) => row.priced)];
  const unit = minorUnit(currency);
  const averageDailyRate = nights === 0 ? null : divideHalfUp(revenue / unit, nights) * unit;
  return { currency, revenue, averageDailyRate, moneyDue: sum(rows, (row) => row.due) };
}

function sum<T>(rows: readonly T[], of: (row: T) => number): number {
  return rows.reduce((total, row) => total + of(row), 0);
}
