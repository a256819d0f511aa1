import { csvOf } from "../../../core/csv.ts";
import { formatDay } from "../../../core/day.ts";
import { formatHundredths } from "../../../core/hundredths.ts";
import type { Fields } from "../../../kernel/read/view.ts";
import type { AskedReport } from "./asked-report.ts";
import { type Figures, occupancyOf, type Report, type ReportMoney } from "./report.ts";

/** An account's report with what was asked. */
export interface AccountReport extends Report {
  readonly account: number;
  readonly asked: AskedReport;
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

/** The record of a report as a JSON text. */
export function recordOfReport({ account, asked, rows, total }: AccountReport, fields: Fields): string {
  const members = {
    from: formatDay(asked.from),
    to: formatDay(asked.after - 1),
    by: asked.by,
    revenue_on: asked.revenueOn ?? "night",
    rows: rows.map(({ id, name, ...figures }) => ({ id, name, ...figuresMembers(figures) })),
    total: figuresMembers(total),
  };
  const chosen = Object.entries(members).filter(([name]) => !fields || fields.has(name));
  return JSON.stringify({ links: { account }, ...Object.fromEntries(chosen) });
}

const header = [
  ...["line", "id", "name", "stays", "nights", "nights_open", "occupancy", "nights_without_price"],
  ...["currency", "revenue", "average_daily_rate", "revenue_per_available_night", "money_due"],
];

/** Reports as one CSV text: a line for each row and currency, one without money for a row that has none, and the total's lines last. */
export function csvOfReports(reports: readonly AccountReport[]): string {
  return csvOf([
    header,
    ...reports.flatMap(({ asked, rows, total }) => [
      ...rows.flatMap(({ id, name, ...figures }) => linesOf([asked.by, String(id ?? ""), name ?? ""], figures)),
      ...linesOf(["total", "", ""], total),
    ]),
  ]);
}

function linesOf(about: readonly string[], figures: Figures): string[][] {
  const { money, ...counts } = figuresMembers(figures);
  const first = [...about, ...Object.values(counts).map((value) => String(value ?? ""))];
  if (money.length === 0) return [[...first, "", "", "", "", ""]];
  return money.map((one) => [...first, ...Object.values(one).map((value) => value ?? "")]);
}
