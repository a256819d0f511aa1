import { dayOfInstant, formatDay, parseDay } from "../../../core/day.ts";
import { parseHundredths } from "../../../core/hundredths.ts";
import type { ReadLine, SourceLine } from "./source-line.ts";

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
  /** Hundredths by currency; an empty name is the rental's currency, where neither the line nor its total names one. */
  readonly totals: Readonly<Record<string, number>>;
  /** Stays of more than sixty nights: day and month may be mistaken. */
  readonly long: readonly SampleLine[];
}

const shownAtEachEnd = 3;
const longStay = 60;
const maxLong = 20;

/** Gathers the sample of a file's lines. */
export class SampleBuilder {
  private readonly first: SampleLine[] = [];
  private readonly last: SampleLine[] = [];
  private readonly long: SampleLine[] = [];
  private readonly totals: Record<string, number> = {};
  private earliest = Number.POSITIVE_INFINITY;
  private latest = Number.NEGATIVE_INFINITY;
  private longest = 0;

  add(line: ReadLine): void {
    this.addTotal(line);
    const days = stayDays(line.values);
    if (!days) return;
    const shown = sampleLine({ line, ...days });
    if (this.first.length < shownAtEachEnd) this.first.push(shown);
    else if (this.last.push(shown) > shownAtEachEnd) this.last.shift();
    this.earliest = Math.min(this.earliest, days.arrival);
    this.latest = Math.max(this.latest, days.arrival);
    this.longest = Math.max(this.longest, shown.nights);
    if (shown.nights > longStay && this.long.length < maxLong) this.long.push(shown);
  }

  /** Adds the total of a line that is not a separate stay. */
  addTotal(line: ReadLine): void {
    const total = parseHundredths(String(line.values.final_price ?? ""));
    const currency = currencyOf(line);
    if (total !== undefined) this.totals[currency] = (this.totals[currency] ?? 0) + total;
  }

  /** Undefined without a stay. */
  get sample(): Sample | undefined {
    if (this.first.length === 0) return undefined;
    return {
      lines: [...this.first, ...this.last],
      earliestArrival: formatDay(this.earliest),
      latestArrival: formatDay(this.latest),
      longestNights: this.longest,
      totals: this.totals,
      long: this.long,
    };
  }
}

/** The currency of a line's total, as the line says it. A sign of several currencies says none. */
function currencyOf({ values, currencies }: ReadLine): string {
  if (values.currency !== undefined) return String(values.currency);
  const [only = "", ...others] = currencies.get("final_price") ?? [];
  return others.length === 0 ? only : "";
}

/** A line with its days, as epoch days. */
interface Stay {
  readonly line: SourceLine;
  readonly arrival: number;
  readonly departure: number;
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

function sampleLine({ line: { line, values }, arrival, departure }: Stay): SampleLine {
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
