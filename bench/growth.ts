import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isScope, scopes } from "../src/kernel/access/scopes.ts";
import { type Bench, BenchError, type BenchOptions, type Outcome } from "./bench.ts";
import { type GrownDatabase, type GrownDatabases, growDatabases } from "./growth-data.ts";
import { plot } from "./growth-plot.ts";
import { type Target, timedRequests } from "./growth-requests.ts";
import { startUp } from "./growth-start-up.ts";
import { type Synchronisation, synchronise } from "./growth-sync.ts";
import { Load, median } from "./load.ts";
import { Usage } from "./messages.ts";
import { rounded, table } from "./table.ts";
import { type RunningVariant, startService } from "./variants.ts";

const factors = [1, 10, 100] as const;
const connections = 32;
/** Bookings of all accounts per booking of the measured account. */
const usualShare = 10;
const plotted = join(import.meta.dirname, "..", "docs", "operate", "growth.svg");
const allScopes = Object.keys(scopes)
  .filter(isScope)
  .filter((scope) => !scope.endsWith("_owned"));

/** The cost of requests with 1, 10 and 100 times the data. */
export const growth: Bench = {
  claim:
    "Pages, gets, searches, bookings, LOS, a synchronisation and start-up at 1, 10 and 100 times the data (5 million bookings).",
  async run(options) {
    const requestedFactors = options.only?.split(",").map(Number) ?? factors;
    const chosen = factors.filter((factor) => requestedFactors.includes(factor));
    if (chosen.length !== requestedFactors.length)
      throw new BenchError(`--only takes these sizes: ${factors.join(", ")}.`);
    await using grown = await growDatabases(chosen, options.share ?? usualShare, options.signal);
    await using running = new AsyncDisposableStack();
    const sizes: Size[] = [];
    for (const database of grown.databases)
      sizes.push(await serve(database, running.use(await startService(database, options.profile, { keeps: false }))));
    const measured = await measure(sizes, grown, options);
    if (options.plots && chosen.length === factors.length) await writeFile(plotted, plotOf(measured));
    return report(measured);
  },
};

interface Size {
  readonly database: GrownDatabase;
  readonly service: RunningVariant;
  readonly target: Target;
}

/** One size's results: milliseconds by request, throughput by list. */
interface Measured {
  readonly database: GrownDatabase;
  readonly milliseconds: ReadonlyMap<string, number>;
  readonly throughput: ReadonlyMap<string, Throughput>;
  readonly sync: Synchronisation;
}

/** Requests per second, and processor milliseconds of service and database per request. */
interface Throughput {
  readonly perSecond: number;
  readonly processor: number;
}

async function serve(database: GrownDatabase, service: RunningVariant): Promise<Size> {
  const every = Math.max(1, Math.floor(database.bookings / 500));
  const target = {
    url: service.url,
    token: await database.aToken(allScopes),
    rentals: await database.ids("select id from rentals where account_id = $1 order by id limit 1000"),
    bookings: await database.ids(
      `select id from (select id, row_number() over (order by id) as n from bookings where account_id = $1) as numbered where n % ${every} = 0`,
    ),
  };
  return { database, service, target };
}

async function measure(sizes: readonly Size[], grown: GrownDatabases, options: BenchOptions): Promise<Measured[]> {
  const milliseconds = await timeRequests(sizes, options);
  const throughput = await loadLists(sizes, grown, options);
  const measured: Measured[] = [];
  for (const [index, { database, target }] of sizes.entries()) {
    console.error(`Synchronising ${database.bookings} bookings …`);
    const sync = await synchronise(target, options.signal);
    measured.push({
      database,
      milliseconds: milliseconds[index] ?? new Map(),
      throughput: throughput[index] ?? new Map(),
      sync,
    });
  }
  return measured;
}

