import { randomBytes } from "node:crypto";
import { open, readFile, rename, rm } from "node:fs/promises";
import { codeOf } from "./embedded-postgres-error.ts";

/** The superuser's password kept in the file `path`, or undefined when there is none. */
export async function readPassword(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, "utf8")).trim() || undefined;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Where a password waits for its cluster: once it is in its place, there has been one. */
const waiting = (path: string): string => `${path}.new`;

/** Makes a password (32 random bytes) for `path`, mode 0600, on the disk for sure before it returns, and in its place with `publishPassword`. */
export async function makePassword(path: string): Promise<string> {
  const password = randomBytes(32).toString("base64url");
  const handle = await open(waiting(path), "w", 0o600);
  try {
    await handle.writeFile(`${password}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return password;
}

/** Puts the password that was made in its place. @returns it; undefined when none was made */
export async function publishPassword(path: string): Promise<string | undefined> {
  const made = await readPassword(waiting(path));
  if (made !== undefined) await rename(waiting(path), path);
  return made;
}

/** Forgets a password whose cluster did not come to be. */
export async function discardPassword(path: string): Promise<void> {
  await rm(waiting(path), { force: true });
}
