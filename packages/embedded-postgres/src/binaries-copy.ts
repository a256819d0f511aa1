import { createHash } from "node:crypto";
import { chmod, cp, mkdtemp, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "./embedded-postgres-error.ts";
import { makeDirectory } from "./make-directory.ts";
import { giveTree } from "./owner.ts";

const prefix = "postgres-binaries-";

export interface BinariesCopy {
  folder: string;
  /** False when an earlier start made it. */
  isNew: boolean;
}

/**
 * Copies PostgreSQL's programs (60 MB) into `parent`, readable by everybody, once: the copy's name is made from the
 * content of the program, so that an update gets a new one, and it gets that name only when it is whole.
 *
 * @returns undefined when nothing can be put there or `reachable` says that it would be of no use.
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
    // A second Roost that shares this parent has just put the same copy there.
    const code = codeOf(error);
    if (code !== "ENOTEMPTY" && code !== "EEXIST") throw error;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return { folder, isNew: true };
}

/** Removes what earlier versions left in a parent that only one Roost uses. */
export async function removeOtherCopies(parent: string, used: string): Promise<void> {
  for (const entry of await readdir(parent)) {
    const folder = join(parent, entry);
    if (entry.startsWith(prefix) && !used.startsWith(folder)) await rm(folder, { recursive: true, force: true });
  }
}

async function makeReadable(path: string): Promise<boolean> {
  try {
    const made = await makeDirectory(path);
    // Under umask 077 it would be of no use.
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

/** An installation may be for its owner alone (umask 077). The copy is for another user, and root's is nobody else's to change. */
async function openToEverybody(folder: string): Promise<void> {
  if (process.getuid?.() === 0) await giveTree(folder, { uid: 0, gid: 0 });
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755);
  }
}