/** Measures each request in rounds over all sizes, so other load affects all. @returns medians */
async function timeRequests(
  sizes: readonly Size[],
  { rounds = 5, signal }: BenchOptions,
): Promise<Map<string, number>[]> {
  const requests = await Promise.all(sizes.map(({ target }) => timedRequests(target)));
  const results = sizes.map(() => new Map<string, number>());
  for (const [index, { name }] of (requests[0] ?? []).entries()) {
    console.error(`Measuring ${name} …`);
    const taken = sizes.map((): number[] => []);
    // The first round is a warm-up.
    for (let round = -1; round < rounds; round++) {
      for (const [size, timed] of requests.entries()) {
        for (const time of await sampled(timed[index]?.ask)) if (round >= 0) taken[size]?.push(time);
        signal.throwIfAborted();
      }
    }
    for (const [size, result] of results.entries()) result.set(name, median(taken[size] ?? []));
  }
  console.error("Measuring start_up …");
  const starts = sizes.map((): number[] => []);
  for (let round = 0; round < Math.min(3, rounds); round++)
    for (const [size, { database, target }] of sizes.entries())
      starts[size]?.push(await startUp(database.owner, "/api/v3/bookings?per_page=25", target.token));
  for (const [size, result] of results.entries()) result.set("start_up", median(starts[size] ?? []));
  return results;
}

/** The maximum milliseconds and requests per round of one request. */
const roundLength = 400;
const roundCount = 20;

async function sampled(ask: (() => Promise<{ milliseconds: number }>) | undefined): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + roundLength;
  while (ask && times.length < roundCount && performance.now() < end) times.push((await ask()).milliseconds);
  return times;
}

const lists = {
  page_1_ahead: "/api/v3/bookings?per_page=25",
  page_1: "/api/v3/bookings?per_page=25&from=1900-01-01T00:00:00Z",
};

async function loadLists(
  sizes: readonly Size[],
  grown: GrownDatabases,
  { seconds = 2, rounds = 5, signal }: BenchOptions,
): Promise<Map<string, Throughput>[]> {
  await using load = new Load(signal);
  const results = sizes.map(() => new Map<string, Throughput>());
  for (const [name, path] of Object.entries(lists)) {
    console.error(`Loading ${name} …`);
    const taken = sizes.map((): Throughput[] => []);
    for (let round = -1; round < rounds; round++) {
      for (const [size, { service, target }] of sizes.entries()) {
        await service.process.ask({}, Usage);
        const before = (await grown.processorTime()) ?? Number.NaN;
        const requests = { kind: "reads" as const, paths: [path] };
        const { perSecond, answers } = await load.fire({ ...target, connections, seconds, requests });
        const database = ((await grown.processorTime()) ?? Number.NaN) - before;
        const { processor } = await service.process.ask({}, Usage);
        if (round >= 0) taken[size]?.push({ perSecond, processor: (processor + database) / answers });
      }
    }
    for (const [size, result] of results.entries()) {
      const middle = (of: (one: Throughput) => number) => median((taken[size] ?? []).map(of));
      result.set(name, { perSecond: middle((one) => one.perSecond), processor: middle((one) => one.processor) });
    }
  }
  return results;
}

/** One size's figures by name. */
function figuresOf({ milliseconds, throughput, sync }: Measured): Record<string, number> {
  const [first = 0, middle = 0, last = 0] = [sync.rates[0], sync.rates[5], sync.rates.at(-1)];
  return {
    ...Object.fromEntries([...milliseconds].map(([name, value]) => [`${name}_ms`, rounded(value, 2)])),
    ...Object.fromEntries(
      [...throughput].flatMap(([name, { perSecond, processor }]) => [
        [`${name}_per_second`, rounded(perSecond, 1)],
        [`${name}_cpu_ms`, rounded(processor, 3)],
      ]),
    ),
    sync_first_per_second: rounded(first, 0),
    sync_middle_per_second: rounded(middle, 0),
    sync_last_per_second: rounded(last, 0),
    sync_records: sync.records,
    sync_seconds: rounded(sync.seconds, 1),
  };
}

