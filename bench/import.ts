import { tmpdir } from "node:os";
import { join } from "node:path";
import { serviceDependencies } from "../src/app/dependencies.ts";
import { formatDay } from "../src/core/day.ts";
import { Database } from "../src/database/connect/database.ts";
import { secretsUnder } from "../src/kernel/access/secrets.ts";
import { everyScope } from "../src/modules/platform/access/scope-list.ts";
import { type ImportEnvironment, importFile } from "../src/modules/records/imports/import-file.ts";
import type { ImportKind, SourceLine } from "../src/modules/records/imports/source-line.ts";
import { noFiles } from "../test/harness/files.ts";
import { type Bench, BenchError, type BenchOptions, type Outcome } from "./bench.ts";
import { type Fixture, makeFixture } from "./fixture.ts";
import { rounded } from "./table.ts";

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
    return await measure(fixture, options);
  },
};

async function measure(fixture: Fixture, { rounds = 1 }: BenchOptions): Promise<Outcome> {
  const database = new Database(fixture.login, { connections: 4 });
  try {
    const surroundings = surroundingsOf(fixture, database);
    await timed(
      surroundings,
      "rentals",
      Array.from({ length: rentals }, (_, index) => aRental(index)),
    );
    const lines = Array.from({ length: bookings }, (_, index) => aBooking(index));
    const seconds: number[] = [];
    // All rounds except the last are dry runs, which do the same work.
    for (let round = 1; round <= rounds; round++)
      seconds.push(await timed(surroundings, "bookings", lines, round === rounds));
    const again = await timed(surroundings, "bookings", lines);
    const path = join(tmpdir(), `roost-bench-${process.pid}.copy`);
    const [copied = 0] = await fixture.ids(`select copied_again('${path}') as id`);
    return outcomeOf(Math.min(...seconds), again, copied / 1000);
  } finally {
    await database.close();
  }
}

function outcomeOf(seconds: number, again: number, copied: number): Outcome {
  const figures = {
    import_seconds: rounded(seconds, 1),
    import_bookings_per_second: Math.round(bookings / seconds),
    import_again_seconds: rounded(again, 1),
    copy_seconds: rounded(copied, 2),
    import_to_copy: rounded(seconds / copied, 1),
  };
  const text = `${bookings} bookings of ${rentals} rentals: ${figures.import_seconds} s, ${figures.import_bookings_per_second} a second.
The same file again, which changes nothing: ${figures.import_again_seconds} s.
COPY into the same table, without prices, fees, checks and locks: ${figures.copy_seconds} s; the import takes ${figures.import_to_copy} times as long.`;
  return { text, figures };
}

async function timed(
  surroundings: ImportEnvironment,
  kind: ImportKind,
  lines: readonly SourceLine[],
  apply = true,
): Promise<number> {
  const began = performance.now();
  const before = process.cpuUsage();
  const report = await importFile(surroundings, { kind, lines, mapping: {}, apply, progress: () => undefined });
  const seconds = (performance.now() - began) / 1000;
  if (report.wrong > 0) throw new BenchError(`${report.wrong} lines are wrong: ${JSON.stringify(report.problems[0])}`);
  const { user, system } = process.cpuUsage(before);
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
  console.error(
    `${kind}: ${report.created} created, ${report.unchanged} unchanged in ${rounded(seconds, 1)} s, ${rounded((user + system) / 1e6, 1)} s of this process's processor, at most ${megabytes} MB`,
  );
  return seconds;
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

const aRental = (index: number): SourceLine => ({
  line: index + 2,
  values: { external_reference: `R${index}`, name: `Cottage ${index}`, base_rate: "100", currency: "EUR" },
});

/** 250 stays per rental, of three nights with one between them, each with a payment. Every other stay has its own prices. */
function aBooking(index: number): SourceLine {
  const [rental, stay] = [index % rentals, Math.floor(index / rentals)];
  const arrival = firstDay + stay * 4;
  const prices: Record<string, string> = index % 2 === 0 ? { initial_price: "310.50", final_price: "350" } : {};
  return {
    line: index + 2,
    values: {
      external_reference: `B${index}`,
      rental: `R${rental}`,
      start_at: formatDay(arrival),
      end_at: formatDay(arrival + 3),
      adults: "2",
      ...prices,
      ...{ created_at: "2026-01-05", paid_amount: "100", paid_at: "2026-01-06", payment_method: "Cash" },
      ...(index % 5 === 0 ? { "client.email": `guest${index}@example.com`, "client.fullname": `Guest ${index}` } : {}),
    },
  };
}
