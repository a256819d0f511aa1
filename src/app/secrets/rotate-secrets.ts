import { randomBytes } from "node:crypto";
import type { Database } from "../../database/connect/database.ts";
import type { Transaction } from "../../database/sql/transaction.ts";
import type { ReencryptedCounts } from "../../interfaces/cli/installation.ts";
import { keyBytes, type Secrets, type SecretsKeys, secretsUnder } from "../../kernel/access/secrets.ts";
import { resealCredentials } from "../../modules/money/gateways/sealed-credentials.ts";
import { resealTokens } from "../../modules/money/payments/card/card-token.ts";
import { resealStoredAnswers } from "../../modules/platform/access/stored-answers.ts";
import { resealMailLinks } from "../../modules/platform/mails/mail-link.ts";
import { resealSecondFactors } from "../../modules/platform/people/second-factor/reseal.ts";
import { resealEndpointSecrets } from "../../modules/records/webhooks/endpoint/endpoint-secret.ts";
import { resealUrls } from "../../modules/stays/feeds/feed-url.ts";
import type { Config } from "../config.ts";
import { keyFileOf, readKeyFile, replaceKeyFile } from "./key-file.ts";
import { forgetAllBut, type KnownKey, keysLock, knownKeys, noteKey } from "./known-keys.ts";
import { openSecrets } from "./open-secrets.ts";
import { SecretsKeyError } from "./secrets-key-error.ts";

/** How often what was sealed meanwhile is sealed anew. A write that was under way when the file changed makes a second round. */
const mostRounds = 3;

/**
 * Seals everything anew under the first key, in small transactions beside a service that runs, and gives up the former ones. Where a
 * file holds the key, a new one is put before it first, and the former one is taken out of it last. Interrupted, it goes on when it is
 * run again.
 * @param progress told how many accounts are done, and of how many
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
  for (let round = 1; round <= mostRounds; round++) {
    const { payment_gateways, idempotent_answers } = await resealAll(database, secrets, progress);
    counts.payment_gateways += payment_gateways;
    counts.idempotent_answers += idempotent_answers;
    if (await giveUpFormerKeys(database, secrets, file)) return counts;
  }
  throw new SecretsKeyError(
    "another process still seals under a former key: start it with the new one first, and then run this again.",
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
  for (const [index, { id }] of accounts.entries()) {
    const scope = database.within([id]);
    counts.payment_gateways += await resealCredentials(scope, secrets, id);
    counts.idempotent_answers += await resealStoredAnswers(scope, secrets, id);
    await resealTokens(scope, secrets, id);
    await resealMailLinks(scope, secrets, id);
    await resealUrls(scope, secrets, id);
    await resealEndpointSecrets(scope, secrets, id);
    progress(index + 1, accounts.length);
  }
  return counts;
}

/**
 * Makes a new key and puts it first in the file, unless an interrupted rotation has made one. It is noted before it is first: a process
 * that runs may then seal under it at once.
 */
async function underNewKey(database: Database, file: string): Promise<Secrets> {
  await locked(database, async () => {
    const keys = keysIn(file);
    if (keys.length === 1) await replaceKeyFile(file, [...keys, randomBytes(keyBytes)]);
  });
  const keys = newestFirst(keysIn(file), await knownKeys(database));
  const secrets = secretsUnder(keys);
  await noteKey(database, secrets);
  await locked(database, () => replaceKeyFile(file, keys));
  return secrets;
}

/** The newest key is the one that was noted last, or not yet. */
function newestFirst([first, ...others]: SecretsKeys, known: readonly KnownKey[]): SecretsKeys {
  const notedAt = (key: Buffer): number => known.find(({ id }) => id.equals(idOf(key)))?.created_at ?? Infinity;
  let newest = first;
  for (const key of others) if (notedAt(key) > notedAt(newest)) newest = key;
  return [newest, ...[first, ...others].filter((key) => key !== newest)];
}

/**
 * The database refuses to give up a key that something is still sealed under: what another process has stored meanwhile, which has not
 * got the new key. What it has given up, the file no longer needs.
 * @returns whether they are given up
 */
async function giveUpFormerKeys(database: Database, secrets: Secrets, file: string | undefined): Promise<boolean> {
  if (!(await forgetAllBut(database, secrets.keyId()))) return false;
  if (file === undefined) return true;
  await locked(database, async (transaction) => {
    const known = await transaction.rows<{ id: Buffer }>("select id from secrets_keys");
    const [first, ...others] = keysIn(file);
    const kept = others.filter((key) => known.some(({ id }) => id.equals(idOf(key))));
    await replaceKeyFile(file, [first, ...kept]);
  });
  return true;
}

/** Two who change keys at once take turns. */
function locked<T>(database: Database, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  return database.transaction(async (transaction) => {
    await transaction.run("select pg_advisory_xact_lock($1)", [keysLock]);
    return work(transaction);
  });
}

const idOf = (key: Buffer): Buffer => secretsUnder([key]).keyId();

function keysIn(file: string): SecretsKeys {
  const keys = readKeyFile(file);
  if (!keys) throw new Error(`${file} has gone while the keys were changed.`);
  return keys;
}
