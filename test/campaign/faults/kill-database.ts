import { readFile } from "node:fs/promises";
import { kill, processesOn } from "../../crash/processes.ts";
import type { Fault } from "./fault.ts";

/** Kills PostgreSQL's main process with SIGKILL, which breaks all connections. */
export const killDatabase: Fault = async ({ primary }, { lasts }) => {
  if (!primary.isUp) return 0;
  await primary.kill(lasts);
  return 1;
};

/** Kills the standby in the same way. */
export const killReplica: Fault = async ({ replica }, { lasts }) => {
  if (!replica.isUp) return 0;
  await replica.kill(lasts);
  return 1;
};

/** Kills one connection's backend with SIGKILL: PostgreSQL ends all others and recovers. */
export const killBackend: Fault = async ({ primary }, { random }) => {
  const backends: number[] = [];
  for (const pid of await processesOn(primary.directory)) {
    // The process may have ended.
    const words = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (/: (roost_app|postgres) /.test(words)) backends.push(pid);
  }
  const backend = random.pick(backends);
  if (backend === undefined) return 0;
  kill(backend);
  return 1;
};
