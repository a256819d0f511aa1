import { csvOf } from "../../../core/csv.ts";
import { formatDay } from "../../../core/day.ts";
import { formatHundredths } from "../../../core/hundredths.ts";
import type { Fields } from "../../../kernel/read/view.ts";
import { type Figures, occupancyOf, type Report, type ReportMoney } from "./report.ts";
import type { ReportQuery } from "./report-query.ts";

/** An account's report with its parameters. */
export interface AccountReport extends Report {
  readonly account: number;
  readonly query: ReportQuery;
}

const orNull = (hundredths: number | null): string | null =>
  hundredths === null ? null : formatHundredths(hundredths);

const moneyMembers = ({ currency, revenue, averageDailyRate, perOpenNight, moneyDue }: ReportMoney) => ({
  currency,
  revenue: formatHundredths(revenue),
  average_daily_rate: orNull(averageDailyRate),
  revenue_per_available_night: orNull(perOpenNight),
  money_due: formatHundredths(moneyDue),
});

const figuresMembers = (figures: Figures) => ({
  stays: figures.stays,
  nights: figures.nights,
  nights_open: figures.nightsOpen,
  occupancy: occupancyOf(figures),
  nights_without_price: figures.nightsWithoutPrice,
  money: figures.money.map(moneyMembers),
});

/** A report as JSON text. */
export function recordOfReport({ account, query, rows, total }: AccountReport, fields: Fields): string {
  const members = {
    from: formatDay(query.from),
    to: formatDay(query.after - 1),
    by: query.by,
    revenue: query.revenue ?? "rental",
    revenue_on: query.revenueOn ?? "night",
    rows: rows.map(({ id, name, ...figures }) => ({ id, name, ...figuresMembers(figures) })),
    total: figuresMembers(total),
  };
  const chosen = Object.entries(members).filter(([name]) => !fields || fields.has(name));
  return JSON.stringify({ links: { account }, ...Object.fromEntries(chosen) });
}

const header = [
  ...["line", "revenue_of", "id", "name", "stays", "nights", "nights_open", "occupancy", "nights_without_price"],
  ...["currency", "revenue", "average_daily_rate", "revenue_per_available_night", "money_due"],
];

/** Reports as CSV: one line per row and currency (or one without money), then the lines of the total. */
export function csvOfReports(reports: readonly AccountReport[]): string {
  return csvOf([
    header,
    ...reports.flatMap(({ query, rows, total }) => [
      ...rows.flatMap(({ id, name, ...figures }) =>
        linesOf([query.by, query.revenue ?? "rental", String(id ?? ""), name ?? ""], figures),
      ),
      ...linesOf(["total", query.revenue ?? "rental", "", ""], total),
    ]),
  ]);
}

function linesOf(about: readonly string[], figures: Figures): string[][] {
  const { money, ...counts } = figuresMembers(figures);
  const first = [...about, ...Object.values(counts).map((value) => String(value ?? ""))];
  if (money.length === 0) return [[...first, "", "", "", "", ""]];
  return money.map((one) => [...first, ...Object.values(one).map((value) => value ?? "")]);
}
