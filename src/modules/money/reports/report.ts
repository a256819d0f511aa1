import { divideHalfUp, minorUnit } from "../../../core/rounding.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import type { ReportQuery } from "./report-query.ts";
import {
  type OpenRow,
  openNightsStatement,
  type RevenueRow,
  revenueStatement,
  type StaysRow,
  staysStatement,
} from "./report-statements.ts";

/** Money in one currency, in hundredths. Currencies are never added together. */
export interface ReportMoney {
  readonly currency: string;
  readonly revenue: number;
  /** Null if no night has a price. */
  readonly averageDailyRate: number | null;
  /** Null if no night is open. */
  readonly perOpenNight: number | null;
  readonly moneyDue: number;
}

/**
 * The figures of a rental, a channel, a month, or the total. Counts booked stays only: not tentative, unavailable or canceled ones.
 * A night belongs to the date on which it begins (bookings.md, The rental's clock).
 */
export interface Figures {
  /** Stays that arrive in the period. */
  readonly stays: number;
  /** Booked nights in the period, whenever the stay arrives. */
  readonly nights: number;
  /**
   * The rentals' nights in the period, less those blocked as unavailable. A deleted rental counts up to the day of its deletion.
   * A channel has the nights of all rentals.
   */
  readonly nightsOpen: number;
  /** Booked nights without a price, which earn no revenue and stay out of the average. */
  readonly nightsWithoutPrice: number;
  readonly money: readonly ReportMoney[];
}

export interface ReportRow extends Figures {
  /** The id of the rental or source; null for months and for bookings without a source. */
  readonly id: number | null;
  /** The name, or the month as `2027-07`. */
  readonly name: string | null;
}

export interface Report {
  /** In ascending order: rentals and channels by id, months by date. */
  readonly rows: readonly ReportRow[];
  readonly total: Figures;
}

/**
 * Computes a report.
 * - Revenue: the rental price after discounts, without fees, taxes on top and the taxes that it includes; or, on request, the final price.
 * - By night (the default), a stay's revenue is spread evenly over its nights. The first k of n nights earn
 *   revenue × k / n, rounded to the minor unit, so parts always add up to the price. Otherwise the whole price counts on one day on the rental's calendar.
 * - Average daily rate: revenue / nights that earn it, rounded half up. Per open night: revenue / open nights.
 * - Money due: the final price less payments, in full for each stay that arrives in the period.
 * Runs two or three statements: use one snapshot.
 */
export async function readReport(
  transaction: Transaction,
  accounts: readonly number[],
  query: ReportQuery,
): Promise<Report> {
  const [stays, open] = [staysStatement(accounts, query), openNightsStatement(accounts, query)];
  const staysRows = await transaction.rows<StaysRow>(stays.text, stays.values);
  const openRows = await transaction.rows<OpenRow>(open.text, open.values);
  const brought = await readRevenue(transaction, accounts, query, staysRows);
  const openOf = new Map(openRows.map((row) => [row.key, row]));
  const openInAll = sum(openRows, ({ nights }) => nights);
  const blockedInAll = sum(staysRows, ({ blocked }) => blocked);
  const groups = Map.groupBy(staysRows, ({ key }) => key);
  const revenues = Map.groupBy(brought, ({ key }) => key);
  const isChannel = query.by === "channel";
  const rows = keysOf(isChannel ? [] : openOf.keys(), groups.keys(), revenues.keys()).map((key): ReportRow => {
    const [group, revenue] = [groups.get(key) ?? [], revenues.get(key) ?? []];
    const blocked = isChannel ? blockedInAll : sum(group, (row) => row.blocked);
    const nightsOpen = (isChannel ? openInAll : (openOf.get(key)?.nights ?? 0)) - blocked;
    const name = group[0]?.name ?? revenue[0]?.name ?? openOf.get(key)?.name ?? null;
    return { id: query.by === "month" ? null : key, name, ...figuresOf(group, revenue, nightsOpen) };
  });
  const shown = isChannel ? rows.filter(({ nights, stays: all, money }) => nights + all + money.length > 0) : rows;
  return { rows: shown, total: figuresOf(staysRows, brought, openInAll - blockedInAll) };
}

/** The period's revenue by the requested date. By night, the stay rows already contain it. */
async function readRevenue(
  transaction: Transaction,
  accounts: readonly number[],
  query: ReportQuery,
  stays: readonly StaysRow[],
): Promise<readonly RevenueRow[]> {
  const { revenueOn = "night" } = query;
  if (revenueOn === "night") return stays;
  const revenue = revenueStatement(accounts, query, revenueOn);
  return transaction.rows<RevenueRow>(revenue.text, revenue.values);
}

/** The distinct keys in ascending order, null last. */
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

/** Booked nights as a percentage of open nights, with one decimal; null if no night is open. */
export function occupancyOf({ nights, nightsOpen }: Figures): number | null {
  return nightsOpen > 0 ? Math.round((nights * 1000) / nightsOpen) / 10 : null;
}

function sum<T>(rows: readonly T[], of: (row: T) => number): number {
  return rows.reduce((total, row) => total + of(row), 0);
}
