import { readdir, readFile } from "node:fs/promises";
import { BenchError } from "./bench.ts";

/** A process's memory in megabytes. Proportional set size divides shared pages among processes. */
export interface ProcessMemory {
  readonly name: string;
  readonly pss: number;
  /** All its pages, with shared ones counted in full. */
  readonly resident: number;
  readonly anonymous: number;
  readonly file: number;
  readonly shared: number;
}

interface Process {
  readonly id: number;
  readonly parent: number;
  /** Processor time in milliseconds, including ended children. */
  readonly used: number;
}

/** The memory of a process and its descendants, itself first. @throws BenchError except on Linux */
export async function memoryOf(root: number): Promise<ProcessMemory[]> {
  const found = await Promise.all((await tree(root)).map(({ id }) => memoryOfOne(id)));
  const readable = found.filter((one) => one !== undefined);
  if (readable.length === 0)
    throw new BenchError("Process memory can be read only on Linux (/proc/<pid>/smaps_rollup).");
  return readable;
}

/** Processor time of a process and its descendants, in milliseconds. */
export async function processorTimeOf(root: number): Promise<number> {
  return (await tree(root)).reduce((sum, { used }) => sum + used, 0);
}

async function tree(root: number): Promise<Process[]> {
  const entries = (await readdir("/proc")).filter((entry) => /^\d+$/.test(entry));
  const all = (await Promise.all(entries.map((entry) => processOf(Number(entry))))).filter((one) => one !== undefined);
  const found = all.filter(({ id }) => id === root);
  // The list grows during iteration: children follow their parents.
  for (const { id } of found) found.push(...all.filter(({ parent }) => parent === id));
  return found;
}

async function processOf(id: number): Promise<Process | undefined> {
  // The process may have ended meanwhile.
  const stat = await readFile(`/proc/${id}/stat`, "utf8").catch(() => undefined);
  if (stat === undefined) return undefined;
  // The fields after the name in parentheses: state, parent, …, utime, stime, cutime, cstime in hundredths of seconds (proc_pid_stat(5)).
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

/** A short name for a process, instead of its command line. */
function nameOf(command: string): string {
  if (command.includes("start.js")) return "service";
  if (command.startsWith("postgres: "))
    return command.replace(/^postgres: roost-\w+: /, "postgres: ").replace(/ \[local\].*/, "");
  return command.includes("bin/postgres") ? "postgres" : command.slice(0, 40);
}
