import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { EmbeddedPostgresError } from "@roost/embedded-postgres";
import { access } from "./access.ts";
import { against } from "./against.ts";
import { agent } from "./agent.ts";
import { automations } from "./automations.ts";
import { type Bench, BenchError } from "./bench.ts";
import { book } from "./book.ts";
import { citus } from "./citus.ts";
import { browserConsole } from "./console.ts";
import { events } from "./events.ts";
import { feed } from "./feed.ts";
import { growth } from "./growth.ts";
import { guests } from "./guests.ts";
import { imports } from "./import.ts";
import { lanes } from "./lanes.ts";
import { los } from "./los.ts";
import { memory } from "./memory.ts";
import { neighbour } from "./neighbour.ts";
import { pricing } from "./pricing/pricing.ts";
import { processes } from "./processes.ts";
import { read } from "./read.ts";
import { search } from "./search.ts";
import { site } from "./site.ts";
import { start } from "./start.ts";
import { telemetry } from "./telemetry.ts";

/** The benchmarks by name. */
const benches: Readonly<Record<string, Bench>> = {
  read,
  book,
  access,
  console: browserConsole,
  events,
  pricing,
  los,
  search,
  guests,
  neighbour,
  lanes,
  agent,
  automations,
  import: imports,
  feed,
  growth,
  memory,
  site,
  telemetry,
  start,
  processes,
  citus,
};

const usage = `npm run bench -- <name> [--json] [--seconds N] [--rounds N] [--only PART] [--profile DIRECTORY] [--beside DIRECTORY] [--share N] [--soak MINUTES]
                        [--against DIRECTORY [--times N]]

${Object.entries(benches)
  .map(([name, { claim }]) => `  ${name.padEnd(9)} ${claim}`)
  .join("\n")}

  --json       print only the figures, as one flat JSON object
  --seconds N  the length of one round
  --rounds N   the number of rounds
  --only PART  measure only this part, such as get or book_one_8
  --profile D  write a CPU profile of each measured process to directory D
  --beside D   also measure the service of working tree D, in the same rounds on the same database (read)
  --share N    bookings of all accounts per booking of the measured account (growth); default 10
  --soak M     also measure memory during M minutes of light load (memory)
  --against D  run it alternately here and in working tree D, and compare
  --times N    the number of runs of each with --against; default 3`;

/** Ctrl-C ends the round and cleans up. A second one exits immediately. */
const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => interrupted.abort());

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: "boolean", default: false },
      seconds: { type: "string" },
      rounds: { type: "string" },
      only: { type: "string" },
      profile: { type: "string" },
      beside: { type: "string" },
      share: { type: "string" },
      soak: { type: "string" },
      against: { type: "string" },
      times: { type: "string" },
    },
  });
  const [name, ...others] = positionals;
  if (name === undefined) return console.log(usage);
  const bench = Object.hasOwn(benches, name) ? benches[name] : undefined;
  if (!bench || others.length > 0) throw new BenchError(`Unknown benchmark "${positionals.join(" ")}".\n\n${usage}`);
  const options = {
    signal: interrupted.signal,
    seconds: positive("seconds", values.seconds),
    rounds: positive("rounds", values.rounds),
    only: values.only,
    profile: values.profile,
    share: positive("share", values.share),
    soak: positive("soak", values.soak),
    plots: !values.json,
    beside: values.beside === undefined ? undefined : resolve(values.beside),
  };
  const { seconds, rounds, only } = values;
  const outcome =
    values.against === undefined
      ? await bench.run(options)
      : await against(
          [name, ...Object.entries({ seconds, rounds, only }).flatMap(argumentsOf)],
          resolve(values.against),
          positive("times", values.times) ?? 3,
          interrupted.signal,
        );
  console.log(values.json ? JSON.stringify(outcome.figures) : outcome.text);
}

/** An option as command-line arguments. */
function argumentsOf([name, value]: readonly [string, string | undefined]): string[] {
  return value === undefined ? [] : [`--${name}`, value];
}

function positive(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,5}(\.\d+)?$/.test(text) || Number(text) <= 0)
    throw new BenchError(`--${name} must be a positive number.`);
  return Number(text);
}

await main().catch((error: unknown) => {
  const plain = error instanceof BenchError || error instanceof EmbeddedPostgresError || isUsageError(error);
  console.error(interrupted.signal.aborted ? "Interrupted." : plain ? error.message : error);
  process.exitCode = 1;
});

function isUsageError(error: unknown): error is Error {
  return error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
}
