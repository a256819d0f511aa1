import type { Database } from "../../database/connect/database.ts";
import { type ServiceSecrets, secretsUnder } from "../../kernel/access/secrets.ts";
import type { Config } from "../config.ts";
import { followKeyFile, keyFileOf, makeKeyFile, readKeyFile } from "./key-file.ts";
import { areKnown, assertKnown, giveUpUnused, knownKeys, linkKeyOf, noteKey } from "./known-keys.ts";
import { SecretsKeyError } from "./secrets-key-error.ts";

/**
 * Finds the key of this database's secrets: that of ROOST_SECRETS_KEY, else that of the file beside the data directory, which the first
 * start makes. A key that is not here is given up when nothing is sealed under it: the data was copied before it held a secret.
 * @throws SecretsKeyError when something is sealed under a key that is not here
 */
export async function openSecrets(
  config: Pick<Config, "secretsKeys" | "dataDirectory">,
  database: Database,
): Promise<ServiceSecrets> {
  const file = keyFileOf(config.dataDirectory);
  const there = config.secretsKeys ?? readKeyFile(file);
  let known = await knownKeys(database);
  const isHere = there ? areKnown(known, secretsUnder(there)) : known.length === 0;
  if (!isHere && (await giveUpUnused(database))) known = [];
  if (!there && known.length > 0) {
    throw new SecretsKeyError(
      `the database's secrets were sealed under a key, and ${file} is not there: put it back, or set ROOST_SECRETS_KEY to that key.`,
    );
  }
  const secrets = secretsUnder(config.secretsKeys ?? followKeyFile(file, there ?? (await makeKeyFile(file))));
  assertKnown(known, secrets);
  return { ...secrets, linkKey: linkKeyOf(known, secrets) ?? (await noteKey(database, secrets)) };
}
