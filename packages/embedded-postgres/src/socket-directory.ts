import { lstat, mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codeOf } from "./embedded-postgres-error.ts";
import { canEnter, give, type Owner } from "./owner.ts";

/** The system's limit is 107 bytes (macOS: 103) for the whole path of a socket, "/.s.PGSQL.5432" included. */
const longestSocketDirectory = 85;
const randomPart = "-XXXXXX".length;

/**
 * Makes the directory for the server's socket, mode 0700 and the owner's, under the system's temporary directory.
 * `name` gives it a stable name, so that a crash leaves one and not many; but everybody may write there, so one that is
 * not ours (or is a link) is left alone and a fresh name taken: clients read the name from postmaster.pid anyway.
 * Only to be called when no server runs on the data: what an earlier one left in it is removed.
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
  await give(directory, owner);
  return directory;
}

/** True for a real directory of this user that nobody else may enter. */
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
    const length = Buffer.byteLength(join(usual, name)) + randomPart;
    if (length <= longestSocketDirectory && (await canEnter(usual, owner))) return usual;
  } catch (error) {
    // TMPDIR names a place that is not there.
    if (codeOf(error) !== "ENOENT") throw error;
  }
  return "/tmp";
}
