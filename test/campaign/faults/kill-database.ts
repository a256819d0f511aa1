import { readFile } from "node:fs/promises";
import { kill, processesOn } from "../../crash/processes.ts";
import type { Fault } from "./fault.ts";

/** Kill -9 of PostgreSQL's main process, with which all its connections break. */
export const killDatabase: Fault = async ({ primary }, { lasts }) => {
  if (!primary.isUp) return 0;
  await primary.kill(lasts);
  return 1;
};

/** The same of the server that follows it. */
export const killReplica: Fault = async ({ replica }, { lasts }) => {
  if (!replica.isUp) return 0;
  await replica.kill(lasts);
  return 1;
};

/** Kill -9 of the process behind one connection: PostgreSQL ends all others and recovers. */
export const killBackend: Fault = async ({ primary }, { random }) => {
  const backends: number[] = [];
  for (const pid of await processesOn(primary.directory)) {
    // Ended since.
    const words = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (/: (roost_app|postgres) /.test(words)) backends.push(pid);
  }
  const backend = random.pick(backends);
  if (backend === undefined) return 0;
  kill(backend);
  return 1;
};
