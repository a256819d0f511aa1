import { randomBytes } from "node:crypto";
import { open, readFile, rename, rm } from "node:fs/promises";
import { codeOf } from "./embedded-postgres-error.ts";

/** Reads the superuser's password from `path`; undefined if there is none. */
export async function readPassword(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, "utf8")).trim() || undefined;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** The temporary path of a password whose cluster is not ready yet. */
const pendingPath = (path: string): string => `${path}.new`;

/** Creates a password (32 random bytes, mode 0600) next to `path` and flushes it to disk. `publishPassword` moves it into place. */
export async function createPassword(path: string): Promise<string> {
  const password = randomBytes(32).toString("base64url");
  const handle = await open(pendingPath(path), "w", 0o600);
  try {
    await handle.writeFile(`${password}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return password;
}

/** Moves the created password into place. @returns it, or undefined if none was created */
export async function publishPassword(path: string): Promise<string | undefined> {
  const created = await readPassword(pendingPath(path));
  if (created !== undefined) await rename(pendingPath(path), path);
  return created;
}

/** Discards the password of a cluster that was not created. */
export async function discardPassword(path: string): Promise<void> {
  await rm(pendingPath(path), { force: true });
}
