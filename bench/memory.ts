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

/** Idle milliseconds before a reading, the processor share that counts as idle, and the timeout. */
const quiet = 60_000;
const quietShare = 0.05;
const timeoutMs = 15 * 60_000;
const look = 5_000;

/** The memory of service and database when idle; with --soak, also under and after load. */
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
    // Printed only at the first start.
    token ||= /Bearer (\S+?)['"\s]/.exec(service.output())?.[1] ?? "";
    console.error(`Waiting for an idle minute after the ${start} start …`);
    await untilQuiet(service.id, options.signal);
    report(start, await memoryOf(service.id), rows, figures);
    if (start === "first" || options.soak === undefined) continue;
    const soaked = { token, directory: join(directory, "data"), minutes: options.soak, signal: options.signal };
    await measureSoak({ ...service, ...soaked }, rows, figures);
    console.error("Waiting for an idle minute after the soak …");
    await untilQuiet(service.id, options.signal);
    report("soaked", await memoryOf(service.id), rows, figures);
  }
  return { text: `${table(heads, rows)}\n\n${notes}`, figures };
}

interface Running extends AsyncDisposable {
  readonly id: number;
  readonly url: string;
  /** Its output so far. */
  output(): string;
}

/** Starts the service as `npm start` does, with its database and data in the directory. */
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
  let output = "";
  service.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const url = `http://localhost:${port}`;
  while (!(await fetch(`${url}/health`).catch(() => undefined))) {
    if (service.exitCode !== null || service.pid === undefined) throw new BenchError("The service did not start.");
    await wait(200);
  }
  // The last output of a start follows shortly after it listens.
  await wait(2_000);
  return { id: service.pid ?? 0, url, output: () => output, [Symbol.asyncDispose]: () => end(service) };
}

async function end(service: ChildProcess): Promise<void> {
  if (service.exitCode !== null || service.signalCode !== null) return;
  const exited = once(service, "exit");
  service.kill("SIGTERM");
  await exited;
}

/** Waits until the processes are idle. After the first start, the demo's pictures take minutes. */
async function untilQuiet(id: number, signal: AbortSignal): Promise<void> {
  const began = performance.now();
  let since = began;
  let before = await processorTimeOf(id);
  while (performance.now() - since < quiet) {
    if (performance.now() - began > timeoutMs)
      throw new BenchError(`The service was not idle within ${timeoutMs / 60_000} minutes.`);
    await wait(look, undefined, { signal });
    const used = await processorTimeOf(id);
    if (used - before > look * quietShare) since = performance.now();
    before = used;
  }
}

/** Puts light load on the service, and reads its memory every two minutes. */
async function measureSoak(
  { id, url, token, directory, minutes, signal }: Running & Soaked,
  rows: string[][],
  figures: Record<string, number>,
): Promise<void> {
  await soak({ url, token, directory, minutes, signal }, async ({ minute, answers, p99 }) => {
    const [total, service] = summed(await memoryOf(id));
    console.error(
      `Minute ${minute}: ${total.toFixed(1)} MB, including ${service.toFixed(1)} MB of the service; ${answers} responses, p99 ${p99.toFixed(0)} ms`,
    );
    figures[`soak_minute_${minute}_mb`] = rounded(total, 1);
    rows.push([`soak, minute ${minute}: all`, total.toFixed(1), "", "", "", ""]);
  });
}

/** Megabytes of all processes, and of the service only. */
function summed(processes: readonly ProcessMemory[]): [number, number] {
  const sum = (some: readonly ProcessMemory[]) => some.reduce((all, { pss }) => all + pss, 0);
  return [sum(processes), sum(processes.filter(({ name }) => name === "service"))];
}

const heads = ["", "MB", "anonymous", "file", "shared", "resident"];
const notes = `Proportional set sizes divide shared pages among the processes. Other processes of the same Node binary, such as this benchmark, share
its pages; without them the service uses at most its resident size. first: the same process created the demo and drew its pictures.
second: the same data after a restart. Each after a minute in which all processes used less than 5 % of a processor.`;

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
