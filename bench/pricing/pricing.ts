import { occupancyGroups } from "../../src/core/pricing/los/occupancies.ts";
import { losKinds } from "../../src/core/pricing/los/records.ts";
import { losDayCount, losDays } from "../../src/core/pricing/los.ts";
import { quote } from "../../src/core/pricing/quote.ts";
import type { RateBook } from "../../src/core/pricing/rates/rate-book.ts";
import { rulesByKind } from "../../src/core/pricing/rules/rates-rule.ts";
import { maxStayLength } from "../../src/core/pricing/stay/check-ins.ts";
import { barePrefixSums, roundedPrefixSums } from "./baseline.ts";
import { openVilla, today, villa } from "./villa.ts";

/** Milliseconds per run: minimum and median of all rounds. */
interface Timing {
  readonly best: number;
  readonly median: number;
}

const groups = occupancyGroups(villa, rulesByKind(villa.rules));
const rows = groups.length * losKinds.length;
const cells = losDayCount * maxStayLength * rows;
/** A quote covers all kinds, so there are fewer stays than cells. */
const stays = cells / losKinds.length;

/** The villa's complete records, with each rate read once, as a writer does. */
function losOfVilla(): { sum: number; priced: number; records: number } {
  let sum = 0;
  let priced = 0;
  let records = 0;
  for (const day of losDays(villa, today)) {
    for (const { rates } of day) {
      records++;
      for (let index = 0; index < maxStayLength; index++) {
        const rate = rates[index] ?? 0;
        sum += rate;
        if (rate !== 0) priced++;
      }
    }
  }
  return { sum, priced, records };
}

/** Computes all records without reading them. */
function makeLos(book: RateBook): number {
  let records = 0;
  for (const day of losDays(book, today)) records += day.length;
  return records;
}

/** The number of days that allow arrivals, which dominate the time. */
function openDays(book: RateBook): number {
  let open = 0;
  for (const day of losDays(book, today)) if (day.some(({ rates }) => rates.some((rate) => rate !== 0))) open++;
  return open;
}

/** Quotes an evenly spaced sample of the records' stays. */
function someByQuote(count: number): number {
  let sum = 0;
  for (let one = 0; one < count; one++) {
    const index = Math.floor((one * stays) / count);
    const arrival = today + (index % losDayCount);
    const nights = 1 + (Math.floor(index / losDayCount) % maxStayLength);
    const adults = groups[index % groups.length]?.min ?? 1;
    const { refusals, price } = quote(villa, { arrival, departure: arrival + nights, adults, children: 0 }, today);
    if (refusals.length === 0) sum += price?.finalPrice ?? 0;
  }
  return sum;
}

/** Measures all functions in alternating rounds, so other load affects all. */
function measure(rounds: number, runs: readonly (() => unknown)[]): readonly Timing[] {
  const times = runs.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, run] of runs.entries()) {
      const start = performance.now();
      run();
      times[index]?.push(performance.now() - start);
    }
  }
  return times.map((all) => {
    const sorted = all.sort((a, b) => a - b);
    return { best: sorted[0] ?? 0, median: sorted[Math.floor(sorted.length / 2)] ?? 0 };
  });
}

const quotesARound = 400;
const lengthyStay = { arrival: today + 200, departure: today + 210, adults: 7, children: 1 };

/** Prices one rental in every way. */
export const pricing = {
  claim: "A quote and a rental's complete length-of-stay records, against bare prefix sums and against quotes.",
  async run(
    options: { readonly rounds?: number | undefined } = {},
  ): Promise<{ text: string; figures: Record<string, number> }> {
    const sums = Float64Array.from({ length: losDayCount + maxStayLength + 1 }, (_, index) => index * 2_400_000);
    const row = new Float64Array(maxStayLength);
    const [los, bare, rounded, byQuote, one, open] = measure(options.rounds ?? 300, [
      () => makeLos(villa),
      () => barePrefixSums(sums, losDayCount, rows, row),
      () => roundedPrefixSums(sums, losDayCount, rows, row),
      () => someByQuote(quotesARound),
      () => {
        for (let time = 0; time < 100; time++) quote(villa, lengthyStay, today);
      },
      () => makeLos(openVilla),
    ]);
    if (!los || !bare || !rounded || !byQuote || !one || !open) throw new Error("nothing was measured");
    const all = { best: (byQuote.best / quotesARound) * stays, median: (byQuote.median / quotesARound) * stays };
    const { priced, records } = losOfVilla();
    const times = (slow: Timing, fast: Timing): string => `${(slow.best / fast.best).toFixed(1)} ×`;
    const line = (name: string, { best, median }: Timing, note: string): string =>
      `${name.padEnd(46)}${best.toFixed(3).padStart(10)}${median.toFixed(3).padStart(10)}  ${note}`;
    const text = [
      `${losDayCount} days × ${maxStayLength} lengths × ${groups.length} groups of occupancies × ${losKinds.length} kinds = ${cells} cells, ${villa.rules.length} rules of 17 kinds;`,
      `after merging equal groups per day: ${records} records, ${Math.round((100 * priced) / (records * maxStayLength))} % of their rates are prices, the rest are refused; ${openDays(villa)} days allow arrivals.`,
      "",
      `${"milliseconds".padEnd(46)}${"best".padStart(10)}${"median".padStart(10)}`,
      line("one quote of 10 nights, with explanation", { best: one.best / 100, median: one.median / 100 }, ""),
      line("complete length-of-stay records", los, ""),
      line(`the same with ${openDays(openVilla)} open days`, open, `${times(open, bare)} as long as the baseline`),
      line("baseline: bare prefix sums", bare, `records take ${times(los, bare)} as long`),
      line("baseline: prefix sums rounded to cents", rounded, `records take ${times(los, rounded)} as long`),
      line("every stay by quote (from a sample)", all, `${times(all, los)} as long as the records`),
    ].join("\n");
    const figures = {
      quote_ms: one.best / 100,
      los_ms: los.best,
      los_median_ms: los.median,
      los_open_ms: open.best,
      baseline_ms: bare.best,
      rounded_baseline_ms: rounded.best,
      by_quote_ms: all.best,
      los_over_baseline: los.best / bare.best,
      los_over_rounded_baseline: los.best / rounded.best,
      by_quote_over_los: all.best / los.best,
      cells,
    };
    return { text, figures };
  },
};

if (import.meta.main) console.log((await pricing.run()).text);
