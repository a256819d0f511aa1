import type pg from "pg";
import { BackupError } from "../../database/backup/backup-error.ts";
import { type SecretsKeys, secretsUnder } from "../../kernel/access/secrets.ts";
import type { Config } from "../config.ts";
import { keyFileOf, readKeyFile, replaceKeyFile } from "../secrets/key-file.ts";
import { parseKeys } from "../secrets/parse-keys.ts";

type Settings = Pick<Config, "secretsKeys" | "dataDirectory">;

/** Where the key of this installation is, in words. */
export function placeOfKey({ secretsKeys, dataDirectory }: Settings): string {
  return secretsKeys ? "ROOST_SECRETS_KEY" : keyFileOf(dataDirectory);
}

const present = ({ secretsKeys, dataDirectory }: Settings): SecretsKeys | undefined =>
  secretsKeys ?? readKeyFile(keyFileOf(dataDirectory));

/** The key as it is written into a backup. @throws BackupError when there is none */
export function keyToBackUp(settings: Settings): Buffer {
  const keys = present(settings);
  if (!keys)
    throw new BackupError(`There is no key for secrets in ${placeOfKey(settings)}: leave out --with-secrets-key.`);
  return Buffer.from(`${keys.map((key) => key.toString("base64")).join("\n")}\n`);
}

/**
 * Puts the key of a backup where a start looks for it, unless ROOST_SECRETS_KEY has one. A file with another key is never replaced.
 * @throws BackupError when there is such a file
 */
export async function restoreKey(settings: Settings, content: Buffer): Promise<void> {
  if (!settings.secretsKeys) await replaceKeyFile(keyFileOf(settings.dataDirectory), keysToRestore(settings, content));
}

/** @throws BackupError when another key is where that of the backup belongs */
export function keysToRestore(settings: Settings, content: Buffer): SecretsKeys {
  const keys = parseKeys(content.toString());
  if (!keys) throw new BackupError("The backup's key for secrets cannot be read.");
  const file = keyFileOf(settings.dataDirectory);
  const here = settings.secretsKeys ? undefined : readKeyFile(file);
  if (!here || here.every((key) => keys.some((other) => other.equals(key)))) return keys;
  throw new BackupError(`${file} holds a key already, and the backup has its own: move that file away.`);
}

/** Whether the secrets of a restored database can be opened here. */
export async function opensSecrets(client: pg.Client, settings: Settings): Promise<"yes" | "no" | "none"> {
  const { rows } = await client.query<{ probe: Buffer }>("select probe from secrets_keys");
  if (rows.length === 0) return "none";
  const keys = present(settings);
  return keys && rows.every(({ probe }) => secretsUnder(keys).knows(probe)) ? "yes" : "no";
}
