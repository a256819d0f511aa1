import { randomBytes } from "node:crypto";
import { open, readFile, rename } from "node:fs/promises";
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

/** Makes a password (32 random bytes) and keeps it in `path`, mode 0600, on the disk for sure before it returns. */
export async function makePassword(path: string): Promise<string> {
  const password = randomBytes(32).toString("base64url");
  const handle = await open(`${path}.new`, "w", 0o600);
  try {
    await handle.writeFile(`${password}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${path}.new`, path);
  return password;
}
