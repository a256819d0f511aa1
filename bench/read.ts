import { isScope, scopes } from "../src/kernel/scopes.ts";
import { keepRecords } from "./baseline/kept-records.ts";
import { type Bench, type BenchOptions, chosen, type Outcome } from "./bench.ts";
import { Load, median } from "./load.ts";
import { type LoadResult, Usage } from "./messages.ts";
import {
  assertSameAnswers,
  type RunningVariant,
  startHonest,
  startSameSql,
  startService,
  startServiceOf,
} from "./variants.ts";
import { rounded, table } from "./table.ts";
import { makeFixture, type Fixture } from "./fixture.ts";

const connections = 32;
const readScopes = Object.keys(scopes)
  .filter(isScope)
  .filter((scope) => scope === "public" || scope.endsWith("_read"));

/** What the service does besides sending the bytes (its statements, token, checks, paging, tags), as a share of what that alone would reach. */
export const read: Bench = {
  claim:
    "Reads of 25, of 100 and of one of 50,000 bookings, against the same bytes from a table of their own, and the same SQL bare.",
  async run(options) {
    console.error("Making 50,000 bookings …");
    await using fixture = await makeFixture(false, options.signal);
    return await compare(fixture, options);
  },
};

/** One round of one variant: what came of it, and what its process and the database used, milliseconds of processor time. */
type Round = LoadResult & Usage & { readonly inDatabase: number };

/** A variant with its rounds. The figures of all others are compared with those of the service. */
interface Measured {
  readonly name: string;
  /** What the figure is called that compares the service with it. */
  readonly comparison?: string;
  readonly running: RunningVariant;
  readonly rounds: Round[];
}

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
    { name: "honest", comparison: "ratio", running: running.use(await startHonest(fixture, options.profile)) },
    {
      name: "same_sql",
      comparison: "same_sql_ratio",
      running: running.use(await startSameSql(fixture, readScopes, options.profile)),
    },
  ];
  if (options.beside !== undefined) {
    const old = running.use(await startServiceOf(options.beside, fixture));
    variants.push({ name: "old", comparison: "over_old", running: old });
  }
  const rows: string[][] = [];
  const figures: Record<string, number> = {};
  for (const { name, paths } of chosen(reads, options)) {
    // The other tree's service may answer other records than ours does.
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

/** Loads all variants in turns, so that what else happens on the machine happens to all; the first turn only warms them up. */
async function inTurns(
  measured: readonly Measured[],
  fire: (variant: RunningVariant, seconds: number) => Promise<Round>,
  { seconds = 1, rounds = 5 }: BenchOptions,
): Promise<void> {
  for (const { running } of measured) await fire(running, 1);
  for (let round = 0; round < rounds; round++) {
    const first = round % measured.length;
    // Who begins changes too.
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
  "service to it",
  "p50 ms",
  "p99 ms",
  "CPU ms/req",
  "DB CPU ms/req",
  "CPU to service's",
  "memory MB",
  "loop delay p99 ms",
];
const notes = `${connections} connections; medians of alternating rounds in one run. Load, all variants and the database share this machine.
honest: finished texts in a table of its own, read by one statement made for that, the total from a counter; it checks nothing.
same_sql: the service's own statements and writer on as many connections, and nothing around them; it checks nothing either.
*_ratio compares with honest, *_same_sql_ratio with same_sql, *_over_old (--beside) with the other tree's service. "CPU to service's" and
*_cpu_ratio compare the processor time of process and database for a request: what else the machine does hardly touches them.`;

function report(name: string, measured: readonly Measured[], rows: string[][], figures: Record<string, number>): void {
  const service = measured.find((one) => one.name === "service")?.rounds ?? [];
  const perRequest = ({ processor, inDatabase, answers }: Round) => (processor + inDatabase) / answers;
  const middle = (rounds: readonly Round[], of: (round: Round) => number, decimals: number) =>
    rounded(median(rounds.map(of)), decimals);
  for (const { name: variant, comparison, rounds } of measured) {
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
    const { per_second, p50_ms, p99_ms, cpu_ms, database_cpu_ms, memory_mb, loop_delay_p99_ms } = numbers;
    let [ratio, cpuRatio] = ["", ""];
    if (comparison !== undefined) {
      const compared = (of: (ours: Round, its: Round) => number) =>
        median(service.flatMap((ours, round) => (rounds[round] ? [of(ours, rounds[round])] : [])));
      const speed = compared((ours, its) => ours.perSecond / its.perSecond);
      const cost = compared((ours, its) => perRequest(its) / perRequest(ours));
      figures[`${name}_${comparison}`] = rounded(speed, 3);
      figures[`${name}_${comparison === "ratio" ? "" : `${variant}_`}cpu_ratio`] = rounded(cost, 3);
      [ratio, cpuRatio] = [speed.toFixed(2), cost.toFixed(2)];
    }
    const cells = [per_second, ratio, p50_ms, p99_ms, cpu_ms, database_cpu_ms, cpuRatio, memory_mb, loop_delay_p99_ms];
    rows.push([`${name} ${variant}`, ...cells.map(String)]);
  }
}
