import { isScope, scopes } from "../src/kernel/access/scopes.ts";
import { keepRecords } from "./baseline/kept-records.ts";
import { type Bench, type BenchOptions, chosen, type Outcome } from "./bench.ts";
import { type Fixture, makeFixture } from "./fixture.ts";
import { Load, median } from "./load.ts";
import { type LoadResult, Usage } from "./messages.ts";
import { rounded, table } from "./table.ts";
import {
  assertSameAnswers,
  type RunningVariant,
  startHonest,
  startSameSql,
  startService,
  startServiceOf,
} from "./variants.ts";

const connections = 32;

/** Warm-up seconds: each request is sent several times. */
const warmUp = 4;
const readScopes = Object.keys(scopes)
  .filter(isScope)
  .filter((scope) => scope === "public" || scope.endsWith("_read"));

/** The overhead of statements, tokens, checks, paging and tags, as a share of a bare server's throughput. */
export const read: Bench = {
  claim:
    "Reads of 25, 100 and one of 50,000 bookings, against the same bytes from a table of texts, and against the bare SQL.",
  async run(options) {
    console.error("Creating 50,000 bookings …");
    await using fixture = await makeFixture(false, options.signal);
    return await compare(fixture, options);
  },
};

/** One round's result, with the processor milliseconds of its process and the database. */
type Round = LoadResult & Usage & { readonly inDatabase: number };

interface Measured {
  readonly name: string;
  readonly running: RunningVariant;
  readonly rounds: Round[];
}

/** A comparison of two variants, and its figure's name. */
const comparisons = [
  { figure: "ratio", cpuFigure: "cpu_ratio", ours: "service", its: "honest" },
  { figure: "reading_ratio", cpuFigure: "reading_cpu_ratio", ours: "reading", its: "honest" },
  { figure: "same_sql_ratio", cpuFigure: "same_sql_cpu_ratio", ours: "reading", its: "same_sql" },
  { figure: "over_old", cpuFigure: "old_cpu_ratio", ours: "service", its: "old" },
];

async function compare(fixture: Fixture, options: BenchOptions): Promise<Outcome> {
  const token = await fixture.aToken(readScopes);
  const ids = await fixture.ids(`select id from bookings where account_id = ${fixture.account} order by id limit 200`);
  const reads = [
    { name: "list_25", paths: ["/api/v3/bookings?per_page=25"] },
    { name: "list_100", paths: ["/api/v3/bookings?per_page=100"] },
    { name: "get", paths: ids.map((id) => `/api/v3/bookings/${id}`) },
  ];
  await using running = new AsyncDisposableStack();
  const load = running.use(new Load(options.signal));
  const service = running.use(await startService(fixture, options.profile));
  await keepRecords(fixture, service.url, token);
  const variants = [
    { name: "service", running: service },
    { name: "reading", running: running.use(await startService(fixture, options.profile, { keeps: false })) },
    { name: "honest", running: running.use(await startHonest(fixture, options.profile)) },
    { name: "same_sql", running: running.use(await startSameSql(fixture, readScopes, options.profile)) },
  ];
  if (options.beside !== undefined)
    variants.push({ name: "old", running: running.use(await startServiceOf(options.beside, fixture)) });
  const rows: string[][] = [];
  const figures: Record<string, number> = {};
  for (const { name, paths } of chosen(reads, options)) {
    // The other tree's service may return different records.
    const alike = variants.filter(({ name }) => name === "honest" || name === "same_sql");
    await assertSameAnswers(
      service,
      alike.map(({ running }) => running),
      paths[0] ?? "",
      token,
    );
    console.error(`Measuring ${name} …`);
    const measured: Measured[] = variants.map((variant) => ({ ...variant, rounds: [] }));
    const fire = (variant: RunningVariant, seconds: number): Promise<Round> =>
      measure({ load, fixture, variant }, token, paths, seconds);
    await inTurns(measured, fire, options);
    report(name, measured, rows, figures);
  }
  return { text: `${table(heads, rows)}\n\n${notes}`, figures };
}

