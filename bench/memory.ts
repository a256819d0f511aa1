import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Bench, BenchError, type BenchOptions, type Outcome } from "./bench.ts";
import { freePort } from "./growth-start-up.ts";
import { memoryOf, type ProcessMemory, processorTimeOf } from "./memory-processes.ts";
import { type Soaked, soak } from "./memory-soak.ts";
import { rounded, table } from "./table.ts";

/** Milliseconds of quiet before memory is looked at; the share of a processor that is quiet; and how long quiet is waited for. */
const quiet = 60_000;
const quietShare = 0.05;
const longest = 15 * 60_000;
const look = 5_000;

/** What the service and its own database hold of the machine when nobody asks for anything; and with --soak, under load and after it. */
export const memory: Bench = {
  claim:
    "Memory of service and database at rest, after a first and a second start with the demo; --soak MINUTES: under a gentle load.",
  async run(options) {
    const directory = await mkdtemp(join(tmpdir(), "roost-bench-memory-"));
    try {
      return await measure(directory, options);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
};

async function measure(directory: string, options: BenchOptions): Promise<Outcome> {
  const rows: string[][] = [];
  const figures: Record<string, number> = {};
  const port = await freePort();
  let token = "";
  for (const start of ["first", "second"] as const) {
    await using service = await startService(directory, port);
    // Shown at the first start only.
    token ||= /Bearer (\S+?)['"\s]/.exec(service.said())?.[1] ?? "";
    console.error(`Waiting for a minute of quiet after the ${start} start …`);
    await untilQuiet(service.id, options.signal);
    report(start, await memoryOf(service.id), rows, figures);
    if (start === "first" || options.soak === undefined) continue;
    const soaked = { token, directory: join(directory, "data"), minutes: options.soak, signal: options.signal };
    await measureSoak({ ...service, ...soaked }, rows, figures);
    console.error("Waiting for a minute of quiet after the soak …");
    await untilQuiet(service.id, options.signal);
    report("soaked", await memoryOf(service.id), rows, figures);
  }
  return { text: `${table(heads, rows)}\n\n${notes}`, figures };
}

interface Running extends AsyncDisposable {
  readonly id: number;
  readonly url: string;
  /** What it has printed so far. */
  said(): string;
}

/** The service as `npm start` starts it, with a database and data of its own in the directory. */
async function startService(directory: string, port: number): Promise<Running> {
  const service = spawn(process.execPath, [join(import.meta.dirname, "..", "bin", "start.js")], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      ROOST_DATA_DIR: join(directory, "data"),
      ROOST_TLS: "off",
      ROOST_HTTP_PORT: String(port),
      ROOST_LOG_LEVEL: "warn",
    },
  });
  let said = "";
  service.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const url = `http://localhost:${port}`;
  while (!(await fetch(`${url}/health`).catch(() => undefined))) {
    if (service.exitCode !== null || service.pid === undefined) throw new BenchError("The service did not start.");
    await wait(200);
  }
  // What it says at the end of its start comes right after it listens.
  await wait(2_000);
  return { id: service.pid ?? 0, url, said: () => said, [Symbol.asyncDispose]: () => end(service) };
}

async function end(service: ChildProcess): Promise<void> {
  if (service.exitCode !== null || service.signalCode !== null) return;
  const exited = once(service, "exit");
  service.kill("SIGTERM");
  await exited;
}

/** After the first start the demo's pictures are drawn, which takes minutes. */
async function untilQuiet(id: number, signal: AbortSignal): Promise<void> {
  const began = performance.now();
  let since = began;
  let before = await processorTimeOf(id);
  while (performance.now() - since < quiet) {
    if (performance.now() - began > longest)
      throw new BenchError(`The service was not quiet in ${longest / 60_000} minutes.`);
    await wait(look, undefined, { signal });
    const used = await processorTimeOf(id);
    if (used - before > look * quietShare) since = performance.now();
    before = used;
  }
}

/** Loads the service gently, and looks at memory every two minutes. */
async function measureSoak(
  { id, url, token, directory, minutes, signal }: Running & Soaked,
  rows: string[][],
  figures: Record<string, number>,
): Promise<void> {
  await soak({ url, token, directory, minutes, signal }, async ({ minute, answers, p99 }) => {
    const [total, service] = summed(await memoryOf(id));
    console.error(
      `Minute ${minute}: ${total.toFixed(1)} MB, of it the service ${service.toFixed(1)} MB; ${answers} answers, p99 ${p99.toFixed(0)} ms`,
    );
    figures[`soak_minute_${minute}_mb`] = rounded(total, 1);
    rows.push([`soak, minute ${minute}: all`, total.toFixed(1), "", "", "", ""]);
  });
}

/** Megabytes of all, and of the service alone. */
function summed(processes: readonly ProcessMemory[]): [number, number] {
  const sum = (some: readonly ProcessMemory[]) => some.reduce((all, { pss }) => all + pss, 0);
  return [sum(processes), sum(processes.filter(({ name }) => name === "service"))];
}

const heads = ["", "MB", "anonymous", "file", "shared", "resident"];
const notes = `Proportional set sizes: a page that several processes share counts by its parts. What runs from the same Node takes part in the service's
pages of it, this benchmark first of all: where nothing else does, the service is at most what is resident. first: the demo was made and its pictures drawn in the
same process. second: the same data, started again. Each after a minute in which all of them used less than 5 % of a processor.`;

function report(
  start: "first" | "second" | "soaked",
  processes: readonly ProcessMemory[],
  rows: string[][],
  figures: Record<string, number>,
): void {
  const [total, service] = summed(processes);
  figures[`${start}_start_mb`] = rounded(total, 1);
  figures[`${start}_start_service_mb`] = rounded(service, 1);
  const own = processes.find(({ name }) => name === "service");
  figures[`${start}_start_service_resident_mb`] = rounded(own?.resident ?? 0, 1);
  figures[`${start}_start_database_mb`] = rounded(total - service, 1);
  for (const { name, pss, anonymous, file, shared, resident } of processes)
    rows.push([`${start}: ${name}`, ...[pss, anonymous, file, shared, resident].map((value) => value.toFixed(1))]);
  rows.push([`${start}: all`, total.toFixed(1), "", "", "", ""]);
}
