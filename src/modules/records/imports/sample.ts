import { formatDay } from "../../../core/day.ts";
import { parseHundredths } from "../../../core/hundredths.ts";
import { parseStayMoment, rentalDay } from "../../stays/bookings/stay-moment.ts";
import { dayAlone } from "./kinds/booking-element.ts";
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

  /** @param timeZone the rental's */
  add(line: ReadLine, timeZone: string): void {
    this.addTotal(line);
    const days = stayDays(line.values, timeZone);
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

/** The days of a line's stay as epoch days on the rental's clock; undefined without both. */
export function stayDays(
  { start_at: from, end_at: until, last_night: lastNight }: SourceLine["values"],
  timeZone: string,
): { readonly arrival: number; readonly departure: number } | undefined {
  const areDays = [from, lastNight ?? until].every((value) => dayAlone(value) !== undefined);
  const dayOf = (value: unknown): number | undefined => {
    const moment = parseStayMoment((areDays ? dayAlone(value) : undefined) ?? String(value ?? ""));
    return moment && rentalDay(moment, timeZone);
  };
  const [arrival, last] = [dayOf(from), dayOf(lastNight)];
  const departure = last === undefined ? dayOf(until) : last + 1;
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
