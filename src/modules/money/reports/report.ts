import { divideHalfUp, minorUnit } from "../../../core/rounding.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import type { AskedReport } from "./asked-report.ts";
import {
  type OpenRow,
  openNightsStatement,
  type RevenueRow,
  revenueStatement,
  type StaysRow,
  staysStatement,
} from "./report-statements.ts";

/** Money in one currency: currencies are never added to each other. Hundredths. */
export interface ReportMoney {
  readonly currency: string;
  readonly revenue: number;
  /** Null where no night has a price. */
  readonly averageDailyRate: number | null;
  /** Null where no night is open. */
  readonly perOpenNight: number | null;
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
 * - Unless another date is asked for, revenue is counted by nights: the final price (rental, fees, taxes) of a stay is spread
 *   evenly over its nights, and those in the period count. The first k of n nights bring price × k / n, rounded to the minor unit, so
 *   that parts add up to the price whatever they are split by. By arrival, departure or booking, the whole price counts with that UTC day.
 * - The average daily rate is revenue / the nights that bring it, rounded half up; per open night, revenue / nights that are open.
 * - Money due is the final price less what was paid, of the stays that arrive in the period: whole, and counted with the arrival.
 * Two or three statements: to be read in one snapshot.
 */
export async function readReport(
  transaction: Transaction,
  accounts: readonly number[],
  asked: AskedReport,
): Promise<Report> {
  const [stays, open] = [staysStatement(accounts, asked), openNightsStatement(accounts, asked)];
  const staysRows = await transaction.rows<StaysRow>(stays.text, stays.values);
  const openRows = await transaction.rows<OpenRow>(open.text, open.values);
  const brought = await readRevenue(transaction, accounts, asked, staysRows);
  const openOf = new Map(openRows.map((row) => [row.key, row]));
  const openInAll = sum(openRows, ({ nights }) => nights);
  const blockedInAll = sum(staysRows, ({ blocked }) => blocked);
  const groups = Map.groupBy(staysRows, ({ key }) => key);
  const revenues = Map.groupBy(brought, ({ key }) => key);
  const isChannel = asked.by === "channel";
  const rows = keysOf(isChannel ? [] : openOf.keys(), groups.keys(), revenues.keys()).map((key): ReportRow => {
    const [group, revenue] = [groups.get(key) ?? [], revenues.get(key) ?? []];
    const blocked = isChannel ? blockedInAll : sum(group, (row) => row.blocked);
    const nightsOpen = (isChannel ? openInAll : (openOf.get(key)?.nights ?? 0)) - blocked;
    const name = group[0]?.name ?? revenue[0]?.name ?? openOf.get(key)?.name ?? null;
    return { id: asked.by === "month" ? null : key, name, ...figuresOf(group, revenue, nightsOpen) };
  });
  const shown = isChannel ? rows.filter(({ nights, stays: all, money }) => nights + all + money.length > 0) : rows;
  return { rows: shown, total: figuresOf(staysRows, brought, openInAll - blockedInAll) };
}

/** What the period brings by the date that is asked for; by nights, the rows of stays say it. */
async function readRevenue(
  transaction: Transaction,
  accounts: readonly number[],
  asked: AskedReport,
  stays: readonly StaysRow[],
): Promise<readonly RevenueRow[]> {
  const { revenueOn = "night" } = asked;
  if (revenueOn === "night") return stays;
  const revenue = revenueStatement(accounts, asked, revenueOn);
  return transaction.rows<RevenueRow>(revenue.text, revenue.values);
}

/** Each once, ascending; null is last. */
function keysOf(...keys: readonly Iterable<number | null>[]): (number | null)[] {
  return [...new Set(keys.flatMap((some) => [...some]))].sort((a, b) => (a ?? Infinity) - (b ?? Infinity));
}

function figuresOf(rows: readonly StaysRow[], brought: readonly RevenueRow[], nightsOpen: number): Figures {
  const inCurrency = (currency: string) => {
    const isOf = (row: RevenueRow): boolean => row.currency === currency;
    const due = sum(rows.filter(isOf), (row) => row.due);
    return moneyOf(currency, brought.filter(isOf), due, nightsOpen);
  };
  const money = [...new Set([...rows, ...brought].map(({ currency }) => currency))]
    .map(inCurrency)
    .filter(({ revenue, moneyDue, averageDailyRate }) => revenue !== 0 || moneyDue !== 0 || averageDailyRate !== null);
  return {
    stays: sum(rows, (row) => row.stays),
    nights: sum(rows, (row) => row.nights),
    nightsOpen,
    nightsWithoutPrice: sum(rows, (row) => row.nights - row.priced),
    money: money.sort((a, b) => (a.currency < b.currency ? -1 : 1)),
  };
}

function moneyOf(currency: string, rows: readonly RevenueRow[], moneyDue: number, nightsOpen: number): ReportMoney {
  const [revenue, nights] = [sum(rows, (row) => row.revenue), sum(rows, (row) => row.priced)];
  const unit = minorUnit(currency);
  const by = (count: number): number | null => (count <= 0 ? null : divideHalfUp(revenue / unit, count) * unit);
  return { currency, revenue, averageDailyRate: by(nights), perOpenNight: by(nightsOpen), moneyDue };
}

/** Booked nights of those that are open, per cent with one decimal; null where none is. */
export function occupancyOf({ nights, nightsOpen }: Figures): number | null {
  return nightsOpen > 0 ? Math.round((nights * 1000) / nightsOpen) / 10 : null;
}

function sum<T>(rows: readonly T[], of: (row: T) => number): number {
  return rows.reduce((total, row) => total + of(row), 0);
}
