import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statfsSync } from "node:fs";
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
    const directory = mkdtempSync(join(memory, `${ofThisMachine()}${process.pid}-`));
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

/**
 * How the names of all runs begin that see the same processes. Containers may share the memory, and each numbers its processes by itself:
 * one that lives in another is nowhere to be found.
 */
function ofThisMachine(): string {
  return `roost-tests-${readlinkSync("/proc/self/ns/pid").replaceAll(/\D/g, "")}-`;
}

/** The file systems that are mounted below a directory, or there. */
function mountsIn(directory: string): { readonly at: string; readonly options: string }[] {
  return readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .map((line) => line.split(" "))
    .map(([, at = "", , options = ""]) => ({ at, options }))
    .filter(({ at }) => at === directory || at.startsWith(`${directory}/`));
}

function runsPrograms(): boolean {
  const { options = "noexec" } = mountsIn(memory).find(({ at }) => at === memory) ?? {};
  return !options.split(",").includes("noexec");
}

/** Directories of runs that were killed: nobody else would give their memory back. */
function removeLeftBehind(): void {
  const prefix = ofThisMachine();
  for (const name of readdirSync(memory)) {
    const [pid] = name.startsWith(prefix) ? name.slice(prefix.length).split("-") : [];
    if (pid !== undefined && !lives(Number(pid))) removeMounted(join(memory, name));
  }
}

/** Removes a directory and what tests have mounted there. What cannot be removed is left, and said: it is in nobody's way but for its room. */
function removeMounted(directory: string): void {
  for (const { at } of mountsIn(directory)) spawnSync("umount", ["--lazy", at]);
  try {
    rmSync(directory, { recursive: true, force: true });
  } catch (error) {
    process.stderr.write(`Left by a run that was killed, and not to be removed: ${String(error)}\n`);
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
