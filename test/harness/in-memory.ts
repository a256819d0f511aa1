import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

/** Linux's file system in memory. */
const memory = "/dev/shm";

/** What a run may need of it at a time: its databases, and the data directories of the services that it starts. */
const room = 3 * 2 ** 30;

/**
 * Makes the directory for the temporary files of a run, in memory: it makes and removes hundreds of databases, a thousand files each, none
 * of which outlives it. On a disk, that takes a fifth of all its time. It goes when the process ends.
 *
 * @returns undefined where there is no file system in memory, it lets nobody run programs (tests of PostgreSQL's copy them), or it has not
 *   enough room: in a container it often has 64 MB
 */
export function directoryInMemory(): string | undefined {
  if (process.platform !== "linux" || process.availableMemory() < room) return undefined;
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < room || !runsPrograms()) return undefined;
    removeLeftBehind();
    const directory = mkdtempSync(join(memory, `${prefix}${process.pid}-`));
    // Servers of tests run as other users as well.
    chmodSync(directory, 0o1777);
    process.once("exit", () => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));
    return directory;
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "EACCES"))
      return undefined;
    throw error;
  }
}

const prefix = "roost-tests-";

function runsPrograms(): boolean {
  const mounts = readFileSync("/proc/mounts", "utf8").split("\n");
  const [, , , options = "noexec"] = mounts.find((line) => line.split(" ")[1] === memory)?.split(" ") ?? [];
  return !options.split(",").includes("noexec");
}

/** Directories of runs that were killed: nobody else would give their memory back. */
function removeLeftBehind(): void {
  for (const name of readdirSync(memory)) {
    const [pid] = name.startsWith(prefix) ? name.slice(prefix.length).split("-") : [];
    if (pid !== undefined && !lives(Number(pid))) rmSync(join(memory, name), { recursive: true, force: true });
  }
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: it lives, and is somebody else's.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
