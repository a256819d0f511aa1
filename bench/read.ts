import { isScope, scopes } from "../src/kernel/scopes.ts";
import { type Bench, type BenchOptions, chosen, type Outcome } from "./bench.ts";
import { Load, median } from "./load.ts";
import { type LoadResult, Usage } from "./messages.ts";
import { assertSameAnswers, type RunningVariant, startBaseline, startService } from "./variants.ts";
import { rounded, table } from "./table.ts";
import { makeFixture, type Fixture } from "./fixture.ts";

const connections = 32;
const readScopes = Object.keys(scopes)
  .filter(isScope)
  .filter((scope) => scope === "public" || scope.endsWith("_read"));

/** What the service does besides reading (token, checks, paging, links, tags), as a share of what reading alone would reach. */
export const read: Bench = {
  claim: "Reads of 25, of 100 and of one of 50,000 bookings, against bare node:http and pg with the same SQL.",
  async run(options) {
    console.error("Making 50,000 bookings …");
    await using fixture = await makeFixture(false, options.signal);
    return await compare(fixture, options);
  },
};

/** One round of one side: what came of it, and what it took. */
type Round = LoadResult & Usage;

async function compare(fixture: Fixture, options: BenchOptions): Promise<Outcome> {
  const token = await fixture.aToken(readScopes);
  const ids = await fixture.ids(`select id from bookings where account_id = ${fixture.account} order by id limit 200`);
  const reads = [
    { name: "list_25", paths: ["/api/v3/bookings?per_page=25"] },
    { name: "list_100", paths: ["/api/v3/bookings?per_page=100"] },
    { name: "get", paths: ids.map((id) => `/api/v3/bookings/${id}`) },
  ];
  await using load = new Load(options.signal);
  await using service = await startService(fixture, options.profile);
  await using baseline = await startBaseline(fixture, readScopes, options.profile);
  const rows: string[][] = [];
  const figures: Record<string, number> = {};
  for (const { name, paths } of chosen(reads, options)) {
    await assertSameAnswers(service, baseline, paths[0] ?? "", token);
    console.error(`Measuring ${name} …`);
    const fire = (variant: RunningVariant, seconds: number): Promise<Round> =>
      measure(load, variant, token, paths, seconds);
    const rounds = await inTurns(service, baseline, fire, options);
    report(name, rounds, rows, figures);
  }
  return { text: `${table(heads, rows)}\n\n${notes}`, figures };
}

/** Loads both variants in turns, so that what else happens on the machine happens to both; the first turn only warms them up. */
async function inTurns(
  service: RunningVariant,
  baseline: RunningVariant,
  fire: (variant: RunningVariant, seconds: number) => Promise<Round>,
  { seconds = 1, rounds = 5 }: BenchOptions,
): Promise<{ service: Round; baseline: Round }[]> {
  const measured: { service: Round; baseline: Round }[] = [];
  await fire(service, 1);
  await fire(baseline, 1);
  for (let round = 0; round < rounds; round++) {
    measured.push({ service: await fire(service, seconds), baseline: await fire(baseline, seconds) });
  }
  return measured;
}

async function measure(
  load: Load,
  variant: RunningVariant,
  token: string,
  paths: string[],
  seconds: number,
): Promise<Round> {
  await variant.process.ask({}, Usage);
  const result = await load.fire({ url: variant.url, token, connections, seconds, requests: { kind: "reads", paths } });
  return { ...result, ...(await variant.process.ask({}, Usage)) };
}

const heads = ["", "req/s", "ratio", "p50 ms", "p99 ms", "CPU ms/req", "memory MB", "loop delay p99 ms"];
const notes = `${connections} connections; medians of alternating rounds in one run. Load, both variants and the database share this machine.
The baseline runs the same SQL on as many database connections, and checks nothing.`;

function report(
  name: string,
  rounds: { service: Round; baseline: Round }[],
  rows: string[][],
  figures: Record<string, number>,
): void {
  const ratio = median(rounds.map(({ service, baseline }) => service.perSecond / baseline.perSecond));
  figures[`${name}_ratio`] = rounded(ratio, 3);
  for (const variant of ["service", "baseline"] as const) {
    const middle = (of: (round: Round) => number, decimals: number) =>
      rounded(median(rounds.map((round) => of(round[variant]))), decimals);
    const measured = {
      per_second: middle((round) => round.perSecond, 1),
      p50_ms: middle((round) => round.p50, 1),
      p99_ms: middle((round) => round.p99, 1),
      cpu_ms: middle((round) => round.processor / round.answers, 3),
      memory_mb: middle((round) => round.memory, 1),
      loop_delay_p99_ms: middle((round) => round.delay, 1),
    };
    for (const [figure, value] of Object.entries(measured)) figures[`${name}_${variant}_${figure}`] = value;
    const [perSecond, ...others] = Object.values(measured).map(String);
    rows.push([`${name} ${variant}`, perSecond ?? "", variant === "service" ? ratio.toFixed(2) : "", ...others]);
  }
}