function report(measured: readonly Measured[]): Outcome {
  const bySize = measured.map((one) => figuresOf(one));
  const [small, large] = [bySize[0] ?? {}, bySize.at(-1) ?? {}];
  const ratio = (one: number | undefined, other: number | undefined) => rounded((one ?? 0) / (other ?? 1), 3);
  const figures: Record<string, number> = {
    last_page_over_first: ratio(large.last_page_ms, large.page_1_ms),
    last_page_by_number_over_first: ratio(large.last_page_by_number_ms, large.page_1_ms),
    throughput_large_over_small: ratio(large.page_1_ahead_per_second, small.page_1_ahead_per_second),
    throughput_of_all_large_over_small: ratio(large.page_1_per_second, small.page_1_per_second),
    cpu_large_over_small: ratio(large.page_1_ahead_cpu_ms, small.page_1_ahead_cpu_ms),
    sync_last_over_first_tenth: ratio(large.sync_last_per_second, large.sync_first_per_second),
  };
  const ratios = table(
    ["", "largest size"],
    Object.entries(figures).map(([name, value]) => [name, String(value)]),
  );
  for (const [index, { database }] of measured.entries())
    for (const [name, value] of Object.entries(bySize[index] ?? {})) figures[`${database.factor}_${name}`] = value;
  const heads = ["", ...measured.map(({ database }) => `${database.bookings} of ${database.allBookings}`)];
  const rows = Object.keys(small).map((name) => [name, ...bySize.map((one) => String(one[name] ?? ""))]);
  return { text: `${table(heads, rows)}\n\n${ratios}\n\n${notesOf(measured)}`, figures };
}

function notesOf(measured: readonly Measured[]): string {
  const sampled = measured.some(({ sync }) => !sync.isWhole)
    ? "\nThe next links contain page numbers, so only the first pages of each tenth of a synchronisation were read."
    : "";
  return `Columns: bookings of the account, and of all accounts. Milliseconds: sequential requests, medians of alternating rounds.
page_1_ahead: the list without parameters (upcoming). page_1 and last_page (by next, by number): 25 of all bookings since 1900.
search: a week, all free rentals priced. los: a different rental each time. start_up: from the process's start to its first list.
per_second: ${connections} connections; cpu_ms: processor time of service and database per request. sync: all bookings by next, 100 per page,
records per second in the first, a middle and the last tenth. Everything shares this machine; commits do not wait for the disk.${sampled}`;
}

const titles: Readonly<Record<string, string>> = {
  page_1_ahead: "page 1, upcoming",
  page_1: "page 1 of all",
  last_page: "last page by next",
  last_page_by_number: "last page by number",
  get: "one booking",
  search: "search of all rentals",
  booking: "new booking",
  los: "LOS of one rental",
  start_up: "start-up",
};

function plotOf(measured: readonly Measured[]): string {
  const positions = measured.map(({ database }) => `${database.bookings.toLocaleString("en")} bookings`);
  const over = (of: (one: Measured) => number | undefined) => measured.map((one) => of(one) ?? 0);
  const tenths = measured.at(-1)?.sync.rates ?? [];
  return plot([
    {
      title: "Milliseconds per request",
      positions,
      scale: "logarithmic",
      lines: Object.entries(titles).map(([name, title]) => ({
        name: title,
        values: over(({ milliseconds }) => milliseconds.get(name)),
      })),
    },
    {
      title: `Lists of 25 per second, ${connections} connections`,
      positions,
      scale: "linear",
      lines: Object.keys(lists).map((name) => ({
        name: titles[name] ?? name,
        values: over(({ throughput }) => throughput.get(name)?.perSecond),
      })),
    },
    {
      title: `Records per second while ${measured.at(-1)?.database.bookings.toLocaleString("en")} bookings are synchronised`,
      positions: tenths.map((_, tenth) => `${tenth + 1}/10`),
      scale: "linear",
      lines: [{ name: "by next, 100 per page", values: tenths }],
    },
  ]);
}
