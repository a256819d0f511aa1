import { randomBytes } from "node:crypto";
import type { Database } from "../../database/connect/database.ts";
import type { Transaction } from "../../database/sql/transaction.ts";
import type { ReencryptedCounts } from "../../interfaces/cli/installation.ts";
import { keyBytes, type Secrets, type SecretsKeys, secretsUnder } from "../../kernel/access/secrets.ts";
import { resealCredentials } from "../../modules/money/gateways/sealed-credentials.ts";
import { resealTokens } from "../../modules/money/payments/card/card-token.ts";
import { resealCards } from "../../modules/money/payments/deposits/deposit-card.ts";
import { resealResponses } from "../../modules/platform/access/idempotency-store.ts";
import { resealMailLinks } from "../../modules/platform/mails/mail-link.ts";
import { resealDevices } from "../../modules/platform/people/push-devices.ts";
import { resealSecondFactors } from "../../modules/platform/people/second-factor/reseal.ts";
import { resealEndpointSecrets } from "../../modules/records/webhooks/endpoint/endpoint-secret.ts";
import { resealUrls } from "../../modules/stays/feeds/feed-url.ts";
import { resealDocuments } from "../../modules/stays/portal/form/sealed-documents.ts";
import type { Config } from "../config.ts";
import { keyFileOf, readKeyFile, replaceKeyFile } from "./key-file.ts";
import { openSecrets } from "./open-secrets.ts";
import { keysLock, type RegisteredKey, registeredKeys, registerKey, removeKeysExcept } from "./registered-keys.ts";
import { SecretsKeyError } from "./secrets-key-error.ts";

/** Passes over the data: a write that was in progress when the file changed needs a second one. */
const maxPasses = 3;

/**
 * Re-encrypts everything under the first key, in small transactions beside the running service, and removes the previous keys. With a key file,
 * it first adds a new key and finally removes the previous one. After an interruption, running it again continues.
 * @param progress receives the number of accounts done and in total
 * @throws SecretsKeyError as a start does
 */
export async function rotateSecrets(
  config: Pick<Config, "secretsKeys" | "dataDirectory">,
  database: Database,
  progress: (accounts: number, total: number) => void = () => undefined,
): Promise<ReencryptedCounts> {
  const current = await openSecrets(config, database);
  const file = config.secretsKeys ? undefined : keyFileOf(config.dataDirectory);
  const secrets = file === undefined ? current : await underNewKey(database, file);
  const counts = { payment_gateways: 0, idempotent_answers: 0 };
  for (let pass = 1; pass <= maxPasses; pass++) {
    const { payment_gateways, idempotent_answers } = await resealAll(database, secrets, progress);
    counts.payment_gateways += payment_gateways;
    counts.idempotent_answers += idempotent_answers;
    if (await removeFormerKeys(database, secrets, file)) return counts;
  }
  throw new SecretsKeyError(
    "another process still encrypts under a former key. Restart it with the new key first, then run this again.",
  );
}

async function resealAll(
  database: Database,
  secrets: Secrets,
  progress: (accounts: number, total: number) => void,
): Promise<ReencryptedCounts> {
  const counts = { payment_gateways: 0, idempotent_answers: 0 };
  const accounts = await database.transaction((transaction) =>
    transaction.rows<{ id: number }>("select id from accounts order by id"),
  );
  await resealSecondFactors(database, secrets);
  await resealDevices(database, secrets);
  for (const [index, { id }] of accounts.entries()) {
    const scope = database.within([id]);
    counts.payment_gateways += await resealCredentials(scope, secrets, id);
    counts.idempotent_answers += await resealResponses(scope, secrets, id);
    await resealTokens(scope, secrets, id);
    await resealCards(scope, secrets, id);
    await resealMailLinks(scope, secrets, id);
    await resealUrls(scope, secrets, id);
    await resealDocuments(scope, secrets, id);
    await resealEndpointSecrets(scope, secrets, id);
    progress(index + 1, accounts.length);
  }
  return counts;
}

/**
 * Creates a new key and puts it first in the file, unless an interrupted rotation has done so. The key is registered before it becomes the
 * first, because running processes then encrypt under it immediately.
 */
async function underNewKey(database: Database, file: string): Promise<Secrets> {
  await locked(database, async () => {
    const keys = keysIn(file);
    if (keys.length === 1) await replaceKeyFile(file, [...keys, randomBytes(keyBytes)]);
  });
  const keys = newestFirst(keysIn(file), await registeredKeys(database));
  const secrets = secretsUnder(keys);
  await registerKey(database, secrets);
  await locked(database, () => replaceKeyFile(file, keys));
  return secrets;
}

/** Puts the newest key first: the one registered last, or not yet. */
function newestFirst([first, ...others]: SecretsKeys, registered: readonly RegisteredKey[]): SecretsKeys {
  const registeredAt = (key: Buffer): number =>
    registered.find(({ id }) => id.equals(idOf(key)))?.created_at ?? Infinity;
  let newest = first;
  for (const key of others) if (registeredAt(key) > registeredAt(newest)) newest = key;
  return [newest, ...[first, ...others].filter((key) => key !== newest)];
}

/**
 * Removes the former keys from the database, then from the file. The database refuses while data is encrypted under one, such as recent data
 * from a process without the new key.
 * @returns whether they were removed
 */
async function removeFormerKeys(database: Database, secrets: Secrets, file: string | undefined): Promise<boolean> {
  if (!(await removeKeysExcept(database, secrets.keyId()))) return false;
  if (file === undefined) return true;
  await locked(database, async (transaction) => {
    const registered = await transaction.rows<{ id: Buffer }>("select id from secrets_keys");
    const [first, ...others] = keysIn(file);
    const kept = others.filter((key) => registered.some(({ id }) => id.equals(idOf(key))));
    await replaceKeyFile(file, [first, ...kept]);
  });
  return true;
}

/** Serializes concurrent key changes. */
function locked<T>(database: Database, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  return database.transaction(async (transaction) => {
    await transaction.run("select pg_advisory_xact_lock($1)", [keysLock]);
    return work(transaction);
  });
}

const idOf = (key: Buffer): Buffer => secretsUnder([key]).keyId();

function keysIn(file: string): SecretsKeys {
  const keys = readKeyFile(file);
  if (!keys) throw new Error(`${file} disappeared during the key rotation.`);
  return keys;
}
