import type { Database } from "../../database/database.ts";
import { type Secrets, type SecretsKeys, secretsUnder } from "../../kernel/secrets.ts";
import type { Config } from "../config.ts";
import { followKeyFile, keyFileOf, makeKeyFile, readKeyFile } from "./key-file.ts";
import { assertKnown, knownKeys, noteKey } from "./known-keys.ts";
import { SecretsKeyError } from "./secrets-key-error.ts";

/**
 * Finds the key of this database's secrets: that of ROOST_SECRETS_KEY, else that of the file beside the data directory, which the first
 * start makes.
 * @throws SecretsKeyError when something may be sealed under a key that is not here
 */
export async function openSecrets(
  config: Pick<Config, "secretsKeys" | "dataDirectory">,
  database: Database,
): Promise<Secrets> {
  const known = await knownKeys(database);
  const secrets = secretsUnder(
    config.secretsKeys ?? (await keysOfFile(keyFileOf(config.dataDirectory), known.length > 0)),
  );
  assertKnown(known, secrets);
  if (known.length === 0 || known.every(({ probe }) => secrets.isStale(probe))) await noteKey(database, secrets);
  return secrets;
}

async function keysOfFile(path: string, mustBeThere: boolean): Promise<() => SecretsKeys> {
  const there = readKeyFile(path);
  if (!there && mustBeThere) {
    throw new SecretsKeyError(
      `the database's secrets were sealed under a key, and ${path} is not there: put it back, or set ROOST_SECRETS_KEY to that key.`,
    );
  }
  return followKeyFile(path, there ?? (await makeKeyFile(path)));
}
