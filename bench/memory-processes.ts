import { readdir, readFile } from "node:fs/promises";
import { BenchError } from "./bench.ts";

/** What a process holds of the machine's memory, megabytes: shared pages count by their share (proportional set size). */
export interface ProcessMemory {
  readonly name: string;
  readonly pss: number;
  /** All pages that it holds, those that others hold as well counted whole. */
  readonly resident: number;
  readonly anonymous: number;
  readonly file: number;
  readonly shared: number;
}

interface Process {
  readonly id: number;
  readonly parent: number;
  /** Milliseconds of processor time, with that of its children that have ended. */
  readonly used: number;
}

/** The memory of a process and of all that it has started, itself first. @throws BenchError where the system does not tell (not Linux) */
export async function memoryOf(root: number): Promise<ProcessMemory[]> {
  const found = await Promise.all((await tree(root)).map(({ id }) => memoryOfOne(id)));
  const known = found.filter((one) => one !== undefined);
  if (known.length === 0)
    throw new BenchError("The memory of processes is known on Linux alone (/proc/<pid>/smaps_rollup).");
  return known;
}

/** Milliseconds of processor time that a process and all that it has started have used. */
export async function processorTimeOf(root: number): Promise<number> {
  return (await tree(root)).reduce((sum, { used }) => sum + used, 0);
}

async function tree(root: number): Promise<Process[]> {
  const entries = (await readdir("/proc")).filter((entry) => /^\d+$/.test(entry));
  const all = (await Promise.all(entries.map((entry) => processOf(Number(entry))))).filter((one) => one !== undefined);
  const found = all.filter(({ id }) => id === root);
  // Grows while it is walked: children follow their parents.
  for (const { id } of found) found.push(...all.filter(({ parent }) => parent === id));
  return found;
}

async function processOf(id: number): Promise<Process | undefined> {
  // It may have ended since the directory was read.
  const stat = await readFile(`/proc/${id}/stat`, "utf8").catch(() => undefined);
  if (stat === undefined) return undefined;
  // After the name in brackets: state, parent, …, utime, stime, cutime, cstime in hundredths of seconds (proc_pid_stat(5)).
  const fields = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0);
  return { id, parent: fields[1] ?? 0, used: ticks * 10 };
}

async function memoryOfOne(id: number): Promise<ProcessMemory | undefined> {
  const read = (file: string) => readFile(`/proc/${id}/${file}`, "utf8").catch(() => undefined);
  const [rollup, command] = await Promise.all([read("smaps_rollup"), read("cmdline")]);
  if (!rollup || command === undefined) return undefined;
  const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(rollup)?.[1] ?? 0) / 1024;
  return {
    name: nameOf(command.replaceAll("\0", " ").trim()),
    pss: megabytes("Pss"),
    resident: megabytes("Rss"),
    anonymous: megabytes("Pss_Anon"),
    file: megabytes("Pss_File"),
    shared: megabytes("Pss_Shmem"),
  };
}

/** What a process is to a reader: its command line is long. */
function nameOf(command: string): string {
  if (command.includes("start.js")) return "service";
  if (command.startsWith("postgres: "))
    return command.replace(/^postgres: roost-\w+: /, "postgres: ").replace(/ \[local\].*/, "");
  return command.includes("bin/postgres") ? "postgres" : command.slice(0, 40);
}
