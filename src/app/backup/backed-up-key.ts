import type pg from "pg";
import { BackupError } from "../../database/backup/backup-error.ts";
import { type SecretsKeys, secretsUnder } from "../../kernel/access/secrets.ts";
import type { Config } from "../config.ts";
import { keyFileOf, readKeyFile, replaceKeyFile } from "../secrets/key-file.ts";
import { parseKeys } from "../secrets/parse-keys.ts";

type Settings = Pick<Config, "secretsKeys" | "dataDirectory">;

/** Names where this installation keeps its key: the variable or the file. */
export function keyLocation({ secretsKeys, dataDirectory }: Settings): string {
  return secretsKeys ? "ROOST_SECRETS_KEY" : keyFileOf(dataDirectory);
}

const currentKeys = ({ secretsKeys, dataDirectory }: Settings): SecretsKeys | undefined =>
  secretsKeys ?? readKeyFile(keyFileOf(dataDirectory));

/** The key in a backup's format. @throws BackupError when there is none */
export function keyToBackUp(settings: Settings): Buffer {
  const keys = currentKeys(settings);
  if (!keys) throw new BackupError(`No secrets key in ${keyLocation(settings)}. Leave out --with-secrets-key.`);
  return Buffer.from(`${keys.map((key) => key.toString("base64")).join("\n")}\n`);
}

/**
 * Puts a backup's key where a start looks for it, unless ROOST_SECRETS_KEY is set.
 * @throws BackupError when the key file holds another key
 */
export async function restoreKey(settings: Settings, content: Buffer): Promise<void> {
  if (!settings.secretsKeys) await replaceKeyFile(keyFileOf(settings.dataDirectory), keysToRestore(settings, content));
}

/** @throws BackupError when the key file holds another key */
export function keysToRestore(settings: Settings, content: Buffer): SecretsKeys {
  const keys = parseKeys(content.toString());
  if (!keys) throw new BackupError("The backup's secrets key is unreadable.");
  const file = keyFileOf(settings.dataDirectory);
  const existing = settings.secretsKeys ? undefined : readKeyFile(file);
  if (!existing || existing.every((key) => keys.some((other) => other.equals(key)))) return keys;
  throw new BackupError(`${file} already holds a key other than the backup's. Move that file away.`);
}

/** Whether this installation's key decrypts a restored database's secrets. */
export async function opensSecrets(client: pg.Client, settings: Settings): Promise<"yes" | "no" | "none"> {
  const { rows } = await client.query<{ probe: Buffer }>("select probe from secrets_keys");
  if (rows.length === 0) return "none";
  const keys = currentKeys(settings);
  return keys && rows.every(({ probe }) => secretsUnder(keys).knows(probe)) ? "yes" : "no";
}
