import { formatDay } from "../src/core/day.ts";
import { type Bench, BenchError, type BenchOptions, chosen, type Outcome } from "./bench.ts";
import { CountingProxy, type Traffic } from "./counting-proxy.ts";
import { type Fixture, makeFixture } from "./fixture.ts";
import { Load, median } from "./load.ts";
import { LoadResult, Usage } from "./messages.ts";
import { rounded, table } from "./table.ts";
import { startInserts, startService } from "./variants.ts";

/** Bookings through HTTP on a database that waits for the disk: every acknowledged one survives a power cut. */
export const book: Bench = {
  claim:
    "Bookings per second over 1, 8 and 32 connections, spread over 49 rentals and all on one; with a policy and mirrors; on the disk when answered; against bare inserts of the same row.",
  async run(options) {
    console.error("Making 50,000 bookings …");
    await using fixture = await makeFixture(true, options.signal);
    return await stream(fixture, options);
  },
};

/** Bookings over some connections, of these rentals of an account. */
interface Stream {
  readonly name: string;
  readonly account: number;
  readonly connections: number;
  readonly rentals: readonly number[];
  /** The stream of the same connections without a policy and mirrors, measured before. */
  readonly beside?: string;
  /** Nothing but the row is written, past the service. */
  readonly bare?: true;
}

interface Measured extends Stream {
  readonly results: LoadResult[];
  /** Milliseconds of the service's processor and of the database's in all rounds, and the service's megabytes after the last. */
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
  // In turns, so that what else happens on the machine happens to all of them.
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
  const asked =
    traffic === undefined
      ? ""
      : `One creation: ${traffic.roundTrips} round trips, ${traffic.statements} statements, with the token's.\n`;
  return {
    text: `${table(heads, rows)}\n\n${compared.map(([name, ratio]) => `${name}: ${ratio}`).join("\n")}\n${asked}${notes(fixture)}`,
    figures: { ...figures, ...Object.fromEntries(compared), ...traffic },
  };
}

/** What is promised of the streams that were measured: a share of bare inserts, and on one rental a share of many. */
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

/** What the service asks its database for one booking. Behind others, so that all is prepared; the least of some counts. */
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
    if (answer.status !== 201) throw new BenchError(`A booking was answered with ${await answer.text()}`);
    await answer.arrayBuffer();
    taken.push(proxy.take());
  }
  return taken.toSorted((one, other) => one.roundTrips - other.roundTrips)[0];
}

/** The rentals of an account that have as many behind them as they share a group with. */
async function rentalsOf(fixture: Fixture, account: number, every: number): Promise<number[]> {
  const ids = await fixture.ids(`select id from rentals where account_id = ${account} order by id`);
  return ids.filter((_, place) => place % every === 0 && place + every <= ids.length);
}

/** The plain streams, and beside that of eight connections what a policy, mirrors and both add to it. */
async function streamsOf(fixture: Fixture): Promise<readonly Stream[]> {
  await fixture.add("./book-fixture.sql");
  const accounts = await fixture.ids("select id from accounts order by id");
  const plain = { account: fixture.account, connections: 8 };
  const [one, ...spread] = await rentalsOf(fixture, fixture.account, 1);
  const variants = ["policy", "one_mirror", "three_mirrors", "policy_one_mirror", "policy_three_mirrors"];
  // One rental of each group is booked: the others have its mirrors.
  const every = [1, 2, 4, 2, 4];
  const besides = variants.map(async (name, place) => {
    const account = accounts[place + 1] ?? 0;
    const rentals = await rentalsOf(fixture, account, every[place] ?? 1);
    return { name: `book_${name}_8`, account, connections: 8, rentals, beside: "book_spread_8" };
  });
  const bare = { ...plain, connections: 32, bare: true } as const;
  return [
    { ...plain, name: "book_spread_1", connections: 1, rentals: spread },
    { ...plain, name: "book_spread_8", rentals: spread },
    ...(await Promise.all(besides)),
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
  // Alone (`--only`), a stream has nothing beside it.
  Object.assign(measured, toPlain(""), toPlain("_cpu_ms"));
  Object.assign(figures, measured);
  rows.push([name, ...Object.values(measured).map(String)]);
}

function notes(fixture: Fixture): string {
  const disk = fixture.inMemory
    ? "fsync and synchronous_commit are on, but the temporary directory lies in memory: set TMPDIR to a place on a disk."
    : "fsync and synchronous_commit are on: each acknowledged booking is on the disk.";
  return `${disk} Every booking takes free nights, and every answer was 201.
insert: the same row by 16 connections to the database, past the service. database CPU: that of its processes, with their share of what they do for themselves.
policy: the account has a cancelation policy of three items. one_mirror, three_mirrors: each booked rental is linked to so many others.`;
}
