import { formatDay } from "../src/core/day.ts";
import { type Bench, BenchError, type BenchOptions, chosen, type Outcome } from "./bench.ts";
import { CountingProxy, type Traffic } from "./counting-proxy.ts";
import { type Fixture, makeFixture } from "./fixture.ts";
import { Load, median } from "./load.ts";
import { LoadResult, Usage } from "./messages.ts";
import { rounded, table } from "./table.ts";
import { startInserts, startService } from "./variants.ts";

/** Bookings over HTTP on a database that waits for the disk: acknowledged ones survive a power failure. */
export const book: Bench = {
  claim:
    "Bookings per second over 1, 8 and 32 connections, on 49 rentals and on one, with a policy and mirrors, flushed to disk; against bare inserts.",
  async run(options) {
    console.error("Creating 50,000 bookings …");
    await using fixture = await makeFixture(true, options.signal);
    return await stream(fixture, options);
  },
};

/** Concurrent bookings of an account's rentals. */
interface Stream {
  readonly name: string;
  readonly account: number;
  readonly connections: number;
  readonly rentals: readonly number[];
  /** The earlier stream with the same connections, without policy and mirrors. */
  readonly beside?: string;
  /** Whether it inserts bare rows, without the service. */
  readonly bare?: true;
}

interface Measured extends Stream {
  readonly results: LoadResult[];
  /** Total processor milliseconds of service and database, and the service's final memory in megabytes. */
  processor: number;
  database: number;
  memory: number;
}

async function stream(fixture: Fixture, options: BenchOptions): Promise<Outcome> {
  const streams = chosen(await streamsOf(fixture), options);
  const tokens = new Map<number, string>();
  for (const { account } of streams)
    tokens.set(account, tokens.get(account) ?? (await fixture.aToken(["bookings_read", "bookings_write"], account)));
  await using load = new Load(options.signal);
  await using service = await startService(fixture, options.profile);
  const { seconds = 2, rounds = 3 } = options;
  await load.fire({
    url: service.url,
    token: tokens.get(fixture.account) ?? (await fixture.aToken(["bookings_read", "bookings_write"])),
    connections: 8,
    seconds: 1,
    requests: { kind: "bookings", rentals: await rentalsOf(fixture, fixture.account, 1) },
  });
  await using inserts = await startInserts(fixture, fixture.account);
  const fire = ({ account, connections, rentals, bare }: Stream, length: number): Promise<LoadResult> =>
    bare
      ? inserts.ask({ rentals, loops: connections, seconds: length }, LoadResult)
      : load.fire({
          url: service.url,
          token: tokens.get(account) ?? "",
          connections,
          seconds: length,
          requests: { kind: "bookings", rentals: [...rentals] },
        });
  const measured: Measured[] = streams.map((one) => ({ ...one, results: [], processor: 0, database: 0, memory: 0 }));
  // Alternate, so other load on the machine affects all of them.
  for (let round = 0; round < rounds; round++) {
    for (const one of measured) {
      console.error(`Measuring ${one.name}, ${round + 1} of ${rounds} …`);
      await service.process.ask({}, Usage);
      const before = (await fixture.processorTime()) ?? 0;
      one.results.push(await fire(one, seconds));
      const { processor, memory } = await service.process.ask({}, Usage);
      one.database += ((await fixture.processorTime()) ?? 0) - before;
      one.processor += processor;
      one.memory = memory;
    }
  }
  const rows: string[][] = [];
  const figures: Record<string, number> = {};
  for (const one of measured) report(one, rows, figures);
  const compared = compare(figures);
  const traffic = await trafficOf(fixture, tokens.get(fixture.account));
  const summary =
    traffic === undefined
      ? ""
      : `One booking: ${traffic.roundTrips} round trips, ${traffic.statements} statements, including the token's.\n`;
  return {
    text: `${table(heads, rows)}\n\n${compared.map(([name, ratio]) => `${name}: ${ratio}`).join("\n")}\n${summary}${notes(fixture)}`,
    figures: { ...figures, ...Object.fromEntries(compared), ...traffic },
  };
}

/** The promised ratios of the measured streams: to bare inserts, and one rental to many. */
function compare(figures: Readonly<Record<string, number>>): [string, number][] {
  const shares: [string, string, string][] = [
    ["spread_32_ratio", "book_spread_32", "insert_spread_32"],
    ["one_32_over_spread_32", "book_one_32", "book_spread_32"],
    ["insert_one_32_over_spread_32", "insert_one_32", "insert_spread_32"],
  ];
  return shares.flatMap(([name, of, by]): [string, number][] => {
    const [share, whole] = [figures[of], figures[by]];
    return share === undefined || whole === undefined ? [] : [[name, rounded(share / whole, 3)]];
  });
}

