import { lstat, mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codeOf } from "./embedded-postgres-error.ts";
import { canEnter, changeOwner, type Owner } from "./owner.ts";

/** Sockets' full paths, with "/.s.PGSQL.5432", are limited to 107 bytes (macOS: 103). */
const maxSocketDirectoryBytes = 85;
const randomSuffixBytes = "-XXXXXX".length;

/**
 * Creates the server's private socket directory (mode 0700, owned by the server's user) in the temporary directory.
 * Its name is stable, so that crashes leave only one. If that name is taken by someone else, it gets a random suffix:
 * clients read the name from postmaster.pid. Call it only while no server runs, as it removes leftovers.
 */
export async function makeSocketDirectory(name: string, owner: Owner | undefined): Promise<string> {
  const parent = await shortTemporaryDirectory(name, owner);
  let directory = join(parent, name);
  const uid = owner?.uid ?? process.getuid?.();
  if (await isPrivateDirectory(directory, uid)) await rm(directory, { recursive: true, force: true });
  try {
    await mkdir(directory, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    directory = await mkdtemp(`${directory}-`);
  }
  await changeOwner(directory, owner);
  return directory;
}

/** Whether the path is a real directory of this user that nobody else can enter. */
export async function isPrivateDirectory(path: string, uid: number | undefined): Promise<boolean> {
  try {
    const found = await lstat(path);
    return found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0;
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return false;
    throw error;
  }
}

async function shortTemporaryDirectory(name: string, owner: Owner | undefined): Promise<string> {
  try {
    const usual = await realpath(tmpdir());
    const length = Buffer.byteLength(join(usual, name)) + randomSuffixBytes;
    if (length <= maxSocketDirectoryBytes && (await canEnter(usual, owner))) return usual;
  } catch (error) {
    // TMPDIR names a missing directory.
    if (codeOf(error) !== "ENOENT") throw error;
  }
  return "/tmp";
}
