import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { link, open, rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { keyBytes, type SecretsKeys } from "../../kernel/access/secrets.ts";
import { parseKeys } from "./parse-keys.ts";
import { SecretsKeyError } from "./secrets-key-error.ts";

/** Where the key lies when ROOST_SECRETS_KEY gives none: beside the data directory, so that a copy of the data alone opens nothing. */
export function keyFileOf(dataDirectory: string): string {
  return `${resolve(dataDirectory)}.secrets-key`;
}

/** The keys of a file, the first one for sealing; undefined when there is no such file. @throws SecretsKeyError */
export function readKeyFile(path: string): SecretsKeys | undefined {
  const text = textOf(path);
  if (text === undefined) return undefined;
  const keys = parseKeys(text);
  if (!keys)
    throw new SecretsKeyError(`${path} does not hold a key of 32 bytes in base64: put back the one that was there.`);
  return keys;
}

/**
 * The keys of a file as they are at each moment: a process that runs while `roost secrets rotate` changes the file goes on with the new
 * ones. While the file is away, it keeps those that it has.
 */
export function followKeyFile(path: string, keys: SecretsKeys): () => SecretsKeys {
  let current = keys;
  let seen = versionOf(path);
  return () => {
    const version = versionOf(path);
    if (version === undefined || version === seen) return current;
    const changed = parseKeys(textOf(path) ?? "");
    if (changed) [current, seen] = [changed, version];
    return current;
  };
}

/** Makes the file with a new key, readable by its owner alone. Of several processes that do so at once, one does. @returns what it then holds */
export async function makeKeyFile(path: string): Promise<SecretsKeys> {
  const keys: SecretsKeys = [randomBytes(keyBytes)];
  const aside = await writeAside(path, keys);
  try {
    await link(aside, path);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw unusable(path, error);
  } finally {
    await rm(aside, { force: true });
  }
  await syncDirectory(path);
  return readKeyFile(path) ?? keys;
}

/** Replaces what the file holds, at one stroke. */
export async function replaceKeyFile(path: string, keys: SecretsKeys): Promise<void> {
  const aside = await writeAside(path, keys);
  try {
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw unusable(path, error);
  }
  await syncDirectory(path);
}

/** What was sealed is lost with the key: it is on the disk before anything is sealed under it. */
async function writeAside(path: string, keys: SecretsKeys): Promise<string> {
  const aside = `${path}.${randomUUID()}.new`;
  try {
    const file = await open(aside, "w", 0o600);
    try {
      await file.writeFile(`${keys.map((key) => key.toString("base64")).join("\n")}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    throw unusable(path, error);
  }
  return aside;
}

/** The name of a file is on the disk when its directory is. Windows opens no directories, and needs none of this. */
async function syncDirectory(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const directory = await open(dirname(path), "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw unusable(path, error);
  }
}

/** Changes whenever the file is replaced; undefined when it is not there. */
function versionOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.ino} ${found.mtimeNs}`;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

function unusable(path: string, error: unknown): SecretsKeyError {
  const why = error instanceof Error ? error.message : "unknown";
  return new SecretsKeyError(`the key for secrets cannot be kept in ${path} (${why}): set ROOST_SECRETS_KEY to one.`, {
    cause: error,
  });
}
