import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { link, open, rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { keyBytes, type SecretsKeys } from "../../kernel/access/secrets.ts";
import { parseKeys } from "./parse-keys.ts";
import { SecretsKeyError } from "./secrets-key-error.ts";

/** The key file's path, for use without ROOST_SECRETS_KEY. It is outside the data directory: a copy of the data alone decrypts nothing. */
export function keyFileOf(dataDirectory: string): string {
  return `${resolve(dataDirectory)}.secrets-key`;
}

/** Reads a file's keys; the first one encrypts. Undefined when the file does not exist. @throws SecretsKeyError */
export function readKeyFile(path: string): SecretsKeys | undefined {
  const text = textOf(path);
  if (text === undefined) return undefined;
  const keys = parseKeys(text);
  if (!keys) throw new SecretsKeyError(`${path} does not hold a key of 32 bytes in base64. Restore the original file.`);
  return keys;
}

/**
 * Returns the file's current keys on each call, so a running process picks up `roost secrets rotate`. If the file is missing, the last keys
 * stay.
 */
export function followKeyFile(path: string, keys: SecretsKeys): () => SecretsKeys {
  let current = keys;
  let currentVersion = versionOf(path);
  return () => {
    const version = versionOf(path);
    if (version === undefined || version === currentVersion) return current;
    const changed = parseKeys(textOf(path) ?? "");
    if (changed) [current, currentVersion] = [changed, version];
    return current;
  };
}

/** Creates the file with a new key, readable by its owner only. Of several concurrent processes, one succeeds. @returns the file's keys */
export async function makeKeyFile(path: string): Promise<SecretsKeys> {
  const keys: SecretsKeys = [randomBytes(keyBytes)];
  const temporary = await writeTemporary(path, keys);
  try {
    await link(temporary, path);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw unusable(path, error);
  } finally {
    await rm(temporary, { force: true });
  }
  await syncDirectory(path);
  return readKeyFile(path) ?? keys;
}

/** Replaces the file's keys atomically. */
export async function replaceKeyFile(path: string, keys: SecretsKeys): Promise<void> {
  const temporary = await writeTemporary(path, keys);
  try {
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw unusable(path, error);
  }
  await syncDirectory(path);
}

/** Flushes the key to disk before anything is encrypted under it: losing the key loses the secrets. */
async function writeTemporary(path: string, keys: SecretsKeys): Promise<string> {
  const temporary = `${path}.${randomUUID()}.new`;
  try {
    const file = await open(temporary, "w", 0o600);
    try {
      await file.writeFile(`${keys.map((key) => key.toString("base64")).join("\n")}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    throw unusable(path, error);
  }
  return temporary;
}

/** Flushes a file's directory, which makes its name durable. Windows cannot open directories, and does not need to. */
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

/** Changes whenever the file is replaced; undefined when it is missing. */
function versionOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.ino} ${found.mtimeNs}`;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

function unusable(path: string, error: unknown): SecretsKeyError {
  const reason = error instanceof Error ? error.message : "unknown";
  return new SecretsKeyError(
    `the secrets key cannot be stored in ${path} (${reason}). Set ROOST_SECRETS_KEY instead.`,
    {
      cause: error,
    },
  );
}
