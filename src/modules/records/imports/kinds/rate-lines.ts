import { dayOfInstant, formatDay, parseDay } from "../../../../core/day.ts";
import { formatHundredths, parseHundredths } from "../../../../core/hundredths.ts";
import { mapNights } from "../../../../core/pricing/rates/rate-maps.ts";
import { minorUnit } from "../../../../core/rounding.ts";
import { forEachChain } from "../chains.ts";
import { type Find, type RentalFacts, rentalFacts, rentalsByName } from "../find-referenced.ts";
import { type ImportContext, operationAt, perform } from "../import-context.ts";
import type { Counts } from "../import-records.ts";
import { storingRoutes } from "../operations.ts";
import type { Problems } from "../problems.ts";
import type { ReadLine } from "../source-line.ts";
import { checkCurrencies } from "./line-currencies.ts";
import { isStored, storedRates } from "./stored-rates.ts";

/** A line with one rate and one minimum stay for consecutive nights. */
interface RateLine {
  readonly line: number;
  readonly rental: number;
  /** Epoch days: the first night and the day after the last. */
  readonly first: number;
  readonly end: number;
  readonly rate: string;
  readonly minimumStay: string | undefined;
}

/** Consecutive nights of one rental that one request writes. */
interface Slice {
  readonly rental: number;
  readonly lines: readonly RateLine[];
  readonly withStays: boolean;
}

/**
 * Imports nightly rates into rate maps (pricing.md §1). Each line has a rental, its first and last night, a rate and optionally a minimum stay.
 * Past nights are skipped. A rental's lines must not overlap.
 */
export async function importRates(
  context: ImportContext,
  lines: AsyncIterable<readonly ReadLine[]>,
  problems: Problems,
  done: (lines: number) => void,
): Promise<Counts> {
  const [rentals, facts] = await Promise.all([rentalsByName(context.write), rentalFacts(context.write)]);
  const read: RateLine[] = [];
  for await (const part of lines) {
    const names = part.flatMap(({ values }) => (values.rental === undefined ? [] : [String(values.rental)]));
    await rentals.learn([...new Set(names)]);
    for (const line of part)
      read.push(...[readLine(context, line, { find: rentals.find, facts }, problems) ?? []].flat());
  }
  const byRental = Map.groupBy(read, ({ rental }) => rental);
  const slices = [...byRental].map(([rental, ofRental]) => slicesOf(rental, ofRental, problems));
  const update = operationAt(storingRoutes, "PUT", "/nightly_rate_maps/:nightly_rate_map_id");
  const counts: Counts = { created: 0, updated: 0, unchanged: 0 };
  const maps = await storedRates(context.write, [...byRental.keys()]);
  let processed = 0;
  await forEachChain(slices, async (slice) => {
    const [first] = slice.lines;
    const map = maps.get(slice.rental);
    if (!first) return;
    processed += slice.lines.length;
    done(processed);
    if (map === undefined) {
      for (const { line } of slice.lines) problems.add(line, "rental", "must exist");
      return;
    }
    const unchanged = slice.lines.filter((line) => isStored(map, line)).length;
    if (unchanged < slice.lines.length) {
      const body = { nightly_rate_maps: [elementOf(slice, first.first)] };
      try {
        await perform(context, update, { nightly_rate_map_id: map.id }, body);
      } catch (error) {
        // The rental's map is refused, and with it each line of it.
        for (const { line } of slice.lines) problems.addRefusal(line, error);
        return;
      }
    }
    counts.unchanged += unchanged;
    counts.updated += slice.lines.length - unchanged;
  });
  return counts;
}

function readLine(
  { write }: ImportContext,
  { line, values, currencies }: ReadLine,
  { find, facts }: { readonly find: Find; readonly facts: ReadonlyMap<number, RentalFacts> },
  problems: Problems,
): RateLine | undefined {
  const before = problems.count;
  const refuse = (column: string, reason: string): void => problems.add(line, column, reason);
  const rental = values.rental_id === undefined ? find(String(values.rental ?? "")) : Number(values.rental_id);
  if (rental === "several") refuse("rental", "is the name of several rentals: use rental_id");
  else if (rental === undefined || !Number.isSafeInteger(rental)) refuse("rental", "must exist");
  const currency = typeof rental === "number" ? facts.get(rental)?.currency : undefined;
  if (currency !== undefined) checkCurrencies({ values, currencies }, currency, refuse);
  const dates = { start_date: values.start_date, end_date: values.end_date ?? values.start_date };
  const [first, last] = Object.entries(dates).map(([column, date]) => {
    const day = parseDay(String(date ?? ""));
    if (day === undefined) refuse(column, "must be a date such as 2027-01-31");
    return day ?? 0;
  });
  const rate = String(values.nightly_rate ?? "");
  const hundredths = /^\d{1,9}(\.\d+)?$/.test(rate) ? parseHundredths(rate) : undefined;
  if (hundredths === undefined) refuse("nightly_rate", "must be an amount such as 120.50");
  else if (currency !== undefined && hundredths % minorUnit(currency) !== 0)
    refuse("nightly_rate", `must be a number without decimals in ${currency}`);
  const minimumStay = values.minimum_stay === undefined ? undefined : String(values.minimum_stay);
  if (minimumStay !== undefined && !/^\d{1,3}$/.test(minimumStay)) refuse("minimum_stay", "must be a number of nights");
  const [from = 0, to = 0] = [first, last];
  if (problems.count === before && to < from) refuse("end_date", "must not be before start_date: it is the last night");
  if (problems.count !== before || typeof rental !== "number" || hundredths === undefined) return undefined;
  const yesterday = dayOfInstant(write.now) - 1;
  if (to + 1 > yesterday + mapNights) {
    refuse("end_date", `must be at most ${formatDay(yesterday + mapNights - 1)}`);
    return undefined;
  }
  if (to < yesterday) return undefined;
  return {
    line,
    rental,
    first: Math.max(from, yesterday),
    end: to + 1,
    rate: formatHundredths(hundredths),
    minimumStay,
  };
}

/** A rental's consecutive nights, split where minimum stays start or stop. */
function slicesOf(rental: number, lines: readonly RateLine[], problems: Problems): Slice[] {
  const slices: { lines: RateLine[]; withStays: boolean }[] = [];
  let before: RateLine | undefined;
  for (const line of lines.toSorted((one, other) => one.first - other.first)) {
    if (before && line.first < before.end) {
      problems.add(line.line, "start_date", `shares the night ${formatDay(line.first)} with line ${before.line}`);
      continue;
    }
    const withStays = line.minimumStay !== undefined;
    const current = slices.at(-1);
    if (current && before?.end === line.first && current.withStays === withStays) current.lines.push(line);
    else slices.push({ lines: [line], withStays });
    before = line;
  }
  return slices.map((slice) => ({ rental, ...slice }));
}

function elementOf({ lines, withStays }: Slice, first: number): Record<string, unknown> {
  const nights = (of: (line: RateLine) => string): string =>
    lines.flatMap((line) => Array.from({ length: line.end - line.first }, () => of(line))).join(",");
  return {
    start_date: formatDay(first),
    rates_map: nights(({ rate }) => rate),
    ...(withStays ? { minimum_stays_map: nights(({ minimumStay }) => minimumStay ?? "1") } : {}),
  };
}