/** Loads all variants alternately after a warm-up, so other load on the machine affects all. */
async function inTurns(
  measured: readonly Measured[],
  fire: (variant: RunningVariant, seconds: number) => Promise<Round>,
  { seconds = 1, rounds = 5 }: BenchOptions,
): Promise<void> {
  for (const { running } of measured) await fire(running, warmUp);
  for (let round = 0; round < rounds; round++) {
    const first = round % measured.length;
    // Alternate which one starts.
    for (const one of [...measured.slice(first), ...measured.slice(0, first)])
      one.rounds.push(await fire(one.running, seconds));
  }
}

async function measure(
  { load, fixture, variant }: { readonly load: Load; readonly fixture: Fixture; readonly variant: RunningVariant },
  token: string,
  paths: string[],
  seconds: number,
): Promise<Round> {
  await variant.process.ask({}, Usage);
  const before = (await fixture.processorTime()) ?? Number.NaN;
  const result = await load.fire({ url: variant.url, token, connections, seconds, requests: { kind: "reads", paths } });
  const inDatabase = ((await fixture.processorTime()) ?? Number.NaN) - before;
  return { ...result, ...(await variant.process.ask({}, Usage)), inDatabase };
}

const heads = [
  "",
  "req/s",
  "p50 ms",
  "p99 ms",
  "CPU ms/req",
  "DB CPU ms/req",
  "memory MB",
  "loop delay p99 ms",
  "service to it",
  "reading to it",
];
const notes = `${connections} connections; medians of alternating rounds in one run. Load, all variants and the database share this machine.
service: the same requests repeat without writes, so most responses come from the cache.
reading: the service without the response cache.
honest: finished texts in a separate table, read by one dedicated statement, with the total from a counter, without checks.
same_sql: only the service's statements and writer, on as many connections, without checks.
*_ratio compares service with honest, *_reading_ratio reading with honest, *_same_sql_ratio reading with same_sql, *_over_old (--beside) with
the other tree's service: requests per second, and in parentheses (*_cpu_ratio) processor time per request of process and database, which
other load on the machine hardly affects.`;

function report(name: string, measured: readonly Measured[], rows: string[][], figures: Record<string, number>): void {
  const middle = (rounds: readonly Round[], of: (round: Round) => number, decimals: number) =>
    rounded(median(rounds.map(of)), decimals);
  for (const { name: variant, rounds } of measured) {
    const numbers = {
      per_second: middle(rounds, (round) => round.perSecond, 1),
      p50_ms: middle(rounds, (round) => round.p50, 1),
      p99_ms: middle(rounds, (round) => round.p99, 1),
      cpu_ms: middle(rounds, (round) => round.processor / round.answers, 3),
      database_cpu_ms: middle(rounds, (round) => round.inDatabase / round.answers, 3),
      memory_mb: middle(rounds, (round) => round.memory, 1),
      loop_delay_p99_ms: middle(rounds, (round) => round.delay, 1),
    };
    for (const [figure, value] of Object.entries(numbers)) figures[`${name}_${variant}_${figure}`] = value;
    const compared = ["service", "reading"].map((ours) => compareWith(name, { ours, its: variant }, measured, figures));
    rows.push([`${name} ${variant}`, ...Object.values(numbers).map(String), ...compared]);
  }
}

/** Adds a comparison's figures, if both variants were measured. @returns its cell */
function compareWith(
  name: string,
  pair: { readonly ours: string; readonly its: string },
  measured: readonly Measured[],
  figures: Record<string, number>,
): string {
  const comparison = comparisons.find(({ ours, its }) => ours === pair.ours && its === pair.its);
  if (!comparison) return "";
  const roundsOf = (variant: string) => measured.find((one) => one.name === variant)?.rounds ?? [];
  const theirs = roundsOf(pair.its);
  const middle = (of: (ours: Round, its: Round) => number) =>
    median(roundsOf(pair.ours).flatMap((ours, round) => (theirs[round] ? [of(ours, theirs[round])] : [])));
  const perRequest = ({ processor, inDatabase, answers }: Round) => (processor + inDatabase) / answers;
  const speed = middle((ours, its) => ours.perSecond / its.perSecond);
  const cost = middle((ours, its) => perRequest(its) / perRequest(ours));
  figures[`${name}_${comparison.figure}`] = rounded(speed, 3);
  figures[`${name}_${comparison.cpuFigure}`] = rounded(cost, 3);
  return `${speed.toFixed(2)} (${cost.toFixed(2)})`;
}