/** The database traffic of one booking: the minimum of several, once all statements are prepared. */
async function trafficOf(fixture: Fixture, token: string | undefined): Promise<Traffic | undefined> {
  if (token === undefined) return undefined;
  await using proxy = await CountingProxy.before(fixture.login);
  await using service = await startService({ login: proxy.address }, undefined);
  const [rental] = await rentalsOf(fixture, fixture.account, 1);
  const taken: Traffic[] = [];
  for (let night = 200_000; night < 200_020; night++) {
    proxy.take();
    const body = { start_at: formatDay(night), end_at: formatDay(night + 1), adults: 2, initial_price: "120.00" };
    const answer = await fetch(`${service.url}/api/v3/rentals/${rental}/bookings`, {
      method: "POST",
      body: JSON.stringify({ bookings: [body] }),
      headers: { authorization: `Bearer ${token}`, "content-type": "application/vnd.api+json" },
    });
    if (answer.status !== 201) throw new BenchError(`A booking failed: ${await answer.text()}`);
    await answer.arrayBuffer();
    taken.push(proxy.take());
  }
  return taken.toSorted((one, other) => one.roundTrips - other.roundTrips)[0];
}

/** The first rental of each group of `every` rentals in an account. */
async function rentalsOf(fixture: Fixture, account: number, every: number): Promise<number[]> {
  const ids = await fixture.ids(`select id from rentals where account_id = ${account} order by id`);
  return ids.filter((_, index) => index % every === 0 && index + every <= ids.length);
}

/** The plain streams, and variants of the one with eight connections: policy, mirrors and both. */
async function streamsOf(fixture: Fixture): Promise<readonly Stream[]> {
  await fixture.add("./book-fixture.sql");
  const accounts = await fixture.ids("select id from accounts order by id");
  const plain = { account: fixture.account, connections: 8 };
  const [one, ...spread] = await rentalsOf(fixture, fixture.account, 1);
  const variants = ["policy", "one_mirror", "three_mirrors", "policy_one_mirror", "policy_three_mirrors"];
  // One rental per group is booked; the others get its mirrors.
  const every = [1, 2, 4, 2, 4];
  const withExtras = variants.map(async (name, index) => {
    const account = accounts[index + 1] ?? 0;
    const rentals = await rentalsOf(fixture, account, every[index] ?? 1);
    return { name: `book_${name}_8`, account, connections: 8, rentals, beside: "book_spread_8" };
  });
  const bare = { ...plain, connections: 32, bare: true } as const;
  return [
    { ...plain, name: "book_spread_1", connections: 1, rentals: spread },
    { ...plain, name: "book_spread_8", rentals: spread },
    ...(await Promise.all(withExtras)),
    { ...plain, name: "book_spread_32", connections: 32, rentals: spread },
    { ...bare, name: "insert_spread_32", rentals: spread },
    ...[1, 8, 32].map((connections) => ({
      ...plain,
      name: `book_one_${connections}`,
      connections,
      rentals: [one ?? 0],
    })),
    { ...bare, name: "insert_one_32", rentals: [one ?? 0] },
  ];
}

const heads = [
  "",
  "bookings/s",
  "p50 ms",
  "p99 ms",
  "CPU ms/booking",
  "database CPU ms",
  "memory MB",
  "bookings/s to plain",
  "CPU to plain",
];

function report(
  { name, beside, results, processor, database, memory }: Measured,
  rows: string[][],
  figures: Record<string, number>,
): void {
  const middle = (of: (result: LoadResult) => number) => rounded(median(results.map(of)), 1);
  const answers = results.reduce((sum, result) => sum + result.answers, 0);
  const measured: Record<string, number> = {
    [name]: middle((result) => result.perSecond),
    [`${name}_p50_ms`]: middle((result) => result.p50),
    [`${name}_p99_ms`]: middle((result) => result.p99),
    [`${name}_cpu_ms`]: rounded(processor / answers, 3),
    [`${name}_database_cpu_ms`]: rounded(database / answers, 3),
    [`${name}_memory_mb`]: rounded(memory, 1),
  };
  const toPlain = (of: string): Record<string, number> => {
    const [here, plain] = [measured[name + of], figures[`${beside}${of}`]];
    return here === undefined || plain === undefined ? {} : { [`${name}${of}_to_plain`]: rounded(here / plain, 3) };
  };
  // With `--only`, there is no stream to compare with.
  Object.assign(measured, toPlain(""), toPlain("_cpu_ms"));
  Object.assign(figures, measured);
  rows.push([name, ...Object.values(measured).map(String)]);
}

function notes(fixture: Fixture): string {
  const disk = fixture.inMemory
    ? "fsync and synchronous_commit are on, but the temporary directory is in memory. Set TMPDIR to a directory on a disk."
    : "fsync and synchronous_commit are on: each acknowledged booking is on the disk.";
  return `${disk} Every booking takes free nights, and every response was 201.
insert: the same row over 16 database connections, without the service. database CPU: all its processes, including background work.
policy: the account has a cancelation policy of three items. one_mirror, three_mirrors: the number of rentals linked to each booked one.`;
}
