import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startEmbeddedPostgres } from "@roost/embedded-postgres";
import { type Bench, BenchError, type BenchOptions, chosen, type Outcome } from "./bench.ts";
import { freePort } from "./growth-start-up.ts";
import { processorTimeOf } from "./memory-processes.ts";
import { rounded, table } from "./table.ts";

/** Milliseconds between two attempts, and until the timeout. */
const pause = 5;
const timeoutMs = 120_000;

/** Milliseconds until the first response, and processor time of service and database until then. */
interface Start {
  readonly wall: number;
  readonly processor: number;
}

/** A way to start the service in a round's directory. */
const starts = [
  { name: "cold", what: "empty database", run: (directory: string) => started(directory) },
  { name: "warm", what: "database of before", run: (directory: string) => started(directory) },
  {
    name: "uncompiled",
    what: "and nothing compiled",
    run: (directory: string) => started(directory, { NODE_COMPILE_CACHE: join(directory, "compiled") }),
  },
] as const;

/** The lower bounds: starting Node, and creating and starting an empty database. */
const floors = [
  { name: "node", what: "node -e 0", run: emptyNode },
  { name: "database", what: "initdb and a start of PostgreSQL", run: emptyDatabase },
] as const;

export const start: Bench = {
  claim: "A start of the service with an empty and an existing database, against the starts of Node and PostgreSQL.",
  async run(options) {
    const parts = [...chosen(starts, options), ...floors];
    const times = new Map<string, Start[]>(parts.map(({ name }) => [name, []]));
    // The first round fills the compile cache.
    for (let round = 0; round <= (options.rounds ?? 5); round++) {
      if (options.signal.aborted) throw new BenchError("Interrupted.");
      await measureRound(parts, (name, time) => round > 0 && times.get(name)?.push(time));
    }
    return outcomeOf(parts, times, options);
  },
};

type Part = (typeof starts | typeof floors)[number];

async function measureRound(parts: readonly Part[], note: (name: string, time: Start) => unknown): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "roost-bench-start-"));
  try {
    for (const { name, run } of parts) note(name, await run(directory));
  } finally {
    await rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

async function started(directory: string, environment: Record<string, string> = {}): Promise<Start> {
  const port = await freePort();
  const began = performance.now();
  const service = spawn(process.execPath, [join(import.meta.dirname, "..", "bin", "start.js")], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...{ ...process.env, ROOST_DATA_DIR: join(directory, "data"), ROOST_TLS: "off", ROOST_HTTP_PORT: String(port) },
      ...{ ROOST_DEMO: "off", ROOST_LOG_LEVEL: "silent", ...environment },
    },
  });
  const ended = once(service, "exit");
  try {
    for (;;) {
      const response = await fetch(`http://localhost:${port}/health`).catch(() => undefined);
      if (response?.status === 200)
        return { wall: performance.now() - began, processor: await processorTimeOf(service.pid ?? 0) };
      if (service.exitCode !== null || performance.now() - began > timeoutMs)
        throw new BenchError("The service did not start.");
      await wait(pause);
    }
  } finally {
    service.kill("SIGTERM");
    await ended;
  }
}

async function emptyNode(): Promise<Start> {
  const began = performance.now();
  spawnSync(process.execPath, ["-e", "0"]);
  return { wall: performance.now() - began, processor: 0 };
}

async function emptyDatabase(directory: string): Promise<Start> {
  const began = performance.now();
  const server = await startEmbeddedPostgres({ directory: join(directory, "floor") });
  const wall = performance.now() - began;
  await server.stop();
  return { wall, processor: 0 };
}

function outcomeOf(parts: readonly Part[], times: ReadonlyMap<string, Start[]>, { rounds }: BenchOptions): Outcome {
  const figures: Record<string, number> = {};
  const rows = parts.map(({ name, what }) => {
    const measured = times.get(name) ?? [];
    const wall = rounded(median(measured.map((time) => time.wall)), 0);
    const processor = rounded(median(measured.map((time) => time.processor)), 0);
    figures[`${name}_ms`] = wall;
    if (processor > 0) figures[`${name}_cpu_ms`] = processor;
    return [`${name}: ${what}`, String(wall), processor > 0 ? String(processor) : ""];
  });
  const notes = `Medians of ${rounds ?? 5} rounds: milliseconds from the process's start to its first response, and processor time including child processes.`;
  return { text: `${table(["start", "ms", "processor"], rows)}\n\n${notes}`, figures };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
