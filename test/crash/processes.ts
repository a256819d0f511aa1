import { readdir, readFile, readlink, realpath } from "node:fs/promises";
import { join } from "node:path";

/** Every process of PostgreSQL and its watchdog on a service's data, found by working directory. Linux only. */
export async function processesOn(directory: string): Promise<number[]> {
  const cluster = join(await realpath(directory), "postgres");
  const found: number[] = [];
  for (const entry of await readdir("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    // Has exited, or is not ours.
    const works = await readlink(`/proc/${entry}/cwd`).catch(() => undefined);
    if (works === cluster) found.push(Number(entry));
  }
  return found;
}

/** The server's main process. */
export async function postmasterOn(directory: string): Promise<number> {
  return Number.parseInt(await readFile(join(directory, "postgres", "postmaster.pid"), "utf8"), 10);
}

/** The processes that serve the application's connections. */
export async function backendsOn(directory: string): Promise<number[]> {
  const backends: number[] = [];
  for (const pid of await processesOn(directory)) {
    const words = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (words.includes(": roost_app ")) backends.push(pid);
  }
  return backends;
}

/** Kill -9; does nothing if it has exited. */
export function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
