import type { Database } from "../../database/connect/database.ts";
import { type ServiceSecrets, secretsUnder } from "../../kernel/access/secrets.ts";
import type { Config } from "../config.ts";
import { followKeyFile, keyFileOf, makeKeyFile, readKeyFile } from "./key-file.ts";
import {
  assertHasAllKeys,
  hasAllKeys,
  linkKeyOf,
  registeredKeys,
  registerKey,
  removeUnusedKeys,
} from "./registered-keys.ts";
import { SecretsKeyError } from "./secrets-key-error.ts";

/**
 * Finds the key for this database's secrets: ROOST_SECRETS_KEY, or the file beside the data directory, which the first start creates. A
 * missing key that encrypted nothing is removed from the database: the data was copied before it held a secret.
 * @throws SecretsKeyError when data is encrypted under a missing key
 */
export async function openSecrets(
  config: Pick<Config, "secretsKeys" | "dataDirectory">,
  database: Database,
): Promise<ServiceSecrets> {
  const file = keyFileOf(config.dataDirectory);
  const keys = config.secretsKeys ?? readKeyFile(file);
  let registered = await registeredKeys(database);
  const hasAll = keys ? hasAllKeys(registered, secretsUnder(keys)) : registered.length === 0;
  if (!hasAll && (await removeUnusedKeys(database))) registered = [];
  if (!keys && registered.length > 0) {
    throw new SecretsKeyError(
      `the key for the database's secrets is missing: ${file} does not exist. Restore it, or set ROOST_SECRETS_KEY to that key.`,
    );
  }
  const secrets = secretsUnder(config.secretsKeys ?? followKeyFile(file, keys ?? (await makeKeyFile(file))));
  assertHasAllKeys(registered, secrets);
  return { ...secrets, linkKey: linkKeyOf(registered, secrets) ?? (await registerKey(database, secrets)) };
}
