import { dateOf, dayOf, monthOf, msOfDay, textOf, todayHere } from "../../components/days.ts";

export const divisions = ["month", "rental", "channel"] as const;
export const revenueDates = ["night", "arrival", "departure", "booking"] as const;
export const measures = ["occupancy", "rate", "perNight", "revenue", "due"] as const;
export const revenues = ["rental", "total"] as const;
export const comparisons = ["pace", "final", "none"] as const;

export type Measure = (typeof measures)[number];
export type Comparison = (typeof comparisons)[number];

/** The report's parameters, kept in the address so that it can be shared. */
export interface ReportSearch {
  /** The first and last night. */
  readonly from: string;
  readonly to: string;
  readonly by: (typeof divisions)[number];
  /** The amounts that count as revenue. */
  readonly of: (typeof revenues)[number];
  readonly on: (typeof revenueDates)[number];
  readonly show: Measure;
  readonly beside: Comparison;
}

const chosen = <T>(choices: readonly T[], value: unknown, fallback: T): T =>
  choices.find((choice) => choice === value) ?? fallback;

const isDay = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) && Number.isFinite(Date.parse(value));

/** Parses the address. Missing and invalid values default to this year by month. */
export function reportSearch(input: Readonly<Record<string, unknown>>): ReportSearch {
  const year = textOf(todayHere()).slice(0, 4);
  return {
    from: isDay(input.from) ? input.from : `${year}-01-01`,
    to: isDay(input.to) ? input.to : `${year}-12-31`,
    by: chosen(divisions, input.by, "month"),
    of: chosen(revenues, input.of, "rental"),
    on: chosen(revenueDates, input.on, "night"),
    show: chosen(measures, input.show, "occupancy"),
    beside: chosen(comparisons, input.beside, "pace"),
  };
}

export const periods = ["thisMonth", "thisYear", "lastYear", "nextTwelve"] as const;

/** The first and last night of a predefined period. */
export function nightsOf(period: (typeof periods)[number]): { readonly from: string; readonly to: string } {
  const month = monthOf(todayHere());
  const year = dateOf(month).getUTCFullYear() - (period === "lastYear" ? 1 : 0);
  if (period === "thisMonth") return { from: textOf(month), to: textOf(monthOf(month, 1) - 1) };
  if (period === "nextTwelve") return { from: textOf(month), to: textOf(monthOf(month, 12) - 1) };
  return { from: `${year}-01-01`, to: `${year}-12-31` };
}

/** The same day a year earlier; 28 February for the 29th. */
export function yearBefore(day: string): string {
  const year = String(Number(day.slice(0, 4)) - 1);
  return day.endsWith("-02-29") ? `${year}-02-28` : year.padStart(4, "0") + day.slice(4);
}

/** The same last night a year earlier. The last day of February stays the last day. */
export function lastYearBefore(day: string): string {
  const next = textOf(dayOf(day) + 1);
  return next.endsWith("-01") ? textOf(Date.parse(yearBefore(next)) / msOfDay - 1) : yearBefore(day);
}
