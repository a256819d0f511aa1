import { randomBytes } from "node:crypto";
import type { Database } from "../../database/connect/database.ts";
import { sqlState } from "../../database/sql/errors.ts";
import { keyBytes, type Secrets } from "../../kernel/access/secrets.ts";
import { SecretsKeyError } from "./secrets-key-error.ts";

/** A key that may have encrypted data. The database stores a probe encrypted under it, not the key. */
export type RegisteredKey = {
  readonly id: Buffer;
  readonly probe: Buffer;
  /** The link key, encrypted under this key; null before a service has started with it. */
  readonly sealed_link_key: Buffer | null;
  /** Epoch milliseconds. */
  readonly created_at: number;
};

/** The advisory lock for adding and removing keys. Must differ from those of the migrations and the demo. */
export const keysLock = 7_066_785_002;

const [probeText, probeOwner] = ["Roost", "secrets_keys"] as const;

const linkKeyOwner = "secrets_keys link key";

const allKeys = "select id, probe, sealed_link_key, created_at from secrets_keys";

/** Every key that may have encrypted data: one, except during a rotation. */
export function registeredKeys(database: Pick<Database, "transaction">): Promise<RegisteredKey[]> {
  return database.transaction((transaction) => transaction.rows<RegisteredKey>(allKeys));
}

/** The link key from the encrypting key's row; undefined when that has none. */
export function linkKeyOf(registered: readonly RegisteredKey[], secrets: Secrets): Buffer | undefined {
  return openLinkKey(
    registered.find(({ probe }) => !secrets.isStale(probe)),
    secrets,
  );
}

function openLinkKey(key: RegisteredKey | undefined, secrets: Secrets): Buffer | undefined {
  return key?.sealed_link_key ? Buffer.from(secrets.open(key.sealed_link_key, linkKeyOwner), "hex") : undefined;
}

/** Whether all registered keys are available here. */
export function hasAllKeys(registered: readonly RegisteredKey[], secrets: Secrets): boolean {
  return registered.every(({ probe }) => secrets.knows(probe));
}

/** @throws SecretsKeyError unless all registered keys are available here */
export function assertHasAllKeys(registered: readonly RegisteredKey[], secrets: Secrets): void {
  if (hasAllKeys(registered, secrets)) return;
  throw new SecretsKeyError(
    "the database holds secrets that were encrypted under a key that is missing here. Add that key to ROOST_SECRETS_KEY, after the new one and a comma.",
  );
}

/** Removes all keys, if nothing is encrypted under any. @returns whether they were removed */
export function removeUnusedKeys(database: Pick<Database, "transaction">): Promise<boolean> {
  return removeKeysExcept(database, Buffer.alloc(0));
}

/**
 * Removes all keys but one. The database refuses while data is encrypted under another.
 * @returns whether they were removed
 */
export async function removeKeysExcept(database: Pick<Database, "transaction">, kept: Buffer): Promise<boolean> {
  try {
    await database.transaction(async (transaction) => {
      await transaction.run("select pg_advisory_xact_lock($1)", [keysLock]);
      await transaction.run("select forget_secrets_keys($1)", [kept]);
    });
    return true;
  } catch (error) {
    if (sqlState(error) !== "23503") throw error;
    return false;
  }
}

/**
 * Registers the key that encrypts from now on: the database rejects data encrypted under an unregistered key. Also encrypts the link key
 * under it, and creates one if the database has none.
 * @returns the link key
 * @throws SecretsKeyError
 */
export function registerKey(database: Pick<Database, "transaction">, secrets: Secrets): Promise<Buffer> {
  return database.transaction(async (transaction) => {
    await transaction.run("select pg_advisory_xact_lock($1)", [keysLock]);
    // Another machine may have created its own key file for the same database in the meantime.
    const registered = await transaction.rows<RegisteredKey>(allKeys);
    assertHasAllKeys(registered, secrets);
    const linked = registered.find(({ sealed_link_key }) => sealed_link_key);
    const linkKey = openLinkKey(linked, secrets) ?? randomBytes(keyBytes);
    await transaction.run(
      `insert into secrets_keys (id, probe, sealed_link_key) values ($1, $2, $3)
       on conflict (id) do update set sealed_link_key = excluded.sealed_link_key where secrets_keys.sealed_link_key is null`,
      [secrets.keyId(), secrets.seal(probeText, probeOwner), secrets.seal(linkKey.toString("hex"), linkKeyOwner)],
    );
    return linkKey;
  });
}
