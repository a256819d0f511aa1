import { resources } from "../src/app/registry.ts";
import { formatDay } from "../src/core/day.ts";
import { Database } from "../src/database/connect/database.ts";
import type { Caller } from "../src/kernel/access/caller.ts";
import { QueryCache } from "../src/kernel/read/query-cache.ts";
import { ResourceRegistry } from "../src/kernel/registry.ts";
import { candidatesStatement } from "../src/modules/stays/search/candidates-statement.ts";
import { readSearchRequest } from "../src/modules/stays/search/search-request.ts";
import { type Bench, BenchError, type BenchOptions, type Outcome } from "./bench.ts";
import { type Fixture, makeFixture } from "./fixture.ts";
import { median } from "./load.ts";
import { Usage } from "./messages.ts";
import { rounded, table } from "./table.ts";
import { type RunningVariant, startService } from "./variants.ts";

/** The numbers of rentals of the fixture's accounts. */
const sizes = [100, 1000, 10_000] as const;

/** A week in two months: long enough for a gap, near enough for a special offer. */
const firstNight = Math.floor(Date.now() / 86_400_000) + 60;
const stay = { start_at: formatDay(firstNight), end_at: formatDay(firstNight + 7), adults: "2" };

/** The cost of a search that prices every free rental, and of its availability query. */
export const search: Bench = {
  claim: "A search with dates over 100, 1,000 and 10,000 rentals that prices every free one, and only its statement.",
  async run(options) {
    console.error("Creating 11,100 rentals with 222,000 bookings …");
    await using fixture = await makeFixture(false, options.signal, "./search-fixture.sql");
    return await compare(fixture, options);
  },
};

interface Account {
  readonly id: number;
  readonly size: number;
  readonly token: string;
}

async function compare(fixture: Fixture, options: BenchOptions): Promise<Outcome> {
  const ids = await fixture.ids("select id from accounts order by id");
  const rows: string[][] = [];
  const figures: Record<string, number> = {};
  let perRental: number | undefined;
  for (const [index, size] of sizes.entries()) {
    if (options.only !== undefined && options.only !== String(size)) continue;
    const id = ids[index] ?? 0;
    const account: Account = { id, size, token: await fixture.aToken(["public"], id) };
    console.error(`Searching ${size} rentals …`);
    const measured = await measure(fixture, account, options);
    const each = measured.p50 / size;
    perRental ??= each;
    const cells = { ...measured, per_rental_us: each * 1000, ratio: each / perRental };
    for (const [name, value] of Object.entries(cells)) figures[`${size}_${name}`] = rounded(value, 3);
    rows.push([String(size), ...Object.values(cells).map((value) => String(rounded(value, value < 10 ? 2 : 1)))]);
  }
  if (rows.length === 0) throw new BenchError(`Unknown part "${options.only}". Parts: ${sizes.join(", ")}.`);
  return { text: `${table(heads, rows)}\n\n${notes}`, figures };
}

/** Milliseconds, except for counts. */
interface Measured {
  readonly found: number;
  readonly first: number;
  readonly p50: number;
  readonly best: number;
  readonly processor: number;
  readonly changed: number;
  readonly statement: number;
  readonly taken: number;
}

/** Measures one account with its own service, so the first search finds empty caches. */
async function measure(fixture: Fixture, account: Account, options: BenchOptions): Promise<Measured> {
  await using service = await startService(fixture, options.profile);
  const { signal, rounds = 60 } = options;
  for (let time = 0; time < 5; time++) await ask(service, account, "/rentals?per_page=1", signal);
  const path = `/rentals/search?${new URLSearchParams(stay)}`;
  const first = await ask(service, account, path, signal);
  for (let time = 0; time < 10; time++) await ask(service, account, path, signal);
  await service.process.ask({}, Usage);
  const warm: number[] = [];
  for (let round = 0; round < rounds; round++) warm.push((await ask(service, account, path, signal)).milliseconds);
  const { processor } = await service.process.ask({}, Usage);
  const changed: number[] = [];
  for (let round = 0; round < 5; round++) {
    await fixture.ids(`update accounts set prices_version = prices_version + 1 where id = ${account.id} returning id`);
    changed.push((await ask(service, account, path, signal)).milliseconds);
  }
  return {
    found: first.total,
    first: first.milliseconds,
    p50: median(warm),
    best: Math.min(...warm),
    processor: processor / rounds,
    changed: median(changed),
    ...(await inTheDatabase(fixture, account)),
  };
}

async function ask(
  { url }: RunningVariant,
  { token }: Account,
  path: string,
  signal: AbortSignal,
): Promise<{ milliseconds: number; total: number }> {
  const start = performance.now();
  const response = await fetch(`${url}/api/v3${path}`, { headers: { authorization: `Bearer ${token}` }, signal });
  const text = await response.text();
  const milliseconds = performance.now() - start;
  if (response.status !== 200) throw new BenchError(`${path} returned ${response.status}: ${text.slice(0, 300)}`);
  return { milliseconds, total: Number(response.headers.get("x-total-count")) };
}

/** PostgreSQL's execution times of the candidates statement, and of its part that finds taken rentals. */
async function inTheDatabase(fixture: Fixture, { id }: Account): Promise<Pick<Measured, "statement" | "taken">> {
  const database = new Database(fixture.login, { connections: 1 });
  const caller: Caller = {
    accounts: [id],
    application: fixture.application,
    scopes: new Set(["public"]),
    publishedOnly: false,
  };
  const scope = { queries: new QueryCache(new ResourceRegistry(resources)), caller };
  const searchRequest = readSearchRequest(scope, new Map(Object.entries(stay)));
  const zoned = {
    stay: { arrival: firstNight, departure: firstNight + 7, adults: 2, children: null },
    timeZones: undefined,
  };
  const { text, values } = candidatesStatement(scope, searchRequest, zoned, undefined);
  const [takenAlone] = /^with taken as materialized \((.*?)\), closed as/s.exec(text)?.slice(1) ?? [];
  if (takenAlone === undefined) throw new BenchError("The search statement no longer starts with the taken rentals.");
  const timeOf = async (sql: string): Promise<number> => {
    const times: number[] = [];
    for (let round = 0; round < 21; round++) {
      const plan = await database
        .within([id])
        .read({ text: `explain (analyze, timing off, summary on) ${sql}` }, values);
      times.push(Number(/[\d.]+/.exec(plan.at(-1)?.[0] ?? "")?.[0]));
    }
    return median(times);
  };
  try {
    return { statement: await timeOf(text), taken: await timeOf(takenAlone) };
  } finally {
    await database.close();
  }
}

const heads = [
  "rentals",
  "found",
  "first ms",
  "p50 ms",
  "best ms",
  "CPU ms",
  "changed ms",
  "statement ms",
  "taken ms",
  "µs/rental",
  "ratio",
];
const notes = `Sequential searches for a week for two: every free rental priced, a page of 100 records. first: right after the service's start.
changed: after all price inputs changed. CPU: the service's. statement: free rentals and their price versions, in the database;
taken: its part that finds taken nights. ratio: time per rental, against the smallest account.`;
