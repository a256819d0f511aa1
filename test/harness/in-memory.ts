import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

/** Linux's in-memory file system. */
const memory = "/dev/shm";

/** Space that a run may need: its databases and its services' data directories. */
const room = 3 * 2 ** 30;

/**
 * Creates a run's directory for temporary files in memory. A run creates and removes hundreds of databases with a thousand files each, which
 * on a disk takes a fifth of its time. The directory is removed when the process ends.
 *
 * @returns undefined without an in-memory file system, or if it forbids running programs (tests copy PostgreSQL's) or is too small:
 *   containers often have 64 MB
 */
export function directoryInMemory(): string | undefined {
  if (process.platform !== "linux" || process.availableMemory() < room) return undefined;
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < room || !runsPrograms()) return undefined;
    removeLeftBehind();
    const directory = mkdtempSync(join(memory, `${ofThisMachine()}${process.pid}-`));
    // Some tests run servers as other users.
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
 * The name prefix of runs that see the same processes. Containers may share the memory but number their processes separately, so one cannot
 * tell whether another's process lives.
 */
function ofThisMachine(): string {
  return `roost-tests-${readlinkSync("/proc/self/ns/pid").replaceAll(/\D/g, "")}-`;
}

/** The file systems mounted at or below a directory. */
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

/** Finds directories of killed runs, whose memory nothing else frees. */
function removeLeftBehind(): void {
  const prefix = ofThisMachine();
  for (const name of readdirSync(memory)) {
    const [pid] = name.startsWith(prefix) ? name.slice(prefix.length).split("-") : [];
    if (pid !== undefined && !lives(Number(pid))) removeMounted(join(memory, name));
  }
}

/** Removes a directory and its mounts. Reports and leaves what cannot be removed. */
function removeMounted(directory: string): void {
  for (const { at } of mountsIn(directory)) spawnSync("umount", ["--lazy", at]);
  try {
    rmSync(directory, { recursive: true, force: true });
  } catch (error) {
    process.stderr.write(`Left by a run that was killed, and not to be removed: ${String(error)}\n`);
  }
}

/** Whether a process runs. */
export function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process lives and belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
