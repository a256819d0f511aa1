import { type Bench, type BenchOptions, chosen, type Outcome } from "./bench.ts";
import { Load, median } from "./load.ts";
import { type LoadResult, Usage } from "./messages.ts";
import { startService } from "./variants.ts";
import { rounded, table } from "./table.ts";
import { makeFixture, type Fixture } from "./fixture.ts";

/** Bookings through HTTP on a database that waits for the disk: every acknowledged one survives a power cut. */
export const book: Bench = {
  claim:
    "Bookings per second over 1, 8 and 32 connections, spread over 49 rentals and all on one; on the disk when answered.",
  async run(options) {
    console.error("Making 50,000 bookings …");
    await using fixture = await makeFixture(true, options.signal);
    return await stream(fixture, options);
  },
};

async function stream(fixture: Fixture, options: BenchOptions): Promise<Outcome> {
  const token = await fixture.aToken(["bookings_read", "bookings_write"]);
  const [one, ...spread] = await fixture.ids(
    `select id from rentals where account_id = ${fixture.account} order by id`,
  );
  const streams = [
    ...[1, 8, 32].map((connections) => ({ name: `book_spread_${connections}`, connections, rentals: spread })),
    ...[1, 8, 32].map((connections) => ({ name: `book_one_${connections}`, connections, rentals: [one ?? 0] })),
  ];
  await using load = new Load(options.signal);
  await using service = await startService(fixture, options.profile);
  const { seconds = 2, rounds = 3 } = options;
  const fire = (connections: number, rentals: number[], length: number): Promise<LoadResult> =>
    load.fire({ url: service.url, token, connections, seconds: length, requests: { kind: "bookings", rentals } });
  const rows: string[][] = [];
  const figures: Record<string, number> = {};
  await fire(8, spread, 1);
  for (const { name, connections, rentals } of chosen(streams, options)) {
    console.error(`Measuring ${name} …`);
    const results: LoadResult[] = [];
    await service.process.ask({}, Usage);
    for (let round = 0; round < rounds; round++) results.push(await fire(connections, rentals, seconds));
    report(name, results, await service.process.ask({}, Usage), rows, figures);
  }
  return { text: `${table(heads, rows)}\n\n${notes(fixture)}`, figures };
}

const heads = ["", "bookings/s", "p50 ms", "p99 ms", "CPU ms/booking", "memory MB"];

function report(
  name: string,
  results: readonly LoadResult[],
  usage: Usage,
  rows: string[][],
  figures: Record<string, number>,
): void {
  const middle = (of: (result: LoadResult) => number) => rounded(median(results.map(of)), 1);
  const answers = results.reduce((sum, result) => sum + result.answers, 0);
  const measured = {
    [name]: middle((result) => result.perSecond),
    [`${name}_p50_ms`]: middle((result) => result.p50),
    [`${name}_p99_ms`]: middle((result) => result.p99),
    [`${name}_cpu_ms`]: rounded(usage.processor / answers, 3),
    [`${name}_memory_mb`]: rounded(usage.memory, 1),
  };
  Object.assign(figures, measured);
  rows.push([name, ...Object.values(measured).map(String)]);
}

function notes(fixture: Fixture): string {
  const disk = fixture.inMemory
    ? "fsync and synchronous_commit are on, but the temporary directory lies in memory: set TMPDIR to a place on a disk."
    : "fsync and synchronous_commit are on: each acknowledged booking is on the disk.";
  return `${disk} Every booking takes free nights, and every answer was 201.`;
}
