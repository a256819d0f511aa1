import { type Bench, type BenchOptions, chosen, type Outcome } from "./bench.ts";
import { Load, median } from "./load.ts";
import { type LoadResult, Usage } from "./messages.ts";
import { startService } from "./variants.ts";
import { rounded, table } from "./table.ts";
import { makeFixture, type Fixture } from "./fixture.ts";

/** Bookings through HTTP on a database that waits for the disk: every acknowledged one survives a power cut. */
export const book: Bench = {
  claim:
    "Bookings per second over 1, 8 and 32 connections, spread over 49 rentals and all on one; with a policy and mirrors; on the disk when answered.",
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
}

interface Measured extends Stream {
  readonly results: LoadResult[];
  /** Milliseconds of the service's processor in all rounds, and its megabytes after the last. */
  processor: number;
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
  const fire = ({ account, connections, rentals }: Stream, length: number): Promise<LoadResult> =>
    load.fire({
      url: service.url,
      token: tokens.get(account) ?? "",
      connections,
      seconds: length,
      requests: { kind: "bookings", rentals: [...rentals] },
    });
  const measured: Measured[] = streams.map((one) => ({ ...one, results: [], processor: 0, memory: 0 }));
  for (const one of streams.slice(0, 1)) await fire({ ...one, connections: 8 }, 1);
  // In turns, so that what else happens on the machine happens to all of them.
  for (let round = 0; round < rounds; round++) {
    for (const one of measured) {
      console.error(`Measuring ${one.name}, ${round + 1} of ${rounds} …`);
      await service.process.ask({}, Usage);
      one.results.push(await fire(one, seconds));
      const { processor, memory } = await service.process.ask({}, Usage);
      one.processor += processor;
      one.memory = memory;
    }
  }
  const rows: string[][] = [];
  const figures: Record<string, number> = {};
  for (const one of measured) report(one, rows, figures);
  return { text: `${table(heads, rows)}\n\n${notes(fixture)}`, figures };
}

/** The plain streams, and beside that of eight connections what a policy, mirrors and both add to it. */
async function streamsOf(fixture: Fixture): Promise<readonly Stream[]> {
  await fixture.add("./book-fixture.sql");
  const accounts = await fixture.ids("select id from accounts order by id");
  const rentalsOf = async (account: number, every: number): Promise<number[]> => {
    const ids = await fixture.ids(`select id from rentals where account_id = ${account} order by id`);
    return ids.filter((_, place) => place % every === 0 && place + every <= ids.length);
  };
  const plain = { account: fixture.account, connections: 8 };
  const [one, ...spread] = await rentalsOf(fixture.account, 1);
  const variants = ["policy", "one_mirror", "three_mirrors", "policy_one_mirror", "policy_three_mirrors"];
  // One rental of each group is booked: the others have its mirrors.
  const every = [1, 2, 4, 2, 4];
  const besides = variants.map(async (name, place) => {
    const account = accounts[place + 1] ?? 0;
    const rentals = await rentalsOf(account, every[place] ?? 1);
    return { name: `book_${name}_8`, account, connections: 8, rentals, beside: "book_spread_8" };
  });
  return [
    { ...plain, name: "book_spread_1", connections: 1, rentals: spread },
    { ...plain, name: "book_spread_8", rentals: spread },
    ...(await Promise.all(besides)),
    { ...plain, name: "book_spread_32", connections: 32, rentals: spread },
    ...[1, 8, 32].map((connections) => ({
      ...plain,
      name: `book_one_${connections}`,
      connections,
      rentals: [one ?? 0],
    })),
  ];
}

const heads = [
  "",
  "bookings/s",
  "p50 ms",
  "p99 ms",
  "CPU ms/booking",
  "memory MB",
  "bookings/s to plain",
  "CPU to plain",
];

function report(
  { name, beside, results, processor, memory }: Measured,
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
policy: the account has a cancelation policy of three items. one_mirror, three_mirrors: each booked rental is linked to so many others.`;
}
