import { dayOfInstant, formatDay, parseDay } from "../../../core/day.ts";
import { parseHundredths } from "../../../core/hundredths.ts";
import type { SourceLine } from "./source-line.ts";

/** A stay as a file's line was understood. */
export interface SampleLine {
  readonly line: number;
  readonly arrival: string;
  readonly departure: string;
  readonly nights: number;
  readonly guest: string | undefined;
  readonly total: string | undefined;
}

/** An import's reading of a file's bookings. A person checks it before the import is applied (imports.md, Dry run first). */
export interface Sample {
  /** The first and the last lines. */
  readonly lines: readonly SampleLine[];
  readonly earliestArrival: string;
  readonly latestArrival: string;
  readonly longestNights: number;
  /** Hundredths by currency; an empty name is the rental's currency. */
  readonly totals: Readonly<Record<string, number>>;
  /** Stays of more than sixty nights: day and month may be mistaken. */
  readonly long: readonly SampleLine[];
}

const shownAtEachEnd = 3;
const longStay = 60;
const maxLong = 20;

/** Returns the sample of read lines; undefined without a stay. */
export function sampleOf(lines: readonly SourceLine[]): Sample | undefined {
  const stays = lines.flatMap((line) => stayIn(line) ?? []);
  const [first] = stays;
  if (!first) return undefined;
  const totals: Record<string, number> = {};
  for (const { values } of lines) {
    const total = parseHundredths(String(values.final_price ?? ""));
    const currency = String(values.currency ?? "");
    if (total !== undefined) totals[currency] = (totals[currency] ?? 0) + total;
  }
  const arrivals = stays.map(({ arrival }) => arrival).sort();
  return {
    lines:
      stays.length <= 2 * shownAtEachEnd ? stays : [...stays.slice(0, shownAtEachEnd), ...stays.slice(-shownAtEachEnd)],
    earliestArrival: arrivals[0] ?? first.arrival,
    latestArrival: arrivals.at(-1) ?? first.arrival,
    longestNights: stays.reduce((longest, { nights }) => Math.max(longest, nights), 0),
    totals,
    long: stays.filter(({ nights }) => nights > longStay).slice(0, maxLong),
  };
}

/** The days of a line's stay as epoch days; undefined without both. */
export function stayDays(
  values: SourceLine["values"],
): { readonly arrival: number; readonly departure: number } | undefined {
  const arrival = dayIn(values.start_at);
  const last = dayIn(values.last_night);
  const departure = last === undefined ? dayIn(values.end_at) : last + 1;
  return arrival === undefined || departure === undefined ? undefined : { arrival, departure };
}

function stayIn({ line, values }: SourceLine): SampleLine | undefined {
  const stay = stayDays(values);
  if (!stay) return undefined;
  const { arrival, departure } = stay;
  const guest =
    values["client.fullname"] ?? [values["client.firstname"], values["client.lastname"]].filter(Boolean).join(" ");
  return {
    line,
    arrival: formatDay(arrival),
    departure: formatDay(departure),
    nights: departure - arrival,
    guest: guest === "" ? undefined : String(guest),
    total: values.final_price === undefined ? undefined : String(values.final_price),
  };
}

function dayIn(value: unknown): number | undefined {
  const text = String(value ?? "");
  const day = parseDay(text.slice(0, 10));
  if (day !== undefined || text === "") return day;
  const instant = Date.parse(text);
  return Number.isNaN(instant) ? undefined : dayOfInstant(instant);
}
