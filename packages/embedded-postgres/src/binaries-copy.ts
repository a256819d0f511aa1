import { createHash } from "node:crypto";
import { chmod, cp, mkdtemp, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "./embedded-postgres-error.ts";
import { makeDirectory } from "./make-directory.ts";
import { changeTreeOwner } from "./owner.ts";

const prefix = "postgres-binaries-";

export interface BinariesCopy {
  folder: string;
  /** False if an earlier start made the copy. */
  isNew: boolean;
}

/**
 * Copies PostgreSQL's programs (60 MB) into `parent`, readable by all users. The name contains a hash of the program,
 * so each version is copied once. The copy gets its name only when it is complete.
 *
 * @returns undefined if `parent` is not writable or `reachable` rejects it.
 */
export async function copyAside(
  native: string,
  parent: string,
  reachable: (folder: string) => Promise<boolean>,
): Promise<BinariesCopy | undefined> {
  if (!(await makeReadable(parent)) || !(await reachable(parent))) return undefined;
  const content = await readFile(join(native, "bin", process.platform === "win32" ? "postgres.exe" : "postgres"));
  const folder = join(parent, prefix + createHash("sha256").update(content).digest("hex").slice(0, 12));
  if (await isDirectory(folder)) return { folder, isNew: false };
  const unfinished = await mkdtemp(`${folder}.unfinished-`);
  try {
    await cp(native, unfinished, { recursive: true, verbatimSymlinks: true });
    await openToEverybody(unfinished);
    await rename(unfinished, folder);
  } catch (error) {
    // Another Roost with the same parent has just made the same copy.
    const code = codeOf(error);
    if (code !== "ENOTEMPTY" && code !== "EEXIST") throw error;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return { folder, isNew: true };
}

/** Removes copies of earlier versions from a parent that only one Roost uses. */
export async function removeOtherCopies(parent: string, used: string): Promise<void> {
  for (const entry of await readdir(parent)) {
    const folder = join(parent, entry);
    if (entry.startsWith(prefix) && !used.startsWith(folder)) await rm(folder, { recursive: true, force: true });
  }
}

async function makeReadable(path: string): Promise<boolean> {
  try {
    const made = await makeDirectory(path);
    // Under umask 077, other users could not enter it.
    if (made !== undefined) await chmod(path, 0o755);
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === "EACCES" || code === "EPERM" || code === "EROFS") return false;
    throw error;
  }
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw error;
  }
}

/** Lets all users read the copy, even if the installation is private (umask 077). Root's copy belongs to root. */
async function openToEverybody(folder: string): Promise<void> {
  if (process.getuid?.() === 0) await changeTreeOwner(folder, { uid: 0, gid: 0 });
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755);
  }
}
