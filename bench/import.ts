import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { serviceDependencies } from "../src/app/dependencies.ts";
import { formatDay } from "../src/core/day.ts";
import { Database } from "../src/database/connect/database.ts";
import { secretsUnder } from "../src/kernel/access/secrets.ts";
import { everyScope } from "../src/modules/platform/access/scope-list.ts";
import { type ImportEnvironment, importFile } from "../src/modules/records/imports/import-file.ts";
import { fileReadings } from "../src/modules/records/imports/reading/file-readings.ts";
import { readLines } from "../src/modules/records/imports/reading/read-lines.ts";
import type { SourceLine } from "../src/modules/records/imports/source-line.ts";
import { noFiles } from "../test/harness/files.ts";
import { type Bench, BenchError, type BenchOptions, type Outcome } from "./bench.ts";
import { type Fixture, makeFixture } from "./fixture.ts";
import { rounded, table } from "./table.ts";

const rentals = 200;
const bookings = 50_000;

/** 1 January 2027. The imported stays are past and future. */
const firstDay = 20_819;

/** An import of bookings as by the command line. */
export const imports: Bench = {
  claim:
    "50,000 bookings with their payments imported by the rules of the API, half of them priced by it, against a plain COPY into their table.",
  async run(options) {
    await using fixture = await makeFixture(true, options.signal, "./import-fixture.sql");
    return options.only === "memory" ? await measureMemory(fixture) : await measure(fixture, options);
  },
};

async function measure(fixture: Fixture, { rounds = 1 }: BenchOptions): Promise<Outcome> {
  const database = new Database(fixture.login, { connections: 4 });
  try {
    const surroundings = surroundingsOf(fixture, database);
    await timed(surroundings, "rentals", rentals);
    const before = megabytes();
    const seconds: number[] = [];
    // All rounds except the last are dry runs, which do the same work.
    for (let round = 1; round <= rounds; round++)
      seconds.push(await timed(surroundings, "bookings", bookings, round === rounds));
    const again = await timed(surroundings, "bookings", bookings);
    const path = join(tmpdir(), `roost-bench-${process.pid}.copy`);
    const [copied = 0] = await fixture.ids(`select copied_again('${path}') as id`);
    return outcomeOf(Math.min(...seconds), again, copied / 1000, megabytes() - before);
  } finally {
    await database.close();
  }
}

function outcomeOf(seconds: number, again: number, copied: number, grown: number): Outcome {
  const figures = {
    import_seconds: rounded(seconds, 1),
    import_bookings_per_second: Math.round(bookings / seconds),
    import_again_seconds: rounded(again, 1),
    copy_seconds: rounded(copied, 2),
    import_to_copy: rounded(seconds / copied, 1),
    import_memory_mb: grown,
  };
  const text = `${bookings} bookings of ${rentals} rentals: ${figures.import_seconds} s, ${figures.import_bookings_per_second} a second.
The same file again, which changes nothing: ${figures.import_again_seconds} s.
COPY into the same table, without prices, fees, checks and locks: ${figures.copy_seconds} s; the import takes ${figures.import_to_copy} times as long.
The process's memory grew by ${grown} MB at most.`;
  return { text, figures };
}

async function timed(
  surroundings: ImportEnvironment,
  kind: "rentals" | "bookings",
  count: number,
  apply = true,
  progress: (lines: number) => void = () => undefined,
): Promise<number> {
  const began = performance.now();
  const before = process.cpuUsage();
  const line = kind === "rentals" ? aRental : aBooking;
  const text = Array.from({ length: count }, (_, index) => `${JSON.stringify(line(index))}\n`).join("");
  const file = await readLines(Buffer.from(text));
  const { columns } = await fileReadings(surroundings.registry, kind, file, {});
  const report = await importFile(surroundings, { kind, file, columns, mapping: {}, apply, progress });
  const seconds = (performance.now() - began) / 1000;
  if (report.wrong > 0) throw new BenchError(`${report.wrong} lines are wrong: ${JSON.stringify(report.problems[0])}`);
  const { user, system } = process.cpuUsage(before);
  console.error(
    `${kind}: ${report.created} created, ${report.unchanged} unchanged in ${rounded(seconds, 1)} s, ${rounded((user + system) / 1e6, 1)} s of this process's processor, at most ${megabytes()} MB`,
  );
  return seconds;
}

/** Lines of the files whose memory is compared. */
const fileSizes = [5000, 20_000, 80_000];

/** Lines between two collections of garbage. */
const collectedEvery = 2000;

/** The most that the heap holds after a collection, by the lines of the file. The file's bytes are outside the heap. */
async function measureMemory(fixture: Fixture): Promise<Outcome> {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const database = new Database(fixture.login, { connections: 4 });
  const figures: Record<string, number> = {};
  try {
    const surroundings = surroundingsOf(fixture, database);
    await timed(surroundings, "rentals", rentals);
    for (const size of fileSizes) {
      let peak = 0;
      await timed(surroundings, "bookings", size, false, (done) => {
        if (done % collectedEvery !== 0) return;
        collect();
        peak = Math.max(peak, process.memoryUsage().heapUsed);
      });
      figures[`import_heap_mb_${size}`] = rounded(peak / 1024 / 1024, 1);
      console.error(`${size} lines: ${figures[`import_heap_mb_${size}`]} MB of heap`);
    }
    const rows = fileSizes.map((size) => [String(size), String(figures[`import_heap_mb_${size}`])]);
    return { text: table(["lines", "heap MB"], rows), figures };
  } finally {
    await database.close();
  }
}

function surroundingsOf({ account, application }: Fixture, database: Database): ImportEnvironment {
  const secrets = { ...secretsUnder([Buffer.alloc(32, 7)]), linkKey: Buffer.alloc(32, 8) };
  const { queries, clock } = serviceDependencies(database, secrets, noFiles);
  const scopes = new Set(everyScope.filter((scope) => !scope.endsWith("_owned")));
  const caller = { accounts: [account], application, scopes, publishedOnly: false, ofAccount: true } as const;
  return {
    scope: database.within([account]),
    caller,
    registry: queries.registry,
    secrets,
    files: noFiles,
    now: clock(),
  };
}

/** This process's memory at its peak. */
const megabytes = (): number => Math.round(process.resourceUsage().maxRSS / 1024);

const aRental = (index: number): SourceLine["values"] => ({
  ...{ external_reference: `R${index}`, name: `Cottage ${index}`, base_rate: "100", currency: "EUR" },
});

/** 250 stays per rental, of three nights with one between them, each with a payment. Every other stay has its own prices. */
function aBooking(index: number): SourceLine["values"] {
  const [rental, stay] = [index % rentals, Math.floor(index / rentals)];
  const arrival = firstDay + stay * 4;
  const prices: Record<string, string> = index % 2 === 0 ? { initial_price: "310.50", final_price: "350" } : {};
  return {
    external_reference: `B${index}`,
    rental: `R${rental}`,
    start_at: formatDay(arrival),
    end_at: formatDay(arrival + 3),
    adults: "2",
    ...prices,
    ...{ created_at: "2026-01-05", paid_amount: "100", paid_at: "2026-01-06", payment_method: "Cash" },
    ...(index % 5 === 0 ? { "client.email": `guest${index}@example.com`, "client.fullname": `Guest ${index}` } : {}),
  };
}
