import { isScope, scopes } from "../src/kernel/access/scopes.ts";
import { type Bench, type BenchOptions, chosen, type Outcome } from "./bench.ts";
import { Child } from "./child.ts";
import { type Fixture, makeFixture } from "./fixture.ts";
import { Load, median } from "./load.ts";
import { type AccessOrder, Listening, type LoadOrder, type LoadResult, Usage } from "./messages.ts";
import { rounded, table } from "./table.ts";
import type { RunningVariant } from "./variants.ts";

const allScopes = Object.keys(scopes)
  .filter(isScope)
  .filter((scope) => !scope.endsWith("_owned"));

/** The cost of access checks: each check against the same service without it. */
export const access: Bench = {
  claim: "Lists with and without the rate limit and row-level security, bookings with and without idempotency keys.",
  async run(options) {
    console.error("Creating 50,000 bookings …");
    await using fixture = await makeFixture(true, options.signal);
    return await compare(fixture, options);
  },
};

/** One kind of request, with and without one check. */
interface Part {
  readonly name: string;
  readonly all: Variant;
  readonly without: Variant;
}

interface Variant {
  readonly variant: RunningVariant;
  readonly order: Pick<LoadOrder, "connections" | "requests">;
}

/** Processor time of service and database, in milliseconds. */
type Round = LoadResult & { readonly processor: number; readonly database: number };

async function compare(fixture: Fixture, options: BenchOptions): Promise<Outcome> {
  const token = await fixture.aToken(allScopes);
  const rentals = await fixture.ids(`select id from rentals where account_id = ${fixture.account} order by id`);
  // Without policies the planner would pick a slower index for counts. Drop it, so that only the policies differ.
  const forLists = await fixture.aCopy("lists", `${withoutPolicies}; drop index bookings_changes`);
  const forWrites = await fixture.aCopy("writes", withoutPolicies);
  await using load = new Load(options.signal);
  await using whole = await start(options, { database: fixture.login, limit: true, wall: true });
  await using unlimited = await start(options, { database: fixture.login, limit: false, wall: true });
  await using open = await start(options, { database: forLists, limit: true, wall: false });
  await using bare = await start(options, { database: forLists, limit: false, wall: false });
  await using writing = await start(options, { database: forWrites, limit: true, wall: false });
  const list = { connections: 32, requests: { kind: "reads" as const, paths: ["/api/v3/bookings?per_page=25"] } };
  const book = (keys: boolean) => ({ connections: 8, requests: { kind: "bookings" as const, rentals, keys } });
  const parts: Part[] = [
    { name: "limit", all: { variant: whole, order: list }, without: { variant: unlimited, order: list } },
    { name: "row_security", all: { variant: whole, order: list }, without: { variant: open, order: list } },
    { name: "both", all: { variant: whole, order: list }, without: { variant: bare, order: list } },
    {
      name: "row_security_writes",
      all: { variant: whole, order: book(false) },
      without: { variant: writing, order: book(false) },
    },
    {
      name: "idempotency",
      all: { variant: whole, order: book(true) },
      without: { variant: whole, order: book(false) },
    },
  ];
  const rows: string[][] = [];
  const figures: Record<string, number> = {};
  for (const part of chosen(parts, options)) {
    console.error(`Measuring ${part.name} …`);
    report(part.name, await inTurns(fixture, load, token, part, options), rows, figures);
  }
  return { text: `${table(heads, rows)}\n\n${notes}`, figures };
}

/** Disables every row-level policy. */
const withoutPolicies = `
  do $$ declare walled regclass; begin
    for walled in select oid::regclass from pg_class where relrowsecurity loop
      execute format('alter table %s disable row level security', walled);
    end loop;
  end $$`;

async function start(
  { profile }: BenchOptions,
  order: Pick<AccessOrder, "limit" | "wall"> & { database: Fixture["login"] },
): Promise<RunningVariant> {
  const process = new Child("./access-service.ts", { ...order, connections: 16 }, profile);
  const { url } = await process.hear(Listening);
  return { process, url, [Symbol.asyncDispose]: () => process[Symbol.asyncDispose]() };
}

/** Loads both variants alternately, in alternating order, after a warm-up. */
async function inTurns(
  fixture: Fixture,
  load: Load,
  token: string,
  { all, without }: Part,
  { seconds = 1, rounds = 9 }: BenchOptions,
): Promise<{ all: Round; without: Round }[]> {
  const fire = async ({ variant, order }: Variant, length: number): Promise<Round> => {
    const before = (await fixture.processorTime()) ?? Number.NaN;
    await variant.process.ask({}, Usage);
    const result = await load.fire({ url: variant.url, token, seconds: length, ...order });
    const { processor } = await variant.process.ask({}, Usage);
    return { ...result, processor, database: ((await fixture.processorTime()) ?? Number.NaN) - before };
  };
  const measured: { all: Round; without: Round }[] = [];
  await fire(all, 1);
  await fire(without, 1);
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) measured.push({ all: await fire(all, seconds), without: await fire(without, seconds) });
    else measured.push({ without: await fire(without, seconds), all: await fire(all, seconds) });
  }
  return measured;
}

const heads = ["", "req/s", "without", "ratio", "p99 ms", "without", "CPU ms/req", "without", "CPU ratio"];
const notes = `limit, row_security, both: lists of 25 over 32 connections. row_security_writes, idempotency: bookings over 8, on a database
that waits for the disk. Each against the same service without the check, medians of alternating rounds: 1 is free, 0.95 costs 5 %.
Load, services and database share this machine. CPU: service and database together, hardly affected by other work.`;

function report(
  name: string,
  rounds: { all: Round; without: Round }[],
  rows: string[][],
  figures: Record<string, number>,
): void {
  const middle = (of: (round: { all: Round; without: Round }) => number, decimals: number) =>
    rounded(median(rounds.map(of)), decimals);
  const perRequest = ({ processor, database, answers }: Round) => (processor + database) / answers;
  const measured = {
    per_second: middle(({ all }) => all.perSecond, 1),
    without_per_second: middle(({ without }) => without.perSecond, 1),
    ratio: middle(({ all, without }) => all.perSecond / without.perSecond, 3),
    p99_ms: middle(({ all }) => all.p99, 1),
    without_p99_ms: middle(({ without }) => without.p99, 1),
    cpu_ms: middle(({ all }) => perRequest(all), 3),
    without_cpu_ms: middle(({ without }) => perRequest(without), 3),
    cpu_ratio: middle(({ all, without }) => perRequest(without) / perRequest(all), 3),
  };
  for (const [figure, value] of Object.entries(measured)) figures[`${name}_${figure}`] = value;
  rows.push([name, ...Object.values(measured).map(String)]);
}
